package dev.assize.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SumTest {

  @Test
  void keepsWhatPlainAdditionLoses() {
    assertThat(Sum.of(new double[] {1, 1e100, 1, -1e100})).isEqualTo(2);
    double[] tenths = new double[10];
    Arrays.fill(tenths, 0.1);
    assertThat(Sum.of(tenths)).isEqualTo(1);
  }

  @Property
  void wholeNanosecondsAddUpExactly(@ForAll("nanos") long[] nanos) {
    assertThat(Sum.of(Arrays.stream(nanos).asDoubleStream().toArray()))
        .isEqualTo((double) Arrays.stream(nanos).sum());
  }

  @Property
  void isTheExactSumRounded(@ForAll("values") double[] values) {
    double exact = Numbers.exactSum(values).doubleValue();
    double magnitudes = Arrays.stream(values).map(Math::abs).sum();

    assertThat(Sum.of(values)).isCloseTo(exact, within(Math.ulp(exact) + magnitudes * 0x1p-90));
  }

  @Property
  void roundsAddUpInAnyShape(
      @ForAll("values") double[] values, @ForAll @IntRange(min = 1, max = 5) int rounds) {
    double[][] shaped = new double[rounds][];
    Arrays.setAll(shaped, r -> Numbers.times(r + 1, values));
    double factor = rounds * (rounds + 1) / 2.0;
    double magnitudes = factor * Arrays.stream(values).map(Math::abs).sum();

    assertThat(Sum.ofRounds(shaped))
        .isCloseTo(factor * Sum.of(values), within(magnitudes * 0x1p-50));
  }

  @Test
  void aTrialIsTheSumOfItsOperationsOverItsRounds() {
    assertThat(Sum.ofRounds(new double[][] {{1, 2, 3}, {10, 20, 30}, {100, 200, 300}}))
        .isEqualTo(666);
  }

  @Test
  void aRoundThatLacksAnOperationIsRefused() {
    assertThatThrownBy(() -> Sum.ofRounds(new double[][] {{1, 2}, {1, 2}, {1}}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("rounds[2]: expected 2 operations as in rounds[0], found 1");
    assertThatThrownBy(() -> Sum.ofRounds(new double[0][]))
        .hasMessage("rounds: expected at least one round, found none");
    assertThatThrownBy(() -> Sum.of(new double[] {1, Double.NaN}))
        .hasMessage("values[1]: expected a finite number, found NaN");
  }

  /** Up to 2^46 ns each, which is 19 hours. */
  @Provide
  Arbitrary<long[]> nanos() {
    return Arbitraries.longs().between(0, 1L << 46).array(long[].class).ofMinSize(1).ofMaxSize(50);
  }

  @Provide
  Arbitrary<double[]> values() {
    return Numbers.values(1, 40);
  }
}
