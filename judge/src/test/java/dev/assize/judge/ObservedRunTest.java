package dev.assize.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assize.evidence.DamagedEvidenceException;
import dev.assize.evidence.ObservationFile;
import dev.assize.evidence.RunDirectory;
import dev.assize.evidence.TrialRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Observations in a run directory, through derived metrics and exposure to the verdict. */
class ObservedRunTest {
  private static final String[] SPEC = {
    """
    metrics:
      wall: {}
      cost: { derived: "command.cpu / (engine.bytes / 1e6)", unit: s/MB, better: lower, primary: true, minimum-effect: 1 % }
    """,
    "observe: { every: 10ms, counters: { engine: { json: \"http://127.0.0.1:1/c\", pid: /pid } } }",
    """
    exposure:
      - { arm: new, expression: "engine.ring_bytes / engine.bytes >= 0.5" }
      - { arm: old, expression: "engine.ring_bytes == 0" }
      - { expression: "engine.ring_bytes + engine.inline_bytes == engine.bytes" }
    """
  };

  @TempDir Path directory;

  private static SyntheticRun run(long ringOfNew, int observedFrom) {
    SyntheticRun run = Runs.run(SPEC);
    Runs.Millis walls = Runs.noisy(80, 0.01, 1);
    return run.carryOut(
            p -> {
              TrialRecord record = run.trial(p).wall(Math.round(walls.of(p) * 1e6)).made();
              if (p.block() >= observedFrom) {
                long ring = Runs.isNew(p) ? ringOfNew : 0;
                run.observe(record.attempt(), SyntheticObservations.of(record, 50_000_000, ring));
              }
              return List.of(record);
            })
        .close();
  }

  @Test
  void aDerivedMetricDecidesWhereTheTreatmentCarriedTheBytes() throws Exception {
    RunDirectory written = run(40_000_000, 1).write(directory.resolve("run"));
    Verdict verdict = Judge.judge(written);

    assertThat(verdict.outcome()).isEqualTo(Outcome.WIN);
    assertThat(Runs.primary(verdict).metric().name().value()).isEqualTo("cost");
    // 0.1 s of CPU time for 50 MB.
    assertThat(Runs.primary(verdict).baselineMedian()).isCloseTo(0.002, within(0.0001));
    assertThat(verdict.exposures()).hasSize(4).allMatch(Verdict.ExposureFound::holds);
    assertThat(verdict.exposures().getFirst().readings())
        .extracting(Verdict.ReadingFound::name)
        .containsExactly("engine.ring_bytes / engine.bytes", "engine.bytes", "engine.ring_bytes");
    assertThat(verdict.exposures().getFirst().readings().getFirst().low()).isEqualTo(0.8);
    assertThat(verdict.derived()).hasSize(24).allMatch(d -> d.why().isEmpty());
    assertThat(verdict.windows()).hasSize(6).allMatch(w -> w.status() == WindowStatus.OK);
    assertThat(verdict.processors())
        .hasSize(2)
        .allSatisfy(
            p -> {
              assertThat(p.busy()).isCloseTo(0.5, within(1e-9));
              assertThat(p.iowait()).isCloseTo(0.2, within(1e-9));
              assertThat(p.command()).isCloseTo(1, within(1e-6));
              assertThat(p.server()).isNaN();
            });
    assertThat(VerdictJson.read(VerdictJson.write(verdict))).isEqualTo(verdict);
  }

  @Test
  void twoPercentOfTheBytesAreNoExposureAndTheReadingsAreShown() {
    Verdict verdict = Runs.judge(run(1_000_000, 1));

    assertThat(verdict.outcome()).isEqualTo(Outcome.NOT_EXERCISED);
    assertThat(verdict.sentence())
        .contains(
            "expected engine.ring_bytes / engine.bytes >= 0.5 in every trial of new, found that in 0 of 12")
        .contains("engine.ring_bytes / engine.bytes was 0.02; ");
    assertThat(verdict.open())
        .first()
        .asString()
        .contains(
            "An answer takes work for which this holds: engine.ring_bytes / engine.bytes >= 0.5 in new");
  }

  @Test
  void whatWasNotObservedIsVoidAndNoZero() {
    Verdict none = Runs.judge(run(40_000_000, 99));
    assertThat(none.outcome()).isEqualTo(Outcome.VOID);
    assertThat(Runs.primary(none).because())
        .contains("no block has a value of cost")
        .contains("no_sampler: nothing was sampled of command");
    assertThat(none.windows()).isNotEmpty().allMatch(w -> w.status() == WindowStatus.NO_SAMPLER);
    assertThat(none.processors()).allMatch(p -> Double.isNaN(p.busy()) && !p.why().isEmpty());

    Verdict most = Runs.judge(run(40_000_000, 2));
    assertThat(Runs.primary(most).blocks()).hasSize(11).doesNotContain(1);
    assertThat(most.outcome()).isEqualTo(Outcome.NOT_EXERCISED);
    assertThat(most.exposures().getFirst().kept()).isEqualTo(11);
    assertThat(most.open()).anyMatch(o -> o.contains("no_sampler"));
  }

  @Test
  void damagedObservationsAreDamagedEvidence() throws Exception {
    RunDirectory written = run(40_000_000, 1).write(directory.resolve("run"));
    Path file =
        written
            .attemptDirectory(new dev.assize.evidence.Attempt(3, 1))
            .resolve(ObservationFile.NAME);
    Files.writeString(file, Files.readString(file).substring(20));

    assertThatThrownBy(() -> Judge.judge(written))
        .isInstanceOf(DamagedEvidenceException.class)
        .hasMessageContaining("observations.jsonl:1");
  }
}
