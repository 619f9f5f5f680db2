package dev.assize.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The bounded part of {@link PowerTableRun} that runs with every build: fixed seeds. */
class SimulatedPowerTest {
  private static final int EXPERIMENTS = 400;
  private static final int DRAWS = 999;

  @ParameterizedTest
  @EnumSource(NoiseModel.class)
  void falseAlarmsStayAtTheNominalRate(NoiseModel noise) {
    // 20 expected at most; 4 standard deviations of a binomial above that.
    assertThat(found(noise, 10, 0)).isLessThanOrEqualTo(20 + 18);
    assertThat(found(noise, 15, 0)).isLessThanOrEqualTo(20 + 18);
  }

  @Test
  void slowTrialsDontHideAnEffect() {
    // 0.76 expected; a paired t test finds 0.06, the ranks alone 0.4.
    assertThat(found(NoiseModel.SLOW_QUARTER, 20, 0.03)).isGreaterThan((int) (0.65 * EXPERIMENTS));
  }

  @Test
  void blockNoiseAndDriftDontHideAnEffect() {
    // 0.82 expected.
    assertThat(found(NoiseModel.BLOCK, 20, 0.03)).isGreaterThan((int) (0.73 * EXPERIMENTS));
    assertThat(found(NoiseModel.DRIFT, 20, 0.03)).isGreaterThan((int) (0.71 * EXPERIMENTS));
  }

  @Test
  void intervalsCoverTheTrueEffect() {
    int covered = 0;
    for (int i = 0; i < 200; i++) {
      NoiseModel.Experiment run = NoiseModel.OUTLIERS.run(new Random(7919L * i + 1), 12, 0.05);
      covered +=
          RandomisationTest.of(ReferenceSet.balanced(run.lead()), i)
                  .compare(run.baseline(), run.candidate(), Scale.RATIO, 0.9)
                  .interval()
                  .contains(0.05)
              ? 1
              : 0;
    }
    // 180 expected at least; 4 standard deviations below that.
    assertThat(covered).isGreaterThanOrEqualTo(180 - 17);
  }

  private static int found(NoiseModel noise, int blocks, double effect) {
    int found = 0;
    for (int i = 0; i < EXPERIMENTS; i++) {
      NoiseModel.Experiment run = noise.run(new Random(104_729L * i + blocks), blocks, effect);
      double p =
          RandomisationTest.of(ReferenceSet.balanced(run.lead()), i, DRAWS)
              .pValue(run.baseline(), run.candidate(), Scale.RATIO);
      found += p <= 0.05 ? 1 : 0;
    }
    return found;
  }
}
