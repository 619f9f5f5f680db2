package dev.assize.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.experiment.Expression;
import dev.assize.judge.TrialValue.Amount;
import dev.assize.judge.TrialValue.Missing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operators and what is missing, with a.x = 6, a.y = 3 and a.zero = 0. */
class EvaluationTest {
  private static final Evaluation.Names NAMES =
      new Evaluation.Names() {
        @Override
        public TrialValue value(String name) {
          return switch (name) {
            case "a.x" -> new Amount(6);
            case "a.y" -> new Amount(3);
            case "a.zero" -> new Amount(0);
            default -> new Missing("no " + name);
          };
        }

        @Override
        public TrialValue call(Expression.Function function, String name) {
          return new Missing("no " + function + " of " + name);
        }
      };

  private static TrialValue of(String expression) {
    return Evaluation.of(Expression.parse(expression), NAMES);
  }

  @ParameterizedTest
  @CsvSource({
    "a.x + a.y, 9",
    "a.x - a.y, 3",
    "a.x * a.y, 18",
    "a.x / a.y, 2",
    "a.x == 6, 1",
    "a.x == a.y, 0",
    "a.x != 6, 0",
    "a.x != a.y, 1",
    "a.x > 6, 0",
    "a.x > a.y, 1",
    "a.x >= 6, 1",
    "a.y >= a.x, 0",
    "a.x < 6, 0",
    "a.y < a.x, 1",
    "a.x <= 6, 1",
    "a.x <= a.y, 0",
    "a.x > 6 || a.y > 3, 0",
    "a.x >= 6 || a.y > 3, 1",
    "a.x > 6 || a.y >= 3, 1",
    "a.x >= 6 && a.y >= 3, 1",
    "a.x >= 6 && a.y > 3, 0",
    "a.x > 6 && a.y >= 3, 0"
  })
  void operators(String expression, double value) {
    assertThat(of(expression)).isEqualTo(new Amount(value));
  }

  @Test
  void theFirstThatIsMissingIsTheReason() {
    assertThat(of("a.gone + a.lost")).isEqualTo(new Missing("no a.gone"));
    assertThat(of("a.x + a.lost")).isEqualTo(new Missing("no a.lost"));
    assertThat(of("a.x / a.zero")).isEqualTo(new Missing("division by zero: a.zero is 0"));
    assertThat(of("a.zero * 0 + a.zero")).isEqualTo(new Amount(0));
    assertThat(of("a.x * 1e308")).isInstanceOf(Missing.class);
  }
}
