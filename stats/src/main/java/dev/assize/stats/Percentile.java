package dev.assize.stats;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A percentile by nearest rank, with whether {@code n} values can tell it at all.
 *
 * @param q the quantile, in [0, 1]
 * @param value in the unit of the sample; absent when the resolution is {@link Resolution#NONE}
 * @param n how many values it was taken from
 * @param resolution how many values are expected above it
 */
public record Percentile(double q, OptionalDouble value, long n, Resolution resolution) {

  /** How many values are expected above a quantile: {@code n (1 - q)}. */
  public enum Resolution {
    /** Ten or more. */
    FULL,
    /** One or more, under ten: printed with "limited resolution". */
    LIMITED,
    /** Under one: the value would be no more than the maximum under another name. Not printed. */
    NONE;

    static Resolution of(long n, BigDecimal q) {
      BigDecimal above = QuantileRank.expectedAbove(n, q);
      if (above.compareTo(BigDecimal.ONE) < 0) {
        return NONE;
      }
      return above.compareTo(BigDecimal.TEN) < 0 ? LIMITED : FULL;
    }
  }

  /** Returns the percentile of values in any order. */
  public static Percentile of(double[] values, double q) {
    return all(values, q).getFirst();
  }

  /** Returns several percentiles in the order asked for, sorting the values once. */
  public static List<Percentile> all(double[] values, double... quantiles) {
    double[] sorted = Samples.sorted("values", values);
    return Arrays.stream(quantiles)
        .mapToObj(
            q -> {
              BigDecimal decimal = QuantileRank.decimal("q", q);
              return of(
                  q, sorted.length, QuantileRank.nearest(sorted.length, decimal).read(sorted));
            })
        .toList();
  }

  /** Returns the percentile of values that are given by how often each occurred. */
  public static Percentile of(Frequencies values, double q) {
    return of(q, values.total(), values.nearestRank(q));
  }

  private static Percentile of(double q, long n, double value) {
    Resolution resolution = Resolution.of(n, QuantileRank.decimal("q", q));
    OptionalDouble shown =
        resolution == Resolution.NONE ? OptionalDouble.empty() : OptionalDouble.of(value);
    return new Percentile(q, shown, n, resolution);
  }
}
