package dev.assize.stats;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Values with how often each occurred: a histogram, or a distribution known exactly. Its quantiles
 * are those of the list in which every value is written out as often as it occurred; the list
 * itself is never made.
 */
public final class Frequencies {
  private final double[] values;
  // upTo[i]: how many occurrences stand at or below values[i].
  private final long[] upTo;

  private Frequencies(double[] values, long[] upTo) {
    this.values = values;
    this.upTo = upTo;
  }

  /**
   * Pairs {@code values[i]}, in any order, with {@code counts[i]} occurrences.
   *
   * @param values finite; the same value may stand several times
   * @param counts zero or more each, at least one of them above zero
   */
  public static Frequencies of(double[] values, long[] counts) {
    Samples.requireFinite("values", values);
    if (values.length != counts.length) {
      throw new IllegalArgumentException(
          "expected one count for each value, found %d values and %d counts"
              .formatted(values.length, counts.length));
    }
    int[] order =
        IntStream.range(0, values.length)
            .filter(i -> requireCount(counts, i) > 0)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> values[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    if (order.length == 0) {
      throw new IllegalArgumentException("counts: expected one above zero, found only zeros");
    }
    double[] sorted = Arrays.stream(order).mapToDouble(i -> values[i]).toArray();
    long[] upTo = Arrays.stream(order).mapToLong(i -> counts[i]).toArray();
    Arrays.parallelPrefix(upTo, Math::addExact);
    return new Frequencies(sorted, upTo);
  }

  private static long requireCount(long[] counts, int i) {
    if (counts[i] < 0) {
      throw new SampleException("counts", i, counts[i], "zero or more");
    }
    return counts[i];
  }

  /** Returns the number of occurrences of all values together. */
  public long total() {
    return upTo[upTo.length - 1];
  }

  /** As {@link Quantiles#type7} on the written-out list. */
  public double type7(double q) {
    return type7(QuantileRank.decimal("q", q));
  }

  double type7(BigDecimal q) {
    QuantileRank rank = QuantileRank.type7(total(), q);
    double low = orderStatistic(rank.index());
    return rank.fraction() == 0 ? low : rank.between(low, orderStatistic(rank.index() + 1));
  }

  /** As {@link Quantiles#nearestRank} on the written-out list. */
  public double nearestRank(double q) {
    return orderStatistic(QuantileRank.nearest(total(), QuantileRank.decimal("q", q)).index());
  }

  private double orderStatistic(long index) {
    int at = Arrays.binarySearch(upTo, index + 1);
    return values[at >= 0 ? at : -at - 1];
  }
}
