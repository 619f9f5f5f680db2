package dev.assize.stats;

import java.util.Arrays;

/** Midranks that do not depend on the last bits of floating-point arithmetic. */
final class Ranks {
  private Ranks() {}

  /**
   * Returns the rank of every value, 1 for the smallest; tied values share the mean of their ranks.
   * Neighbours in sorted order that differ by at most {@code tolerance} are tied.
   */
  static double[] midranks(double[] values, double tolerance) {
    int n = values.length;
    // Sorting indices by value without boxing: n is small, so the keys carry their index.
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double[] rankOfSorted = new double[n];
    for (int i = 0; i < n; ) {
      int j = i + 1;
      while (j < n && sorted[j] - sorted[j - 1] <= tolerance) {
        j++;
      }
      Arrays.fill(rankOfSorted, i, j, (i + 1 + j) / 2.0);
      i = j;
    }
    double[] ranks = new double[n];
    for (int i = 0; i < n; i++) {
      ranks[i] = rankOfSorted[Arrays.binarySearch(sorted, values[i])];
    }
    return ranks;
  }
}
