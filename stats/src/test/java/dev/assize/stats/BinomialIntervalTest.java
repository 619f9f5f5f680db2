package dev.assize.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BinomialIntervalTest {

  @Test
  void givesTheBetaQuantilesThatSciPyGives() {
    BinomialInterval falseAlarms = BinomialInterval.of(10, 200, 0.95);
    assertThat(falseAlarms.rate()).isEqualTo(0.05);
    assertThat(falseAlarms.low()).isCloseTo(0.024234165472108552, within(1e-15));
    assertThat(falseAlarms.high()).isCloseTo(0.09002753770135137, within(1e-15));
    BinomialInterval sevenInTwenty = BinomialInterval.of(7, 20, 0.9);
    assertThat(sevenInTwenty.low()).isCloseTo(0.17731091757444914, within(1e-15));
    assertThat(sevenInTwenty.high()).isCloseTo(0.5580345113154888, within(1e-15));
  }

  @Test
  void neverAndAlwaysHaveClosedForms() {
    BinomialInterval never = BinomialInterval.of(0, 200, 0.95);
    assertThat(never.low()).isZero();
    assertThat(never.high()).isCloseTo(1 - Math.pow(0.025, 1 / 200.0), within(1e-15));
    BinomialInterval always = BinomialInterval.of(200, 200, 0.95);
    assertThat(always.low()).isCloseTo(Math.pow(0.025, 1 / 200.0), within(1e-15));
    assertThat(always.high()).isEqualTo(1);
    assertThat(BinomialInterval.of(1, 1, 0.9).low()).isCloseTo(0.05, within(1e-16));
  }

  @Property(tries = 300)
  void endsAreTheBetaQuantiles(
      @ForAll @IntRange(min = 1, max = 5000) int trials,
      @ForAll @Scale(6) @DoubleRange(min = 0, max = 1) double share,
      @ForAll @Scale(6) @DoubleRange(min = 0.5, max = 0.999) double level) {
    int events = (int) Math.round(share * trials);
    double tail = (1 - level) / 2;

    BinomialInterval interval = BinomialInterval.of(events, trials, level);

    if (events > 0) {
      double low =
          BetaDistribution.of(events, trials - events + 1.0).inverseCumulativeProbability(tail);
      assertThat(interval.low()).isCloseTo(low, within(1e-9 * low + 1e-12));
    }
    if (events < trials) {
      double high =
          BetaDistribution.of(events + 1.0, trials - events).inverseSurvivalProbability(tail);
      assertThat(interval.high()).isCloseTo(high, within(1e-9 * high + 1e-12));
    }
    assertThat(interval.rate()).isBetween(interval.low(), interval.high());
    BinomialInterval mirrored = BinomialInterval.of(trials - events, trials, level);
    assertThat(mirrored.low()).isCloseTo(1 - interval.high(), within(1e-15));
    assertThat(mirrored.high()).isCloseTo(1 - interval.low(), within(1e-15));
  }

  @Property(tries = 100)
  void atItsLowEndTheTailIsHalfOfWhatTheLevelLeaves(
      @ForAll @IntRange(min = 1, max = 60) int trials,
      @ForAll @IntRange(min = 1, max = 60) int someEvents) {
    int events = Math.min(someEvents, trials);
    double low = BinomialInterval.of(events, trials, 0.95).low();

    assertThat(exactTail(events, trials, low).doubleValue()).isCloseTo(0.025, within(1e-14));
  }

  @Property(tries = 100)
  void tailIsTheExactSum(
      @ForAll @IntRange(min = 1, max = 60) int trials,
      @ForAll @IntRange(min = 1, max = 60) int someEvents,
      @ForAll @Scale(6) @DoubleRange(min = 0.01, max = 0.99) double share) {
    int events = Math.min(someEvents, trials);
    double p = share * events / trials;

    double exact = exactTail(events, trials, p).doubleValue();
    assertThat(BinomialTail.atLeast(events, trials, p)).isCloseTo(exact, within(1e-13 * exact));
  }

  /**
   * At 2 × 10^9 trials the plain formula for a term loses half of its digits to cancellation; the
   * saddle-point form must not. Expected values summed with 40 digits by a second program.
   */
  @ParameterizedTest
  @CsvSource({
    "1000000000, 0.49998, 0.036820936062615372842",
    "1000000000, 0.49999, 0.18555266443788638268",
    "10000000, 0.004998, 0.10237267422211089785"
  })
  void tailKeepsItsDigitsForManyTrials(int events, double p, double expected) {
    assertThat(BinomialTail.atLeast(events, 2_000_000_000, p))
        .isCloseTo(expected, within(1e-11 * expected));
  }

  /** P(X >= events) in exact rational arithmetic, rounded only at the end. */
  private static BigDecimal exactTail(int events, int trials, double rate) {
    BigDecimal p = new BigDecimal(rate);
    BigDecimal sum = BigDecimal.ZERO;
    for (int k = events; k <= trials; k++) {
      sum =
          sum.add(
              new BigDecimal(choose(trials, k))
                  .multiply(p.pow(k))
                  .multiply(BigDecimal.ONE.subtract(p).pow(trials - k)));
    }
    return sum.round(MathContext.DECIMAL64);
  }

  private static BigInteger choose(int n, int k) {
    BigInteger ways = BigInteger.ONE;
    for (int i = 1; i <= k; i++) {
      ways = ways.multiply(BigInteger.valueOf(n - k + i)).divide(BigInteger.valueOf(i));
    }
    return ways;
  }

  @ParameterizedTest
  @CsvSource({"1, 1000000", "50000, 1000000", "999999, 1000000", "1000000000, 2000000000"})
  void holdsForManyTrials(int events, int trials) {
    BinomialInterval interval = BinomialInterval.of(events, trials, 0.95);

    assertThat(interval.low())
        .isCloseTo(
            BetaDistribution.of(events, trials - events + 1.0).inverseCumulativeProbability(0.025),
            within(1e-9));
    assertThat(interval.high())
        .isCloseTo(
            BetaDistribution.of(events + 1.0, trials - events).inverseSurvivalProbability(0.025),
            within(1e-9));
  }

  @Property(tries = 50)
  void aHigherLevelIsNeverNarrower(
      @ForAll @IntRange(min = 1, max = 500) int trials,
      @ForAll @IntRange(min = 0, max = 500) int someEvents) {
    int events = Math.min(someEvents, trials);
    BinomialInterval narrow = BinomialInterval.of(events, trials, 0.8);
    BinomialInterval wide = BinomialInterval.of(events, trials, 0.99);

    assertThat(wide.low()).isLessThanOrEqualTo(narrow.low());
    assertThat(wide.high()).isGreaterThanOrEqualTo(narrow.high());
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "-1, 5", "6, 5"})
  void refusesImpossibleCounts(int events, int trials) {
    assertThatThrownBy(() -> BinomialInterval.of(events, trials, 0.95))
        .hasMessageContaining("found %d events in %d trials".formatted(events, trials));
  }

  @Test
  void refusesALevelThatIsNone() {
    assertThatThrownBy(() -> BinomialInterval.of(1, 5, 1)).hasMessageStartingWith("level:");
    assertThatThrownBy(() -> BinomialInterval.of(1, 5, 0)).hasMessageStartingWith("level:");
  }
}
