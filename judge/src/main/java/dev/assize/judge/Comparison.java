package dev.assize.judge;

import dev.assize.experiment.Cell;
import dev.assize.experiment.Contrast;
import dev.assize.experiment.Metric;
import java.util.List;
import java.util.Optional;

/**
 * One metric of one contrast in one cell.
 *
 * @param family the family it is corrected in; empty for exploratory comparisons
 * @param baseline values of the blocks that count, in the order of blocks, in the metric's unit
 * @param candidate likewise; as long as {@code baseline}
 * @param blocks the numbers of those blocks, ascending
 * @param randomisation interval of the randomisation test at the decision's level (corrected within
 *     the family for primary comparisons); absent when there is no such interval, see {@code
 *     remarks}
 * @param bootstrap interval of the ratio (or difference) of medians, uncorrected
 * @param pValue uncorrected, of the randomisation test
 * @param adjustedP Holm-adjusted within the family
 * @param threshold max(minimum effect, floor) that the decision used
 * @param signalLost true when all values on both sides are equal: look at the clock
 * @param remarks sentences for the reader: limits, resolution, clusters, why there is no percentage
 */
public record Comparison(
    Cell cell,
    Contrast contrast,
    Metric metric,
    Optional<String> family,
    Outcome outcome,
    List<Integer> blocks,
    List<Double> baseline,
    List<Double> candidate,
    double baselineMedian,
    double candidateMedian,
    Optional<Interval> randomisation,
    Optional<Interval> bootstrap,
    Optional<Double> pValue,
    Optional<Double> adjustedP,
    double threshold,
    boolean signalLost,
    List<String> remarks) {
  public Comparison {
    blocks = List.copyOf(blocks);
    baseline = List.copyOf(baseline);
    candidate = List.copyOf(candidate);
    remarks = List.copyOf(remarks);
  }

  /** True when the decision and the correction are made for it. */
  public boolean primary() {
    return family.isPresent();
  }
}
