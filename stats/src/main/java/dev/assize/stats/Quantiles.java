package dev.assize.stats;

import java.util.Arrays;

/** Sample quantiles. */
public final class Quantiles {
  private Quantiles() {}

  /**
   * Returns the sample median: the middle value, or the mean of the two middle values.
   *
   * @param values at least one finite value, in any order; not modified
   */
  public static double median(double[] values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("median: expected at least one value, found none");
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
