package dev.assize.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuantilesTest {
  private static final double[] ONE_TO_TEN =
      IntStream.rangeClosed(1, 10).asDoubleStream().toArray();
  private static final double[] ONE_TO_HUNDRED =
      IntStream.rangeClosed(1, 100).asDoubleStream().toArray();

  @Test
  void medianIsTheMiddleOrBetweenTheTwoMiddleValues() {
    assertThat(Quantiles.median(new double[] {9})).isEqualTo(9);
    assertThat(Quantiles.median(new double[] {3, 1, 2})).isEqualTo(2);
    assertThat(Quantiles.median(new double[] {4, 1, 3, 10})).isEqualTo(3.5);
  }

  @Test
  void type7GivesTheValuesThatRGives() {
    assertThat(Quantiles.type7(ONE_TO_TEN, 0.1)).isEqualTo(1.9);
    assertThat(Quantiles.type7(ONE_TO_TEN, 0.25)).isEqualTo(3.25);
    assertThat(Quantiles.type7(ONE_TO_TEN, 0.9)).isEqualTo(9.1);
    assertThat(Quantiles.type7(new double[] {16, 1, 8, 2, 4}, 0.33)).isEqualTo(2.64);
    assertThat(Quantiles.type7(new double[] {16, 1, 8, 2, 4}, 0)).isEqualTo(1);
    assertThat(Quantiles.type7(new double[] {16, 1, 8, 2, 4}, 1)).isEqualTo(16);
  }

  @Test
  void nearestRankIsNotMovedByBinaryRounding() {
    // In binary 100 * 0.07 is 7.000000000000001, whose ceiling is 8.
    assertThat(Quantiles.nearestRank(ONE_TO_HUNDRED, 0.07)).isEqualTo(7);
    assertThat(Quantiles.nearestRank(ONE_TO_HUNDRED, 0.56)).isEqualTo(56);
    assertThat(Quantiles.nearestRank(ONE_TO_HUNDRED, 0.561)).isEqualTo(57);
    assertThat(Quantiles.nearestRank(ONE_TO_HUNDRED, 0)).isEqualTo(1);
    assertThat(Quantiles.nearestRank(ONE_TO_HUNDRED, 1)).isEqualTo(100);
  }

  @Property
  void medianHasAsManyValuesBelowAsAbove(@ForAll("values") double[] values) {
    double median = Quantiles.median(values);
    long below = Arrays.stream(values).filter(value -> value < median).count();
    long above = Arrays.stream(values).filter(value -> value > median).count();

    assertThat(below).isLessThanOrEqualTo(values.length / 2);
    assertThat(above).isLessThanOrEqualTo(values.length / 2);
    double largest = Arrays.stream(values).map(Math::abs).max().orElseThrow();
    assertThat(median).isCloseTo(Quantiles.type7(values, 0.5), within(2 * Math.ulp(largest)));
  }

  @Property
  void type7IsTheDefinitionInExactArithmetic(
      @ForAll("values") double[] values, @ForAll("quantiles") double q) {
    double[] sorted = Numbers.sorted(values);
    BigDecimal position =
        BigDecimal.valueOf(values.length - 1).multiply(new BigDecimal(Double.toString(q)));
    int index = position.setScale(0, RoundingMode.DOWN).intValueExact();
    BigDecimal low = new BigDecimal(sorted[index]);
    BigDecimal high = new BigDecimal(sorted[Math.min(index + 1, sorted.length - 1)]);
    BigDecimal expected =
        low.add(position.subtract(BigDecimal.valueOf(index)).multiply(high.subtract(low)));

    double largest = Math.max(Math.abs(sorted[0]), Math.abs(sorted[sorted.length - 1]));
    assertThat(Quantiles.type7(values, q))
        .isCloseTo(expected.doubleValue(), within(4 * Math.ulp(largest)))
        .isBetween(low.doubleValue(), high.doubleValue());
  }

  @Property
  void nearestRankIsTheSmallestValueWithEnoughAtOrBelowIt(
      @ForAll("values") double[] values, @ForAll("quantiles") double q) {
    BigDecimal needed =
        BigDecimal.valueOf(values.length).multiply(new BigDecimal(Double.toString(q)));
    double expected =
        Arrays.stream(values)
            .filter(
                value ->
                    BigDecimal.valueOf(Arrays.stream(values).filter(v -> v <= value).count())
                            .compareTo(needed)
                        >= 0)
            .min()
            .orElseThrow();

    assertThat(Quantiles.nearestRank(values, q)).isEqualTo(expected);
  }

  @Property
  void orderDoesNotMatterAndTheArrayIsLeftAlone(
      @ForAll("values") double[] values, @ForAll("quantiles") double q, @ForAll long seed) {
    double[] shuffled = Numbers.shuffled(values, seed);
    double[] before = shuffled.clone();

    assertThat(Quantiles.median(shuffled)).isEqualTo(Quantiles.median(values));
    assertThat(Quantiles.type7(shuffled, q)).isEqualTo(Quantiles.type7(values, q));
    assertThat(Quantiles.nearestRank(shuffled, q)).isEqualTo(Quantiles.nearestRank(values, q));
    assertThat(shuffled).isEqualTo(before);
  }

  @Property
  void quantilesNeverFallAsQGrows(
      @ForAll("values") double[] values,
      @ForAll("quantiles") double one,
      @ForAll("quantiles") double other) {
    double low = Math.min(one, other);
    double high = Math.max(one, other);

    assertThat(Quantiles.type7(values, low)).isLessThanOrEqualTo(Quantiles.type7(values, high));
    assertThat(Quantiles.nearestRank(values, low))
        .isLessThanOrEqualTo(Quantiles.nearestRank(values, high));
  }

  @Test
  void refusesNoValues() {
    assertThatThrownBy(() -> Quantiles.median(new double[0]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("values: expected at least one value, found none");
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void namesTheValueThatIsNoNumber(double bad) {
    assertThatThrownBy(() -> Quantiles.median(new double[] {1, 2, bad}))
        .isInstanceOfSatisfying(
            SampleException.class,
            e -> {
              assertThat(e.sample()).isEqualTo("values");
              assertThat(e.index()).isEqualTo(2);
              assertThat(e.value()).isEqualTo(Double.valueOf(bad));
            })
        .hasMessage("values[2]: expected a finite number, found " + bad);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.001, 1.001, Double.NaN})
  void refusesAQuantileOutsideZeroToOne(double q) {
    assertThatThrownBy(() -> Quantiles.type7(ONE_TO_TEN, q))
        .hasMessage("q: expected a number in [0, 1], found " + q);
    assertThatThrownBy(() -> Quantiles.nearestRank(ONE_TO_TEN, q))
        .hasMessage("q: expected a number in [0, 1], found " + q);
  }

  @Provide
  Arbitrary<double[]> values() {
    return Numbers.values(1, 30);
  }

  @Provide
  Arbitrary<Double> quantiles() {
    return Numbers.quantiles();
  }
}
