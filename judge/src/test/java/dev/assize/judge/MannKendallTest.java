package dev.assize.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assize.stats.SplitMix64;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MannKendallTest {
  @Test
  void workedExample() {
    // S = 10 − 0 over five rising values: variance 5·4·15/18 = 16.667, z = 9/4.0825.
    MannKendall rising = MannKendall.of(new double[] {1, 2, 4, 8, 16});

    assertThat(rising.z()).isCloseTo(2.2045, within(1e-4));
    // Slopes 1, 1.5, 7/3, 3.75, 2, 3, 14/3, 4, 6, 8: the median is (3 + 3.75)/2.
    assertThat(rising.change()).isCloseTo(4 * 3.375, within(1e-12));
  }

  @Test
  void tiesTakeVarianceAway() {
    // One group of 2 and one of 3: (5·4·15 − 2·1·9 − 3·2·11)/18 = 12; S = 6.
    assertThat(MannKendall.of(new double[] {1, 1, 2, 2, 2}).z())
        .isCloseTo(5 / Math.sqrt(12), within(1e-12));
  }

  @Test
  void aConstantSeriesHasNoTrend() {
    MannKendall flat = MannKendall.of(new double[20]);

    assertThat(flat.z()).isZero();
    assertThat(flat.change()).isZero();
    assertThat(flat.significant()).isFalse();
  }

  @Test
  void onePercentIsSignificant() {
    assertThat(new MannKendall(MannKendall.SIGNIFICANT, 1).significant()).isTrue();
    assertThat(new MannKendall(-2.57, 1).significant()).isFalse();
  }

  @Test
  void falsePositivesStayNearOnePercent() {
    SplitMix64 random = new SplitMix64(7);
    long found =
        IntStream.range(0, 2_000)
            .filter(
                _ ->
                    MannKendall.of(
                            IntStream.range(0, 12).mapToDouble(i -> Runs.uniform(random)).toArray())
                        .significant())
            .count();

    assertThat(found).isBetween(5L, 40L);
  }

  @Test
  void longSeriesAreShortenedAndKeepTheirChange() {
    double[] ramp = IntStream.range(0, 50_000).mapToDouble(i -> i / 49_999.0).toArray();

    assertThat(MannKendall.of(ramp).change()).isCloseTo(1, within(0.01));
  }
}
