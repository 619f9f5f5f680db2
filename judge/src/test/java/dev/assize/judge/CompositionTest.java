package dev.assize.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.experiment.Decision;
import dev.assize.experiment.VariantName;
import dev.assize.judge.Verdict.VariantVerdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From the outcomes of parts to that of the whole. */
class CompositionTest {
  private static Outcome across(Decision.Compose compose, Outcome... outcomes) {
    List<VariantVerdict> variants = new ArrayList<>();
    for (Outcome outcome : outcomes) {
      variants.add(new VariantVerdict(new VariantName("v" + variants.size()), outcome, List.of()));
    }
    return new Composition(
            new Decision(
                Decision.Rule.INTERVAL, 0.95, 0, Decision.Compose.ANY, compose, /* drift= */ 0))
        .of(variants);
  }

  @ParameterizedTest
  @CsvSource({
    "WIN, WIN, WIN, WIN",
    "WIN, LOSS, LOSS, UNDECIDED",
    "VOID, LOSS, LOSS, VOID",
    "WIN, VOID, VOID, VOID",
    "WIN, NOT_EXERCISED, WIN, NOT_EXERCISED",
    "VOID, NOT_EXERCISED, VOID, VOID",
    "WIN, NO_DIFFERENCE, WIN, UNDECIDED",
    "WIN, UNDECIDED, WIN, UNDECIDED",
    "NOT_EXERCISED, UNDECIDED, NOT_EXERCISED, NOT_EXERCISED",
    "NO_DIFFERENCE, NO_DIFFERENCE, NO_DIFFERENCE, NO_DIFFERENCE",
    "NO_DIFFERENCE, UNDECIDED, UNDECIDED, UNDECIDED",
    "LOSS, LOSS, LOSS, LOSS"
  })
  void twoParts(Outcome first, Outcome second, Outcome any, Outcome all) {
    assertThat(across(Decision.Compose.ANY, first, second)).isEqualTo(any);
    assertThat(across(Decision.Compose.ANY, second, first)).isEqualTo(any);
    assertThat(across(Decision.Compose.ALL, first, second)).isEqualTo(all);
    assertThat(across(Decision.Compose.ALL, second, first)).isEqualTo(all);
  }

  @Test
  void nothingIsUndecided() {
    assertThat(across(Decision.Compose.ANY)).isEqualTo(Outcome.UNDECIDED);
    assertThat(across(Decision.Compose.ALL)).isEqualTo(Outcome.UNDECIDED);
  }
}
