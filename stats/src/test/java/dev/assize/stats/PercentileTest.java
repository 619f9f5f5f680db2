package dev.assize.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.stats.Percentile.Resolution;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PercentileTest {

  private static double[] upTo(int n) {
    return IntStream.rangeClosed(1, n).asDoubleStream().toArray();
  }

  @ParameterizedTest
  @CsvSource({
    "0.99, 1000, FULL, 990", // in binary, 1000 (1 - 0.99) is 10.000000000000009
    "0.99, 999, LIMITED, 990",
    "0.99, 100, LIMITED, 99", // in binary, 100 (1 - 0.99) is 1.0000000000000009
    "0.99, 99, NONE,",
    "0.9, 100, FULL, 90", // in binary, 100 (1 - 0.9) is 9.999999999999998
    "0.9, 10, LIMITED, 9", // in binary, 10 (1 - 0.9) is 0.9999999999999998
    "0.9, 9, NONE,",
    "0.5, 20, FULL, 10",
    "0.5, 1, NONE,",
    "0, 1, LIMITED, 1",
    "1, 100000, NONE,",
  })
  void isShownOnlyWhereEnoughValuesLieAbove(
      double q, int n, Resolution resolution, @Nullable Double value) {
    Percentile percentile = Percentile.of(upTo(n), q);

    assertThat(percentile)
        .isEqualTo(
            new Percentile(
                q,
                value == null ? OptionalDouble.empty() : OptionalDouble.of(value),
                n,
                resolution));
  }

  @Property
  void resolutionFollowsWholeNumberArithmetic(
      @ForAll @IntRange(min = 1, max = 3000) int n,
      @ForAll @IntRange(min = 0, max = 1000) int thousandths) {
    double q = thousandths / 1000.0;
    int thousandthsAbove = n * (1000 - thousandths);
    Resolution expected =
        thousandthsAbove >= 10_000
            ? Resolution.FULL
            : thousandthsAbove >= 1000 ? Resolution.LIMITED : Resolution.NONE;

    Percentile percentile = Percentile.of(upTo(n), q);

    assertThat(percentile.resolution()).isEqualTo(expected);
    assertThat(percentile.value().isPresent()).isEqualTo(expected != Resolution.NONE);
    percentile
        .value()
        .ifPresent(value -> assertThat(value).isEqualTo(Quantiles.nearestRank(upTo(n), q)));
    assertThat(Percentile.of(Frequencies.of(upTo(n), ones(n)), q)).isEqualTo(percentile);
  }

  @Test
  void givesSeveralInTheOrderAskedFor() {
    List<Percentile> percentiles = Percentile.all(upTo(1000), 0.99, 0.5, 0.9999);

    assertThat(percentiles)
        .containsExactly(
            new Percentile(0.99, OptionalDouble.of(990), 1000, Resolution.FULL),
            new Percentile(0.5, OptionalDouble.of(500), 1000, Resolution.FULL),
            new Percentile(0.9999, OptionalDouble.empty(), 1000, Resolution.NONE));
  }

  private static long[] ones(int n) {
    return IntStream.range(0, n).mapToLong(i -> 1).toArray();
  }
}
