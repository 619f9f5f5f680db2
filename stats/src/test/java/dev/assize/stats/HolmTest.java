package dev.assize.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HolmTest {

  @Test
  void givesTheValuesThatRGives() {
    assertThat(Holm.adjust(new double[] {0.01, 0.04, 0.03, 0.005}))
        .containsExactly(0.03, 0.06, 0.06, 0.02);
    assertThat(Holm.adjust(new double[] {0.5, 0.9})).containsExactly(1, 1);
    assertThat(Holm.adjust(new double[0])).isEmpty();
  }

  @Test
  void rejectsThoseAtOrUnderAlpha() {
    assertThat(Holm.reject(new double[] {0.01, 0.04, 0.03, 0.005}, 0.05))
        .containsExactly(true, false, false, true);
    assertThat(Holm.reject(new double[] {0.25, 0.5}, 0.5)).containsExactly(true, true);
    assertThat(Holm.reject(new double[] {0.05}, 0.05)).containsExactly(true);
  }

  @Property
  void isTheStepDownProcedure(@ForAll("pValues") double[] pValues) {
    // α with a denominator that no product below meets by rounding alone.
    double alpha = 0.0503;
    double[] sorted = Numbers.sorted(pValues);
    int m = sorted.length;
    int rejected = 0;
    while (rejected < m && sorted[rejected] <= alpha / (m - rejected)) {
      rejected++;
    }
    double limit = rejected == 0 ? -1 : sorted[rejected - 1];

    boolean[] decisions = Holm.reject(pValues, alpha);

    for (int i = 0; i < m; i++) {
      assertThat(decisions[i]).isEqualTo(pValues[i] <= limit);
    }
  }

  @Property
  void adjustedValuesLieBetweenThePValueAndBonferroni(@ForAll("pValues") double[] pValues) {
    double[] before = pValues.clone();
    double[] adjusted = Holm.adjust(pValues);

    assertThat(pValues).isEqualTo(before);
    for (int i = 0; i < pValues.length; i++) {
      assertThat(adjusted[i]).isBetween(pValues[i], Math.min(1, pValues.length * pValues[i]));
      for (int j = 0; j < pValues.length; j++) {
        if (pValues[i] <= pValues[j]) {
          assertThat(adjusted[i]).isLessThanOrEqualTo(adjusted[j]);
        }
      }
    }
    double smallest = Arrays.stream(pValues).min().orElseThrow();
    assertThat(Arrays.stream(adjusted).min().orElseThrow())
        .isEqualTo(Math.min(1, pValues.length * smallest));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
  void refusesWhatIsNoProbability(double p) {
    assertThatThrownBy(() -> Holm.adjust(new double[] {0.5, p}))
        .hasMessage("pValues[1]: expected a number in [0, 1], found " + p);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, 5, Double.NaN})
  void refusesAnAlphaThatIsNone(double alpha) {
    assertThatThrownBy(() -> Holm.reject(new double[] {0.5}, alpha))
        .hasMessage("alpha: expected a number above 0 and below 1 (0.05 for 95 %), found " + alpha);
  }

  @Provide
  Arbitrary<double[]> pValues() {
    return Arbitraries.integers()
        .between(0, 1000)
        .map(i -> i * i / 1e6)
        .array(double[].class)
        .ofMinSize(1)
        .ofMaxSize(12);
  }
}
