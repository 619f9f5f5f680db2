package dev.assize.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class FrequenciesTest {

  @Property
  void isTheListWithEveryValueWrittenOut(
      @ForAll("values") double[] values,
      @ForAll("counts") long[] moreCounts,
      @ForAll("quantiles") double q) {
    long[] counts = Arrays.copyOf(moreCounts, values.length);
    counts[0] = Math.max(counts[0], 1);
    double[] list =
        IntStream.range(0, values.length)
            .boxed()
            .flatMapToDouble(i -> DoubleStream.generate(() -> values[i]).limit(counts[i]))
            .toArray();

    Frequencies frequencies = Frequencies.of(values, counts);

    assertThat(frequencies.total()).isEqualTo(list.length);
    assertThat(frequencies.type7(q)).isEqualTo(Quantiles.type7(list, q));
    assertThat(frequencies.nearestRank(q)).isEqualTo(Quantiles.nearestRank(list, q));
  }

  @Test
  void countsMayBeFarMoreThanAnArrayHolds() {
    Frequencies frequencies =
        Frequencies.of(
            new double[] {2, 1, 3}, new long[] {9_000_000_000L, 990_000_000_000L, 1_000_000_000L});

    assertThat(frequencies.total()).isEqualTo(1_000_000_000_000L);
    assertThat(frequencies.nearestRank(0.99)).isEqualTo(1);
    assertThat(frequencies.nearestRank(0.990001)).isEqualTo(2);
    assertThat(frequencies.nearestRank(0.999)).isEqualTo(2);
    assertThat(frequencies.type7(1)).isEqualTo(3);
  }

  @Test
  void refusesWhatIsNoDistribution() {
    assertThatThrownBy(() -> Frequencies.of(new double[] {1, 2}, new long[] {1}))
        .hasMessage("expected one count for each value, found 2 values and 1 counts");
    assertThatThrownBy(() -> Frequencies.of(new double[] {1, 2}, new long[] {1, -1}))
        .hasMessage("counts[1]: expected zero or more, found -1.0");
    assertThatThrownBy(() -> Frequencies.of(new double[] {1, 2}, new long[] {0, 0}))
        .hasMessage("counts: expected one above zero, found only zeros");
    assertThatThrownBy(() -> Frequencies.of(new double[] {1, Double.NaN}, new long[] {1, 1}))
        .hasMessage("values[1]: expected a finite number, found NaN");
    assertThatThrownBy(
            () -> Frequencies.of(new double[] {1, 2}, new long[] {Long.MAX_VALUE, Long.MAX_VALUE}))
        .isInstanceOf(ArithmeticException.class);
  }

  @Provide
  Arbitrary<double[]> values() {
    return Numbers.values(1, 8);
  }

  @Provide
  Arbitrary<long[]> counts() {
    return Arbitraries.longs().between(0, 5).array(long[].class).ofSize(8);
  }

  @Provide
  Arbitrary<Double> quantiles() {
    return Numbers.quantiles();
  }
}
