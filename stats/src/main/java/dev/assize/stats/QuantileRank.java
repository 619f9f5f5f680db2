package dev.assize.stats;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Where a quantile stands among {@code n} sorted values: at {@code index}, and {@code fraction} of
 * the way on to the next.
 *
 * <p>Worked out in decimal. In binary, {@code 1000 * (1 - 0.99)} is 10.000000000000009 and {@code
 * 100 * 0.29} is 28.999999999999996, and a rank would move by one.
 */
record QuantileRank(long index, double fraction) {

  /** Hyndman and Fan's type 7: position {@code (n - 1) q}. */
  static QuantileRank type7(long n, BigDecimal q) {
    BigDecimal position = BigDecimal.valueOf(n - 1).multiply(q);
    BigDecimal floor = position.setScale(0, RoundingMode.FLOOR);
    return new QuantileRank(floor.longValueExact(), position.subtract(floor).doubleValue());
  }

  /** The smallest rank that leaves at least {@code q n} values at or below it. */
  static QuantileRank nearest(long n, BigDecimal q) {
    long rank =
        BigDecimal.valueOf(n).multiply(q).setScale(0, RoundingMode.CEILING).longValueExact();
    return new QuantileRank(Math.max(rank, 1) - 1, 0);
  }

  /** Returns how many of {@code n} values are expected above the quantile: {@code n (1 - q)}. */
  static BigDecimal expectedAbove(long n, BigDecimal q) {
    return BigDecimal.valueOf(n).multiply(BigDecimal.ONE.subtract(q));
  }

  /** Reads a probability as the decimal it was written as: 0.99, not 0.98999999999999999. */
  static BigDecimal decimal(String name, double q) {
    Samples.requireProbability(name, q);
    return BigDecimal.valueOf(q);
  }

  /** Returns half of what a two-sided interval leaves out: 0.025 for a level of 0.95. */
  static BigDecimal tail(double level) {
    Samples.requireLevel(level);
    return BigDecimal.ONE.subtract(BigDecimal.valueOf(level)).divide(BigDecimal.TWO);
  }

  double read(double[] sorted) {
    int at = Math.toIntExact(index);
    return fraction == 0 ? sorted[at] : between(sorted[at], sorted[at + 1]);
  }

  /** Interpolates from the value at this rank to the next one, never past it. */
  double between(double low, double high) {
    return Math.min(low + fraction * (high - low), high);
  }
}
