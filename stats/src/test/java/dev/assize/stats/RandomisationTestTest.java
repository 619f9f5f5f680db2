package dev.assize.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RandomisationTestTest {
  private static final double LEVEL = 0.95;

  @Test
  void threeFreeBlocksByHand() {
    // Differences 1, 2, 4, all positive: only the observed labels and their complement are extreme.
    RandomisationResult result =
        RandomisationTest.of(ReferenceSet.free(3), 0)
            .compare(new double[] {0, 0, 0}, new double[] {1, 2, 4}, Scale.DIFFERENCE, 0.7);
    assertThat(result.p()).isEqualTo(0.25);
    assertThat(result.setSize()).isEqualTo(8);
    assertThat(result.relabellings()).isEqualTo(8);
    assertThat(result.enumerated()).isTrue();
    assertThat(result.significant()).isTrue();
    assertThat(result.interval().low()).isPositive();
  }

  @Test
  void signedRankOfFourBlocksByHand() {
    // Differences 1, 2, 3, −4: |T| = 2; |T| ≥ 2 in 14 of 16 sign patterns (T = 0 twice: 1+4 = 2+3).
    RandomisationResult result =
        RandomisationTest.of(ReferenceSet.free(4), 0)
            .compare(
                new double[] {10, 10, 10, 10}, new double[] {11, 12, 13, 6}, Scale.DIFFERENCE, 0.9);
    assertThat(result.statisticP().get(BlockStatistic.SIGNED_RANK)).isEqualTo(14.0 / 16);
  }

  @Test
  void anEndThatIsABlocksDifferenceIsThatNumber() {
    // 17 of 20 blocks count the same: any shift puts 17 of them on one side and is rejected.
    double[] three = new double[20];
    Arrays.fill(three, 3);
    double[] seldom = three.clone();
    seldom[2] = 4;
    seldom[11] = 4;
    seldom[14] = 2;
    EffectInterval none = new EffectInterval(0, 0, LEVEL);
    assertThat(balanced(20).compare(three, seldom, Scale.RATIO, LEVEL).interval()).isEqualTo(none);
    assertThat(balanced(20).compare(three, seldom, Scale.DIFFERENCE, LEVEL).interval())
        .isEqualTo(none);

    // The same about a shift of 2: zero is rejected, 2 is both ends.
    double[] shifted = Arrays.stream(seldom).map(v -> v + 2).toArray();
    assertThat(balanced(20).compare(three, shifted, Scale.DIFFERENCE, LEVEL).interval())
        .isEqualTo(new EffectInterval(2, 2, LEVEL));
  }

  @Test
  void tiesInDecimalFractionsAreTies() {
    // 0.1 + 0.2 against 0.3: the last bits of a double must not decide. T = 0.1 + 0.2 − 0.3 = 0.
    RandomisationResult result =
        RandomisationTest.of(ReferenceSet.free(3), 0)
            .compare(
                new double[] {0.7, 0.7, 0.7}, new double[] {0.8, 0.9, 0.4}, Scale.DIFFERENCE, 0.5);
    assertThat(result.statisticP().get(BlockStatistic.SIGNED_RANK)).isEqualTo(1);
  }

  @Property(tries = 300)
  void agreesWithTheDefinition(
      @ForAll @IntRange(min = 1, max = 8) int n, @ForAll long seed, @ForAll boolean coarse) {
    Random random = new Random(seed);
    int[] lead = random.ints(n, -1, 2).toArray();
    double[] a = noise(random, n, coarse);
    double[] b = noise(random, n, coarse);
    RandomisationResult fast =
        RandomisationTest.of(ReferenceSet.balanced(lead), 0).compare(a, b, Scale.DIFFERENCE, LEVEL);
    double[] naive = NaiveRandomisationTest.pValues(a, b, lead);
    int k = 0;
    for (BlockStatistic statistic : BlockStatistic.values()) {
      assertThat(fast.statisticP().get(statistic))
          .as(statistic.name())
          .isCloseTo(naive[k++], within(1e-9));
    }
    assertThat(fast.p()).isCloseTo(naive[4], within(1e-9));
  }

  @Property(tries = 200)
  void pAndIntervalNeverContradictEachOther(
      @ForAll @IntRange(min = 2, max = 14) int n,
      @ForAll long seed,
      @ForAll boolean coarse,
      @ForAll @IntRange(min = 0, max = 3) int effect) {
    Random random = new Random(seed);
    double[] a = noise(random, n, coarse);
    double[] b = Arrays.stream(noise(random, n, coarse)).map(v -> v + effect).toArray();
    RandomisationResult r = balanced(n).compare(a, b, Scale.DIFFERENCE, LEVEL);
    assertThat(r.p()).isGreaterThan(0).isLessThanOrEqualTo(1);
    assertThat(r.p() <= 0.05 + 1e-12).isEqualTo(r.significant());
    assertThat(r.p())
        .isGreaterThanOrEqualTo(
            r.statisticP().values().stream().min(Double::compare).orElseThrow());
    assertThat(r.interval().contains(r.estimate())).isTrue();
  }

  @Property(tries = 100)
  void swappingTheArmsTurnsTheSign(
      @ForAll @IntRange(min = 2, max = 12) int n, @ForAll long seed, @ForAll boolean coarse) {
    Random random = new Random(seed);
    double[] a = noise(random, n, coarse);
    double[] b = noise(random, n, coarse);
    RandomisationResult there = balanced(n).compare(a, b, Scale.DIFFERENCE, LEVEL);
    RandomisationResult back = balanced(n).compare(b, a, Scale.DIFFERENCE, LEVEL);
    assertThat(back.p()).isEqualTo(there.p());
    assertThat(back.estimate()).isCloseTo(-there.estimate(), within(1e-9));
    assertClose(back.interval().low(), -there.interval().high(), 1e-3);
    assertClose(back.interval().high(), -there.interval().low(), 1e-3);
  }

  @Property(tries = 100)
  void theUnitDoesNotMatter(
      @ForAll @IntRange(min = 2, max = 12) int n, @ForAll long seed, @ForAll boolean coarse) {
    Random random = new Random(seed);
    double[] a = positive(random, n, coarse);
    double[] b = positive(random, n, coarse);
    RandomisationResult seconds = balanced(n).compare(a, b, Scale.RATIO, LEVEL);
    RandomisationResult nanos =
        balanced(n).compare(map(a, v -> v * 1e9), map(b, v -> v * 1e9), Scale.RATIO, LEVEL);
    assertThat(nanos.p()).isEqualTo(seconds.p());
    assertThat(nanos.estimate()).isCloseTo(seconds.estimate(), within(1e-9));
    assertClose(nanos.interval().low(), seconds.interval().low(), 1e-5);
    assertClose(nanos.interval().high(), seconds.interval().high(), 1e-5);
  }

  @Property(tries = 100)
  void whatABlockSharesCancelsInThePairedStatistics(
      @ForAll @IntRange(min = 2, max = 12) int n, @ForAll long seed) {
    Random random = new Random(seed);
    double[] a = positive(random, n, false);
    double[] b = positive(random, n, false);
    double[] factor = random.doubles(n, 0.2, 5).toArray();
    double[] slowA = a.clone();
    double[] slowB = b.clone();
    Arrays.setAll(slowA, i -> a[i] * factor[i]);
    Arrays.setAll(slowB, i -> b[i] * factor[i]);
    RandomisationResult plain = balanced(n).compare(a, b, Scale.RATIO, LEVEL);
    RandomisationResult slowed = balanced(n).compare(slowA, slowB, Scale.RATIO, LEVEL);
    for (BlockStatistic s :
        new BlockStatistic[] {BlockStatistic.BIWEIGHT, BlockStatistic.SIGNED_RANK}) {
      assertThat(slowed.statisticP().get(s)).isEqualTo(plain.statisticP().get(s));
    }
    assertThat(slowed.estimate()).isCloseTo(plain.estimate(), within(1e-9));
  }

  @Property(tries = 100)
  void movingTheCandidateMovesEstimateAndBoundedEnds(
      @ForAll @IntRange(min = 8, max = 14) int n, @ForAll long seed) {
    Random random = new Random(seed);
    double[] a = noise(random, n, false);
    // Both far on one side of zero, where the exclusion of zero bends no end.
    double[] b = map(noise(random, n, false), v -> v + 20);
    RandomisationResult here = balanced(n).compare(a, b, Scale.DIFFERENCE, LEVEL);
    RandomisationResult there = balanced(n).compare(a, map(b, v -> v + 7), Scale.DIFFERENCE, LEVEL);
    assertThat(there.estimate()).isCloseTo(here.estimate() + 7, within(1e-9));
    assertThat(there.p()).isEqualTo(here.p());
    assertClose(there.interval().low(), here.interval().low() + 7, 0.01);
    assertClose(there.interval().high(), here.interval().high() + 7, 0.01);
  }

  @Property(tries = 50)
  void aHigherLevelGivesNoNarrowerInterval(@ForAll long seed) {
    Random random = new Random(seed);
    double[] a = noise(random, 12, false);
    double[] b = noise(random, 12, false);
    EffectInterval narrow = balanced(12).compare(a, b, Scale.DIFFERENCE, 0.8).interval();
    EffectInterval wide = balanced(12).compare(a, b, Scale.DIFFERENCE, 0.99).interval();
    assertThat(wide.low()).isLessThanOrEqualTo(narrow.low() + 1e-3);
    assertThat(wide.high()).isGreaterThanOrEqualTo(narrow.high() - 1e-3);
  }

  @Test
  void aLargeEffectIsFoundWhateverItsSize() {
    // Neighbours alone would take a large effect for two clusters.
    Random random = new Random(3);
    double[] a = map(noise(random, 10, false), v -> Math.exp(0.03 * v));
    double[] b = map(noise(random, 10, false), v -> Math.exp(0.03 * v));
    for (double factor : new double[] {1.1, 1.5, 3, 100, 1e6}) {
      RandomisationResult r = balanced(10).compare(a, map(b, v -> v * factor), Scale.RATIO, LEVEL);
      assertThat(r.p()).isLessThan(0.02);
      assertThat(r.interval().contains(factor * 1.0 - 1)).isTrue();
      assertThat(r.interval().bounded()).isTrue();
    }
  }

  @Test
  void twoSpikesDontTurnTheDirection() {
    double[] a = {1.01, 0.99, 1.02, 1.0, 0.98, 1.01, 1.0, 0.99, 1.01, 1.0};
    double[] b = {0.97, 0.96, 10.0, 0.98, 0.95, 0.98, 0.97, 9.8, 0.98, 0.97};
    RandomisationResult r = balanced(10).compare(a, b, Scale.RATIO, 0.9);
    assertThat(r.estimate()).isBetween(-0.04, -0.02);
  }

  @Test
  void tooFewBlocksGiveAnUnboundedInterval() {
    RandomisationResult r =
        balanced(4)
            .compare(new double[] {1, 1, 1, 1}, new double[] {2, 3, 4, 5}, Scale.RATIO, LEVEL);
    assertThat(r.interval())
        .isEqualTo(new EffectInterval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, LEVEL));
    assertThat(r.interval().bounded()).isFalse();
    assertThat(r.significant()).isFalse();
  }

  @Test
  void allValuesEqualIsItsOwnFinding() {
    double[] same = new double[10];
    Arrays.fill(same, 4);
    RandomisationResult r = balanced(10).compare(same, same, Scale.RATIO, LEVEL);
    assertThat(r.p()).isEqualTo(1);
    assertThat(r.allEqual()).isTrue();
    assertThat(r.interval()).isEqualTo(new EffectInterval(0, 0, LEVEL));
    RandomisationResult zeros =
        balanced(10).compare(new double[10], new double[10], Scale.DIFFERENCE, LEVEL);
    assertThat(zeros.allEqual()).isTrue();
    assertThat(zeros.p()).isEqualTo(1);
  }

  @Test
  void aConstantEffectIsAPoint() {
    double[] a = {1, 2, 3, 4, 5, 6, 7, 8};
    RandomisationResult r = balanced(8).compare(a, map(a, v -> v + 2), Scale.DIFFERENCE, LEVEL);
    assertThat(r.allEqual()).isFalse();
    assertThat(r.significant()).isTrue();
    assertThat(r.interval()).isEqualTo(new EffectInterval(2, 2, LEVEL));
  }

  @Test
  void refusesValuesThatCannotBeCompared() {
    double[] good = {1, 1, 1};
    RandomisationTest test = RandomisationTest.of(ReferenceSet.free(3), 0);
    for (double bad : new double[] {0, -1}) {
      assertThatThrownBy(() -> test.compare(good, new double[] {1, bad, 1}, Scale.RATIO, LEVEL))
          .hasMessageContaining("candidate at block index 1");
      test.compare(good, new double[] {1, bad, 1}, Scale.DIFFERENCE, LEVEL);
    }
    for (Scale scale : Scale.values()) {
      assertThatThrownBy(() -> test.compare(new double[] {1, 1, Double.NaN}, good, scale, LEVEL))
          .hasMessageContaining("baseline at block index 2");
    }
    assertThatThrownBy(() -> test.compare(new double[2], good, Scale.DIFFERENCE, LEVEL))
        .hasMessageContaining("expected 3 values");
    assertThatThrownBy(() -> test.compare(good, good, Scale.DIFFERENCE, 95))
        .hasMessageContaining("level");
  }

  @Test
  void sampledSetsRepeatAndAgreeWithWilcoxonsTable() {
    Random random = new Random(9);
    double[] a = noise(random, 20, false);
    double[] b = map(noise(random, 20, false), v -> v + 0.6);
    RandomisationResult one =
        RandomisationTest.of(ReferenceSet.free(20), 11).compare(a, b, Scale.DIFFERENCE, LEVEL);
    assertThat(one.enumerated()).isFalse();
    assertThat(one.relabellings()).isEqualTo(100_001);
    assertThat(
            RandomisationTest.of(ReferenceSet.free(20), 11).compare(a, b, Scale.DIFFERENCE, LEVEL))
        .isEqualTo(one);
    double exact = wilcoxon(a, b);
    double sigma = Math.sqrt(exact * (1 - exact) / 100_000);
    assertThat(one.statisticP().get(BlockStatistic.SIGNED_RANK))
        .isCloseTo(exact, within(5 * sigma));
  }

  /** Exact two-sided signed-rank p without ties, by counting subsets of the ranks. */
  private static double wilcoxon(double[] a, double[] b) {
    int n = a.length;
    int positive = 0;
    for (int i = 0; i < n; i++) {
      int rank = 0;
      for (int j = 0; j < n; j++) {
        rank += Math.abs(b[j] - a[j]) <= Math.abs(b[i] - a[i]) ? 1 : 0;
      }
      positive += b[i] > a[i] ? rank : 0;
    }
    int top = n * (n + 1) / 2;
    double[] ways = new double[top + 1];
    ways[0] = 1;
    for (int rank = 1; rank <= n; rank++) {
      for (int t = top; t >= rank; t--) {
        ways[t] += ways[t - rank];
      }
    }
    double extreme = 0;
    for (int t = 0; t <= top; t++) {
      extreme += Math.abs(2 * t - top) >= Math.abs(2 * positive - top) ? ways[t] : 0;
    }
    return extreme / Math.pow(2, n);
  }

  private static RandomisationTest balanced(int n) {
    int[] lead = new int[n];
    Arrays.setAll(lead, b -> b % 2 == 0 ? 1 : -1);
    return RandomisationTest.of(ReferenceSet.balanced(lead), 0);
  }

  private static double[] noise(Random random, int n, boolean coarse) {
    double[] values = new double[n];
    Arrays.setAll(values, i -> coarse ? random.nextInt(5) * 0.1 : random.nextGaussian());
    return values;
  }

  private static double[] positive(Random random, int n, boolean coarse) {
    return map(noise(random, n, coarse), v -> coarse ? 1 + v : Math.exp(0.1 * v));
  }

  private static double[] map(double[] values, DoubleUnaryOperator f) {
    return Arrays.stream(values).map(f).toArray();
  }

  private static void assertClose(double actual, double expected, double tolerance) {
    if (Double.isInfinite(expected)) {
      assertThat(actual).isEqualTo(expected);
    } else {
      assertThat(actual).isCloseTo(expected, within(tolerance * Math.max(1, Math.abs(expected))));
    }
  }
}
