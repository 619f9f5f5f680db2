package dev.assize.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class HolmStepsTest {
  @Test
  void testsEachHypothesisAtItsStep() {
    HolmSteps steps = HolmSteps.of(new double[] {0.04, 0.001, 0.02, 0.6}, 4, 0.05);

    // 0.001 passes at 0.05/4; 0.02 fails at 0.05/3, where the procedure stops.
    assertThat(steps.alphas()).containsExactly(0.05 / 3, 0.05 / 4, 0.05 / 3, 0.05 / 3);
    assertThat(steps.adjusted()).containsExactly(0.08, 0.004, 0.06, 0.6);
  }

  @Test
  void aPValueOfExactlyItsStepIsRejected() {
    HolmSteps steps = HolmSteps.of(new double[] {0.025, 0.2}, 2, 0.05);

    assertThat(steps.alphas()).containsExactly(0.05 / 2, 0.05);
  }

  @Test
  void comparisonsWithoutAPValueStayInTheFamily() {
    HolmSteps steps = HolmSteps.of(new double[] {0.02}, 3, 0.05);

    assertThat(steps.adjusted()).containsExactly(0.06);
    assertThat(steps.alphas()).containsExactly(0.05 / 3);
  }

  @Property(tries = 300)
  void decisionByLevelAgreesWithDecisionByAdjustedP(
      @ForAll @Size(min = 1, max = 12) List<@DoubleRange(max = 0.2) Double> pValues) {
    double[] p = pValues.stream().mapToDouble(Double::doubleValue).toArray();
    HolmSteps steps = HolmSteps.of(p, p.length, 0.05);

    for (int i = 0; i < p.length; i++) {
      assertThat(p[i] <= steps.alphas()[i] + 1e-12).isEqualTo(steps.adjusted()[i] <= 0.05 + 1e-12);
    }
  }
}
