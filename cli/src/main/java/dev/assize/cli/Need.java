package dev.assize.cli;

import dev.assize.experiment.Design;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Family;
import dev.assize.experiment.Metric;
import dev.assize.stats.BlockOrder;
import dev.assize.stats.Planning;
import dev.assize.stats.SampleSize;
import dev.assize.stats.Scale;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How many blocks a primary metric needs at a given noise.
 *
 * @param effect the smallest change that matters, a fraction
 * @param blocks enough to find it with the asked probability
 * @param detectable the change that the planned blocks find with that probability
 */
record Need(String metric, double effect, int blocks, double detectable, double power, double sd) {
  /** Needs of all primary ratio metrics whose smallest effect is above zero. */
  static List<Need> of(Experiment experiment, double sd, double power) {
    Design design = experiment.design();
    List<Need> needs = new ArrayList<>();
    if (design.order() == Design.Order.A1_B_A2) {
      return needs;
    }
    BlockOrder order =
        design.order() == Design.Order.ABBA ? BlockOrder.MIRRORED : BlockOrder.BALANCED;
    for (Family family : experiment.families()) {
      double alpha =
          (1 - experiment.decision().level()) / Math.max(1, experiment.comparisons(family));
      Planning planning = new Planning(order, experiment.arms().size(), alpha);
      for (Metric metric : experiment.metrics()) {
        if (family.metrics().contains(metric.name())
            && metric.scale() == Scale.RATIO
            && metric.minimumEffect() > 0) {
          SampleSize size = planning.blocksNeeded(sd, metric.minimumEffect(), Scale.RATIO, power);
          needs.add(
              new Need(
                  metric.name().value(),
                  metric.minimumEffect(),
                  size.blocks(),
                  planning.detectableEffect(sd, design.blocks(), Scale.RATIO, power),
                  power,
                  sd));
        }
      }
    }
    return needs;
  }

  String sentence() {
    return String.format(
        Locale.ROOT,
        "%s: at a noise of %.2f %% between paired trials, %d blocks find a change of %.2f %% with"
            + " probability %.2f; the planned blocks find %.2f %%",
        metric,
        sd * 100,
        blocks,
        effect * 100,
        power,
        detectable * 100);
  }
}
