package dev.assize.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {
  @ParameterizedTest
  @CsvSource({
    "desing, design",
    "scenario, scenarios",
    "Question, question",
    "allow_loader_environment, allow-loader-environment",
    "gate, gates",
    "metrcs, metrics"
  })
  void findsWhatWasMeant(String word, String meant) {
    assertThat(Nearest.of(word, Keys.SPEC)).contains(meant);
  }

  @ParameterizedTest
  @CsvSource({"zzzzzzzz", "x-completely-different-key"})
  void doesNotGuessWildly(String word) {
    assertThat(Nearest.of(word, Keys.SPEC)).isEmpty();
  }
}
