package dev.assize.judge;

import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Contrast;
import dev.assize.experiment.Metric;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/**
 * One metric of one contrast in one cell.
 *
 * @param family the family it is corrected in; empty for exploratory comparisons
 * @param because why the outcome is what it is, in a clause
 * @param baseline values of the blocks that count, in the order of blocks, in the metric's unit
 * @param candidate likewise; as long as {@code baseline}
 * @param blocks the numbers of those blocks, ascending
 * @param baselineMedian in the metric's unit; NaN when no block counts
 * @param candidateMedian likewise
 * @param randomisation interval of the randomisation test at {@code level}; absent when there is no
 *     such interval, see {@code because} and {@code remarks}
 * @param bootstrap interval of the ratio (or difference) of medians at the decision's level,
 *     uncorrected; never decided on
 * @param pValue uncorrected, of the randomisation test
 * @param adjustedP Holm-adjusted within the family
 * @param level of the randomisation interval: for a primary comparison 1 − α/k, where k is the
 *     number of hypotheses that Holm's procedure still had before it when it came to this one, so
 *     that the interval excludes zero exactly when the adjusted p-value is at most α; the
 *     decision's level for exploratory ones
 * @param threshold max(minimum effect, floor) that the decision used: a fraction for ratio metrics,
 *     in the metric's unit for differences
 * @param floor the part of it that was measured between identical arms or stated; absent without
 *     either
 * @param reference the relabellings that the p-value stands on
 * @param clusters arms whose values fall into two groups
 * @param separated true when such an arm has ten values or more and a ratio scale: its medians and
 *     counts are told by group, and there is no overall percentage and no ranking
 * @param signalLost true when all values on both sides are equal: look at the clock
 * @param remarks sentences for the reader: limits, resolution, clusters, why there is no percentage
 */
public record Comparison(
    Cell cell,
    Contrast contrast,
    Metric metric,
    Optional<String> family,
    Outcome outcome,
    String because,
    List<Integer> blocks,
    List<Double> baseline,
    List<Double> candidate,
    double baselineMedian,
    double candidateMedian,
    Optional<Interval> randomisation,
    Optional<Interval> bootstrap,
    Optional<Double> pValue,
    Optional<Double> adjustedP,
    double level,
    double threshold,
    Optional<Double> floor,
    Optional<Reference> reference,
    List<ArmClusters> clusters,
    boolean separated,
    boolean signalLost,
    List<String> remarks) {
  public Comparison {
    blocks = List.copyOf(blocks);
    baseline = List.copyOf(baseline);
    candidate = List.copyOf(candidate);
    clusters = List.copyOf(clusters);
    remarks = List.copyOf(remarks);
  }

  /** True when the decision and the correction are made for it. */
  public boolean primary() {
    return family.isPresent();
  }

  /**
   * The relabellings of the two arms.
   *
   * @param size how many the design could have drawn, for the blocks that count
   * @param enumerated true: all were gone through and the p-value is exact; false: 100,000 drawn
   */
  public record Reference(BigInteger size, boolean enumerated) {}

  /** Two groups of an arm's values. */
  public record ArmClusters(ArmName arm, Group lower, Group upper) {}

  /** One group: how many values, and their median, smallest and largest in the metric's unit. */
  public record Group(int count, double median, double min, double max) {}
}
