package dev.assize.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.OptionalDouble;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class SummaryTest {

  @Test
  void summarisesAWorkedExample() {
    Summary summary = Summary.of(new double[] {9, 2, 5, 4, 4, 7, 4, 5});

    assertThat(summary)
        .isEqualTo(new Summary(8, 4.5, 5, OptionalDouble.of(Math.sqrt(32 / 7.0)), 2, 9, 4, 5.5));
  }

  @Test
  void aSingleValueHasNoStandardDeviation() {
    assertThat(Summary.of(new double[] {3}))
        .isEqualTo(new Summary(1, 3, 3, OptionalDouble.empty(), 3, 3, 3, 3));
  }

  @Test
  void aLargeOffsetDoesNotEatTheStandardDeviation() {
    Summary summary = Summary.of(new double[] {1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16});

    assertThat(summary.stddev().orElseThrow()).isCloseTo(Math.sqrt(30), within(1e-12));
  }

  @Property
  void meanAndStandardDeviationAreTheExactOnesRounded(@ForAll("values") double[] values) {
    Summary summary = Summary.of(values);
    BigDecimal n = BigDecimal.valueOf(values.length);
    BigDecimal mean = Numbers.exactSum(values).divide(n, MathContext.DECIMAL128);
    BigDecimal squares =
        Arrays.stream(values)
            .mapToObj(value -> new BigDecimal(value).subtract(mean).pow(2))
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    double largest = Math.max(Math.abs(summary.min()), Math.abs(summary.max()));

    assertThat(summary.mean())
        .isCloseTo(mean.doubleValue(), within(2 * Math.ulp(largest)))
        .isBetween(summary.min(), summary.max());
    if (values.length == 1) {
      assertThat(summary.stddev()).isEmpty();
    } else {
      double stddev =
          squares
              .divide(n.subtract(BigDecimal.ONE), MathContext.DECIMAL128)
              .sqrt(MathContext.DECIMAL128)
              .doubleValue();
      assertThat(summary.stddev().orElseThrow()).isCloseTo(stddev, within(8 * Math.ulp(largest)));
    }
  }

  @Property
  void theRestComesFromTheQuantiles(@ForAll("values") double[] values) {
    Summary summary = Summary.of(values);

    assertThat(summary.n()).isEqualTo(values.length);
    assertThat(summary.median()).isEqualTo(Quantiles.median(values));
    assertThat(summary.min()).isEqualTo(Quantiles.type7(values, 0));
    assertThat(summary.firstQuartile()).isEqualTo(Quantiles.type7(values, 0.25));
    assertThat(summary.thirdQuartile()).isEqualTo(Quantiles.type7(values, 0.75));
    assertThat(summary.max()).isEqualTo(Quantiles.type7(values, 1));
    assertThat(summary.constant())
        .isEqualTo(Arrays.stream(values).allMatch(value -> value == values[0]));
  }

  @Test
  void refusesNothingAndNonNumbers() {
    assertThatThrownBy(() -> Summary.of(new double[0])).hasMessageContaining("found none");
    assertThatThrownBy(() -> Summary.of(new double[] {Double.NaN})).hasMessageContaining("[0]");
  }

  @Provide
  Arbitrary<double[]> values() {
    return Numbers.values(1, 30);
  }
}
