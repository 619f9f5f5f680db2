package dev.assize.stats;

import java.math.BigDecimal;

/**
 * Sample quantiles of values in any order and any unit. Arrays are never modified; an empty array,
 * an infinite value and a NaN are refused with an {@link IllegalArgumentException}.
 */
public final class Quantiles {
  private Quantiles() {}

  /** Returns the sample median: the middle value, or the mean of the two middle values. */
  public static double median(double[] values) {
    return medianOfSorted(Samples.sorted("values", values));
  }

  /**
   * Returns the quantile at {@code q} by linear interpolation between order statistics, position
   * {@code (n - 1) q} from 0.
   *
   * <p>Source: R. J. Hyndman, Y. Fan, "Sample quantiles in statistical packages", The American
   * Statistician 50 (1996), definition 7. The default of R and NumPy.
   *
   * @param q in [0, 1]; read as the decimal it prints as
   */
  public static double type7(double[] values, double q) {
    BigDecimal decimal = QuantileRank.decimal("q", q);
    double[] sorted = Samples.sorted("values", values);
    return QuantileRank.type7(sorted.length, decimal).read(sorted);
  }

  /**
   * Returns the smallest measured value with at least {@code q n} values at or below it: always a
   * value that occurred, never an interpolation. {@code q = 0} is the smallest value.
   *
   * @param q in [0, 1]; read as the decimal it prints as
   */
  public static double nearestRank(double[] values, double q) {
    BigDecimal decimal = QuantileRank.decimal("q", q);
    double[] sorted = Samples.sorted("values", values);
    return QuantileRank.nearest(sorted.length, decimal).read(sorted);
  }

  static double medianOfSorted(double[] sorted) {
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
