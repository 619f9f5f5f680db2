package dev.assize.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairedBootstrapTest {

  /** Both arms of the same blocks. */
  static final class Arms {
    private final double[] baseline;
    private final double[] candidate;

    Arms(double[] baseline, double[] candidate) {
      this.baseline = baseline;
      this.candidate = candidate;
    }

    double[] baseline() {
      return baseline;
    }

    double[] candidate() {
      return candidate;
    }

    @Override
    public String toString() {
      return Arrays.toString(baseline) + " against " + Arrays.toString(candidate);
    }
  }

  @Property(tries = 300)
  void upToFiveBlocksIsEveryResampleSorted(
      @ForAll("fewBlocks") Arms arms,
      @ForAll Scale scale,
      @ForAll @net.jqwik.api.constraints.Scale(6) @DoubleRange(min = 0.5, max = 0.999)
          double level) {
    assertIsEveryResampleSorted(arms, scale, level);
  }

  @ParameterizedTest
  @ValueSource(ints = {6, 7})
  void sixAndSevenBlocksAreEveryResampleSorted(int blocks) {
    Arms arms = noisy(blocks, 7);
    assertIsEveryResampleSorted(arms, Scale.RATIO, 0.95);
    assertIsEveryResampleSorted(arms, Scale.DIFFERENCE, 0.95);
  }

  private static void assertIsEveryResampleSorted(Arms arms, Scale scale, double level) {
    double[] changes = everyResample(arms, scale);

    BootstrapInterval interval =
        PairedBootstrap.ofMedians(arms.baseline(), arms.candidate(), scale, level, 0);

    double tail =
        BigDecimal.ONE.subtract(BigDecimal.valueOf(level)).divide(BigDecimal.TWO).doubleValue();
    double otherTail = BigDecimal.ONE.subtract(BigDecimal.valueOf(tail)).doubleValue();
    assertThat(interval)
        .isEqualTo(
            new BootstrapInterval(
                change(arms.baseline(), arms.candidate(), scale),
                Quantiles.type7(changes, tail),
                Quantiles.type7(changes, otherTail),
                level,
                arms.baseline().length,
                changes.length,
                true));
  }

  /** All n^n resamples, one by one, by counting in base n. */
  private static double[] everyResample(Arms arms, Scale scale) {
    int n = arms.baseline().length;
    int resamples = 1;
    for (int i = 0; i < n; i++) {
      resamples *= n;
    }
    double[] changes = new double[resamples];
    double[] a = new double[n];
    double[] b = new double[n];
    for (int r = 0; r < resamples; r++) {
      int digits = r;
      for (int i = 0; i < n; i++) {
        a[i] = arms.baseline()[digits % n];
        b[i] = arms.candidate()[digits % n];
        digits /= n;
      }
      changes[r] = change(a, b, scale);
    }
    return changes;
  }

  private static double change(double[] a, double[] b, Scale scale) {
    return scale == Scale.RATIO
        ? Quantiles.median(b) / Quantiles.median(a) - 1
        : Quantiles.median(b) - Quantiles.median(a);
  }

  @Property(tries = 20)
  void moreBlocksAreDrawnFromTheSeed(
      @ForAll("moreBlocks") Arms arms, @ForAll Scale scale, @ForAll long seed) {
    int n = arms.baseline().length;
    SplitMix64 source = new SplitMix64(seed);
    double[] changes = new double[5000];
    double[] a = new double[n];
    double[] b = new double[n];
    for (int draw = 0; draw < changes.length; draw++) {
      for (int i = 0; i < n; i++) {
        int block = source.nextInt(n);
        a[i] = arms.baseline()[block];
        b[i] = arms.candidate()[block];
      }
      changes[draw] = change(a, b, scale);
    }

    assertThat(PairedBootstrap.ofMedians(arms.baseline(), arms.candidate(), scale, 0.95, seed))
        .isEqualTo(
            new BootstrapInterval(
                change(arms.baseline(), arms.candidate(), scale),
                Quantiles.type7(changes, 0.025),
                Quantiles.type7(changes, 0.975),
                0.95,
                n,
                5000,
                false));
  }

  @Test
  void drawsComeCloseToEveryResample() {
    Arms arms = noisy(8, 3);
    Frequencies all =
        AllResamples.changes(
            new ResampledMedian(arms.baseline()),
            new ResampledMedian(arms.candidate()),
            Scale.RATIO);

    BootstrapInterval drawn =
        PairedBootstrap.ofMedians(arms.baseline(), arms.candidate(), Scale.RATIO, 0.95, 11);

    assertThat(all.total()).isEqualTo(16_777_216);
    assertThat(drawn.exact()).isFalse();
    // 5,000 draws place a 2.5 % tail between 1.8 % and 3.2 % with three standard errors.
    assertThat(drawn.low()).isBetween(all.type7(0.018), all.type7(0.032));
    assertThat(drawn.high()).isBetween(all.type7(0.968), all.type7(0.982));
  }

  @Test
  void theSameSeedGivesTheSameIntervalOnEveryMachine() {
    double[] baseline =
        Numbers.parse(
            "100.123 101.395 98.617 101.058 102.779 101.234 104.686 97.345 "
                + "100.202 97.884 97.649 99.448 100.664 101.257 101.524 106.701");
    double[] candidate =
        Numbers.parse(
            "99.846 96.178 97.053 97.791 99.692 101.822 102.146 91.496 "
                + "98.819 95.343 93.347 95.617 97.4 99.185 98.64 104.71");
    // Worked out by a second program, in another language.
    BootstrapInterval expected =
        new BootstrapInterval(
            -0.026229166873221632,
            -0.0403085356923748,
            -0.01197242378058044,
            0.95,
            16,
            5000,
            false);

    assertThat(PairedBootstrap.ofMedians(baseline, candidate, Scale.RATIO, 0.95, 20_261_202))
        .isEqualTo(expected);
    assertThat(PairedBootstrap.ofMedians(baseline, candidate, Scale.RATIO, 0.95, 20_261_203))
        .isNotEqualTo(expected);
  }

  @Property(tries = 30)
  void aCommonFactorCancelsOnTheRatioScale(@ForAll("anyBlocks") Arms arms, @ForAll long seed) {
    // A power of two, so that no rounding takes part.
    assertThat(
            PairedBootstrap.ofMedians(
                Numbers.times(8, arms.baseline()),
                Numbers.times(8, arms.candidate()),
                Scale.RATIO,
                0.95,
                seed))
        .isEqualTo(
            PairedBootstrap.ofMedians(arms.baseline(), arms.candidate(), Scale.RATIO, 0.95, seed));
  }

  @Property(tries = 30)
  void identicalArmsDifferInNoResample(@ForAll("anyBlocks") Arms arms, @ForAll Scale scale) {
    BootstrapInterval interval =
        PairedBootstrap.ofMedians(arms.baseline(), arms.baseline(), scale, 0.95, 5);

    assertThat(interval.estimate()).isZero();
    assertThat(interval.low()).isZero();
    assertThat(interval.high()).isZero();
    assertThat(interval.excludesZero()).isFalse();
  }

  @Property(tries = 30)
  void aHigherLevelIsNeverNarrower(@ForAll("anyBlocks") Arms arms, @ForAll Scale scale) {
    BootstrapInterval narrow =
        PairedBootstrap.ofMedians(arms.baseline(), arms.candidate(), scale, 0.8, 5);
    BootstrapInterval wide =
        PairedBootstrap.ofMedians(arms.baseline(), arms.candidate(), scale, 0.99, 5);

    assertThat(wide.low()).isLessThanOrEqualTo(narrow.low());
    assertThat(wide.high()).isGreaterThanOrEqualTo(narrow.high());
  }

  @Test
  void saysWhetherZeroIsOutside() {
    assertThat(new BootstrapInterval(1, 0.5, 2, 0.95, 5, 3125, true).excludesZero()).isTrue();
    assertThat(new BootstrapInterval(-1, -2, -0.5, 0.95, 5, 3125, true).excludesZero()).isTrue();
    assertThat(new BootstrapInterval(0, -1, 2, 0.95, 5, 3125, true).excludesZero()).isFalse();
    assertThat(new BootstrapInterval(1, 0, 2, 0.95, 5, 3125, true).excludesZero()).isFalse();
    assertThat(new BootstrapInterval(-1, -2, 0, 0.95, 5, 3125, true).excludesZero()).isFalse();
  }

  @Test
  void takesAllResamplesOfUpToSevenBlocks() {
    assertThat(PairedBootstrap.takesAll(2)).isTrue();
    assertThat(PairedBootstrap.takesAll(7)).isTrue();
    assertThat(PairedBootstrap.takesAll(8)).isFalse();
    assertThat(PairedBootstrap.takesAll(1000)).isFalse();
  }

  @Test
  void refusesWhatCannotBeResampled() {
    double[] two = {1, 2};
    assertThatThrownBy(
            () ->
                PairedBootstrap.ofMedians(new double[] {1}, new double[] {1}, Scale.RATIO, 0.95, 0))
        .hasMessage(
            "blocks: expected at least 2, found 1; a single block has nothing to be resampled from");
    assertThatThrownBy(
            () -> PairedBootstrap.ofMedians(two, new double[] {1, 2, 3}, Scale.RATIO, 0.95, 0))
        .hasMessage(
            "expected one value of each arm in every block, found 2 baseline and 3 candidate"
                + " values");
    assertThatThrownBy(
            () -> PairedBootstrap.ofMedians(two, new double[] {1, 0}, Scale.RATIO, 0.95, 0))
        .isInstanceOf(SampleException.class)
        .hasMessageStartingWith("candidate[1]: expected a value above zero");
    assertThatThrownBy(
            () -> PairedBootstrap.ofMedians(new double[] {-1, 2}, two, Scale.RATIO, 0.95, 0))
        .hasMessageStartingWith("baseline[0]: expected a value above zero");
    for (double level : new double[] {0, 1, -1, 95, Double.NaN}) {
      assertThatThrownBy(() -> PairedBootstrap.ofMedians(two, two, Scale.RATIO, level, 0))
          .hasMessage(
              "level: expected a number above 0 and below 1 (0.95 for 95 %), found " + level);
    }
  }

  private static Arms noisy(int blocks, long seed) {
    Random random = new Random(seed);
    double[] a = random.doubles(blocks, 90, 110).toArray();
    double[] b = random.doubles(blocks, 85, 108).toArray();
    return new Arms(a, b);
  }

  @Provide
  Arbitrary<Arms> fewBlocks() {
    return arms(2, 5);
  }

  @Provide
  Arbitrary<Arms> moreBlocks() {
    return arms(8, 31);
  }

  @Provide
  Arbitrary<Arms> anyBlocks() {
    return arms(2, 12);
  }

  private static Arbitrary<Arms> arms(int min, int max) {
    return Arbitraries.integers()
        .between(min, max)
        .flatMap(
            n -> Numbers.positive(n, n).tuple2().map(pair -> new Arms(pair.get1(), pair.get2())));
  }
}
