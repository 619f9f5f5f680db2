package dev.assize.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assize.evidence.RunDirectory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VerdictJsonTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden");

  @TempDir Path directory;

  /**
   * Each known answer, byte for byte. After a change that is meant, remove the file: the test then
   * writes it anew and fails once.
   */
  @ParameterizedTest
  @EnumSource(Synthetic.Known.class)
  void verdictsAreTheGoldenOnes(Synthetic.Known known) throws Exception {
    Path run = directory.resolve("run");
    Synthetic.write(known, run);
    String found =
        new String(VerdictJson.write(Judge.judge(RunDirectory.open(run))), StandardCharsets.UTF_8);
    Path golden = GOLDEN.resolve(known.name() + ".verdict.json");
    if (!Files.exists(golden)) {
      Files.createDirectories(GOLDEN);
      Files.writeString(golden, found);
      throw new AssertionError("wrote " + golden + "; look at it and run the test again");
    }

    assertThat(found).isEqualTo(Files.readString(golden));
  }

  @Test
  void textIsEscapedAndComesBack() {
    Verdict verdict = Runs.judge(Runs.walls(Runs.run(), Runs.noisy(90, 0.01, 1)));
    String text =
        "a \"quoted\" \\ line\nwith\ttab, \u0001, é, \ud83d\ude00, lone \ud83d and \u007f";
    Verdict odd =
        new Verdict(
            verdict.schema(),
            verdict.experiment(),
            text,
            verdict.outcome(),
            verdict.drift(),
            verdict.complete(),
            verdict.descriptive(),
            text,
            verdict.flags(),
            verdict.wouldChange(),
            verdict.cells(),
            verdict.comparisons(),
            verdict.regressions(),
            verdict.voids(),
            verdict.counts(),
            verdict.tallies(),
            verdict.trends(),
            verdict.floors(),
            verdict.votes(),
            verdict.exposures(),
            verdict.variants(),
            verdict.derived(),
            verdict.windows(),
            verdict.processors(),
            verdict.latencies(),
            verdict.unreached(),
            verdict.open(),
            verdict.deviations(),
            verdict.limits());

    assertThat(VerdictJson.read(VerdictJson.write(odd))).isEqualTo(odd);
  }

  @Test
  void refusalsSayWhere() {
    String json =
        new String(
            VerdictJson.write(Runs.judge(Runs.walls(Runs.run(), Runs.noisy(90, 0.01, 1)))),
            StandardCharsets.UTF_8);

    assertThatThrownBy(() -> read(json.replaceFirst("\"schema\": 1", "\"schema\": 99")))
        .hasMessageContaining("expected schema 1 to 1, found 99");
    assertThatThrownBy(() -> read(json.replaceFirst("\"level\": 0.95", "\"level\": \"high\"")))
        .hasMessageContaining("at /comparisons/0/level: expected a number, found \"high\"");
    assertThatThrownBy(
            () -> read(json.replaceFirst("\"outcome\": \"WIN\"", "\"outcome\": \"GOOD\"")))
        .hasMessageContaining("at /outcome: expected one of [WIN, LOSS");
    assertThatThrownBy(() -> read(json.replaceFirst("\"drift\": false,", "")))
        .hasMessageContaining("expected the key 'drift'");
    assertThatThrownBy(() -> read(json.substring(0, 40))).hasMessageContaining("expected JSON");
  }

  @Test
  void percentilesOfOperationsComeBack() {
    Verdict verdict = LatenciesTest.judged(12, 40);

    assertThat(verdict.latencies()).isNotEmpty();
    assertThat(VerdictJson.read(VerdictJson.write(verdict))).isEqualTo(verdict);
  }

  private static Verdict read(String json) {
    return VerdictJson.read(json.getBytes(StandardCharsets.UTF_8));
  }
}
