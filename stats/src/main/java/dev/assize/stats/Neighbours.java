package dev.assize.stats;

import java.util.Arrays;

/**
 * The score of {@link BlockStatistic#NEIGHBOURS}: how far a value lies from the values near it.
 *
 * <p>g(x) = x − Σ k(x − x_j) x_j / Σ k(x − x_j) over all 2n values of both arms, the mean-shift
 * vector (Fukunaga and Hostetler, 1975) with the quartic kernel k(u) = (1 − (u/R)²)². For a smooth
 * single cluster g is a line, so that g(candidate) − g(baseline) is proportional to their
 * difference and whatever a block shares cancels. With separate clusters (some trials twice as
 * slow) each value is measured against its own cluster, and the distance between clusters, which is
 * no effect of the arms, does not enter.
 */
final class Neighbours {
  /** R in robust standard deviations of the pooled values. */
  private static final double REACH = 4;

  /** R is at least this many lower quartiles of |d|, so that a large effect is not two clusters. */
  private static final double GUARD = 4;

  /** Makes Q_n estimate a standard deviation under normal noise (Rousseeuw and Croux, 1993). */
  private static final double QN_TO_SIGMA = 2.2219;

  private Neighbours() {}

  /** Returns g(candidate_b) − g(baseline_b) of every block. */
  static double[] weights(double[] baseline, double[] candidate, double tolerance) {
    int n = baseline.length;
    double[] sorted = Arrays.copyOf(baseline, 2 * n);
    System.arraycopy(candidate, 0, sorted, n, n);
    Arrays.sort(sorted);
    double[] distances = new double[n];
    Arrays.setAll(distances, b -> Math.abs(candidate[b] - baseline[b]));
    Arrays.sort(distances);
    double reach =
        Math.max(REACH * QN_TO_SIGMA * nearDistance(sorted), GUARD * distances[(n - 1) / 4]);
    if (reach <= tolerance) {
      // Most values are one and the same number; then the range decides and g is nearly a line.
      reach = 4 * (sorted[2 * n - 1] - sorted[0]);
    }
    double[] w = new double[n];
    for (int b = 0; b < n; b++) {
      double difference = score(candidate[b], sorted, reach) - score(baseline[b], sorted, reach);
      w[b] = Math.abs(difference) <= tolerance ? 0 : difference;
    }
    return w;
  }

  private static double score(double x, double[] sorted, double reach) {
    if (reach == 0) {
      return 0;
    }
    double weights = 0;
    double weighted = 0;
    int from = firstAtLeast(sorted, x - reach);
    for (int j = from; j < sorted.length && sorted[j] - x < reach; j++) {
      double u = (x - sorted[j]) / reach;
      double v = Math.max(0, 1 - u * u);
      weights += v * v;
      weighted += v * v * (x - sorted[j]);
    }
    return weighted / weights;
  }

  private static int firstAtLeast(double[] sorted, double bound) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] >= bound) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /**
   * Returns the C(h, 2)-th smallest distance between two of the values, h = half their number + 1:
   * about the lower quartile of all distances, the core of Q_n. A quarter of the pairs still lie
   * within one cluster when the values fall into two equal ones. Found by bisection on the
   * distance, counting pairs with two pointers, so that no n² array is needed.
   */
  private static double nearDistance(double[] sorted) {
    int n = sorted.length;
    long h = n / 2 + 1L;
    long wanted = h * (h - 1) / 2;
    double low = 0;
    double high = sorted[n - 1] - sorted[0];
    if (pairsWithin(sorted, low) >= wanted) {
      return 0;
    }
    // A scale needs no last bits: 40 halvings leave 1e-12 of the range.
    for (int i = 0; i < 40; i++) {
      double middle = (low + high) / 2;
      if (pairsWithin(sorted, middle) >= wanted) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  private static long pairsWithin(double[] sorted, double distance) {
    long pairs = 0;
    int first = 0;
    for (int j = 1; j < sorted.length; j++) {
      while (sorted[j] - sorted[first] > distance) {
        first++;
      }
      pairs += j - first;
    }
    return pairs;
  }
}
