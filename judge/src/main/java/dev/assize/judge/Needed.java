package dev.assize.judge;

import dev.assize.experiment.Design;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Metric;
import dev.assize.stats.BlockOrder;
import dev.assize.stats.Planning;
import dev.assize.stats.Quantiles;
import dev.assize.stats.SampleSize;
import dev.assize.stats.Scale;
import java.util.Optional;

/** How many blocks a question would have taken. */
final class Needed {
  private static final double POWER = 0.8;
  private static final double MAD_TO_SIGMA = 1.4826;

  private Needed() {}

  private static Optional<Planning> planning(Experiment experiment, double alpha) {
    Optional<BlockOrder> order =
        switch (experiment.design().order()) {
          case BALANCED -> Optional.of(BlockOrder.BALANCED);
          case ABBA -> Optional.of(BlockOrder.MIRRORED);
          case A1_B_A2 -> Optional.empty();
        };
    return order.map(o -> new Planning(o, experiment.arms().size(), alpha));
  }

  /** Returns {@code at least 8 blocks are needed for 95 %}, or why no number would do. */
  static String forLevel(Experiment experiment, double alpha) {
    String level = Words.level(1 - alpha);
    Optional<Planning> planning = planning(experiment, alpha);
    if (planning.isEmpty()) {
      return "order " + Design.Order.A1_B_A2.key() + " draws nothing, so no number gives a level";
    }
    try {
      return "at least " + planning.get().fewestBlocks() + " are needed for " + level;
    } catch (IllegalArgumentException e) {
      return "no number of blocks gives " + level + " over so many comparisons; split the family";
    }
  }

  /**
   * Returns how many blocks would find a change with power 0.8 given the noise of these pairs;
   * empty without noise, an effect or a drawn order.
   *
   * @param effect on the metric's scale
   */
  static Optional<SampleSize> forEffect(
      Experiment experiment, Metric metric, Pairs pairs, double effect, double alpha) {
    if (pairs.n() < 2 || !(Math.abs(effect) > 0) || !Double.isFinite(effect)) {
      return Optional.empty();
    }
    double sd = robustSpread(pairs, metric.scale());
    try {
      return planning(experiment, alpha)
          .map(p -> p.blocksNeeded(sd, effect, metric.scale(), POWER));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** 1.4826 × the median absolute deviation of the block differences, on the comparison's scale. */
  private static double robustSpread(Pairs pairs, Scale scale) {
    double[] differences = new double[pairs.n()];
    for (int i = 0; i < differences.length; i++) {
      differences[i] =
          scale == Scale.RATIO
              ? StrictMath.log(pairs.candidate()[i] / pairs.baseline()[i])
              : pairs.candidate()[i] - pairs.baseline()[i];
    }
    double median = Quantiles.median(differences);
    for (int i = 0; i < differences.length; i++) {
      differences[i] = Math.abs(differences[i] - median);
    }
    return MAD_TO_SIGMA * Quantiles.median(differences);
  }
}
