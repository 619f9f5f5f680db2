package dev.assize.stats;

import java.util.Arrays;
import java.util.Optional;

/**
 * Whether the values of an arm fall into two groups with a gap between, so that one median would
 * describe neither.
 *
 * <p>The gap looked at is the largest one in the sorted values that leaves at least {@code max(2,
 * ⌈n/10⌉)} values on each side. The groups are separated when it is at least 10 % of the median's
 * magnitude and at least 3 times the largest gap inside either group.
 *
 * <p>It misleads on values of few levels (small counters, a coarse clock), where every step is a
 * gap between groups without spread, and sees only two groups where there may be more.
 *
 * @param n how many values
 * @param split the two groups, if they are separated
 * @param descriptive whether n is under 10: the split is then told, and holds nothing back
 */
public record Clusters(int n, Optional<Split> split, boolean descriptive) {

  /** Under this many values a split is a description only. */
  public static final int FEWEST_THAT_BIND = 10;

  /**
   * One group.
   *
   * @param count how many values
   * @param median of them, in their unit
   * @param min the smallest
   * @param max the largest
   */
  public record Cluster(int count, double median, double min, double max) {
    private static Cluster of(double[] sorted) {
      return new Cluster(
          sorted.length, Quantiles.medianOfSorted(sorted), sorted[0], sorted[sorted.length - 1]);
    }
  }

  /**
   * Two groups and what separates them.
   *
   * @param lower the group of smaller values
   * @param upper the group of larger values
   */
  public record Split(Cluster lower, Cluster upper) {
    /** Returns the distance from the lower group to the upper. */
    public double gap() {
      return upper.min() - lower.max();
    }
  }

  /** Looks for two groups among finite values in any order; at least one value. */
  public static Clusters of(double[] values) {
    double[] sorted = Samples.sorted("values", values);
    int n = sorted.length;
    return new Clusters(n, split(sorted), n < FEWEST_THAT_BIND);
  }

  /** Returns whether the arm gets its clusters reported in place of one percentage and rank. */
  public boolean withholdsRanking() {
    return split.isPresent() && !descriptive;
  }

  private static Optional<Split> split(double[] sorted) {
    int n = sorted.length;
    int least = Math.max(2, Math.ceilDiv(n, 10));
    if (n < 2 * least) {
      return Optional.empty();
    }
    int cut = least;
    for (int i = least + 1; i <= n - least; i++) {
      if (gapBelow(sorted, i) > gapBelow(sorted, cut)) {
        cut = i;
      }
    }
    double gap = gapBelow(sorted, cut);
    double inner = Math.max(largestGap(sorted, 0, cut), largestGap(sorted, cut, n));
    boolean separated =
        gap > 0 && 10 * gap >= Math.abs(Quantiles.medianOfSorted(sorted)) && gap >= 3 * inner;
    if (!separated) {
      return Optional.empty();
    }
    Cluster lower = Cluster.of(Arrays.copyOfRange(sorted, 0, cut));
    Cluster upper = Cluster.of(Arrays.copyOfRange(sorted, cut, n));
    return Optional.of(new Split(lower, upper));
  }

  private static double gapBelow(double[] sorted, int i) {
    return sorted[i] - sorted[i - 1];
  }

  private static double largestGap(double[] sorted, int from, int to) {
    double largest = 0;
    for (int i = from + 1; i < to; i++) {
      largest = Math.max(largest, gapBelow(sorted, i));
    }
    return largest;
  }
}
