package dev.assize.stats;

import java.util.OptionalDouble;

/**
 * What one set of values looks like. Every figure but {@code n} is in the unit of the values.
 *
 * @param n how many values
 * @param median the middle value
 * @param mean moved by every outlier; shown, never decided on
 * @param stddev with divisor {@code n - 1}; absent for a single value, which has no spread
 * @param min the smallest value
 * @param max the largest value
 * @param firstQuartile type 7 quantile at 0.25
 * @param thirdQuartile type 7 quantile at 0.75
 */
public record Summary(
    int n,
    double median,
    double mean,
    OptionalDouble stddev,
    double min,
    double max,
    double firstQuartile,
    double thirdQuartile) {

  /** Summarises finite values in any order; at least one. */
  public static Summary of(double[] values) {
    double[] sorted = Samples.sorted("values", values);
    int n = sorted.length;
    // Rounding can push the quotient just outside the range of the values; a mean is never there.
    double mean = Math.clamp(Sum.of(sorted) / n, sorted[0], sorted[n - 1]);
    return new Summary(
        n,
        Quantiles.medianOfSorted(sorted),
        mean,
        n < 2 ? OptionalDouble.empty() : OptionalDouble.of(stddev(sorted, mean)),
        sorted[0],
        sorted[n - 1],
        QuantileRank.type7(n, QuantileRank.decimal("q", 0.25)).read(sorted),
        QuantileRank.type7(n, QuantileRank.decimal("q", 0.75)).read(sorted));
  }

  /** Returns whether all values are the same. */
  public boolean constant() {
    return min == max;
  }

  private static double stddev(double[] values, double mean) {
    // Two passes: the mean is within rounding of the exact one, so nothing is left to correct.
    double squares = 0;
    for (double value : values) {
      double deviation = value - mean;
      squares += deviation * deviation;
    }
    return Math.sqrt(squares / (values.length - 1));
  }
}
