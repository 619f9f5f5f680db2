package dev.assize.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.experiment.OperationName;
import dev.assize.judge.Verdict.LatencyFound;
import dev.assize.judge.Verdict.PercentileFound;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Percentiles of operations against counting by hand. */
class LatenciesTest {
  private static final OperationName GET = new OperationName("get");

  /** Round r of a trial of the old arm takes r µs, of the new arm twice that. */
  static Verdict judged(int blocks, int rounds) {
    SyntheticRun run =
        Runs.run(
            """
            scenarios:
              work:
                command: [work]
                operations: [get]
                rounds: %d
                checks: [ { stdout: equal } ]
            """
                .formatted(rounds),
            "design: { blocks: " + blocks + ", warmups: 1, seed: 1 }");
    return Runs.judge(
        run.carryOut(
                p -> {
                  SyntheticTrial trial = run.trial(p).wall(100_000_000);
                  // A warm-up that is slower than all: it must not be counted.
                  long unit = p.measured() ? (Runs.isNew(p) ? 2_000 : 1_000) : 1_000_000;
                  for (int round = 1; round <= rounds; round++) {
                    trial = trial.operation(GET, round, round * unit);
                  }
                  return List.of(trial.made());
                })
            .close());
  }

  private static LatencyFound old(Verdict verdict) {
    return verdict.latencies().stream()
        .filter(l -> l.arm().equals(Runs.OLD))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void nearestRankOverEveryRoundOfMeasuredTrials() {
    Verdict verdict = judged(10, 100);

    // 1,000 samples: each of 1 to 100 µs ten times over, and one sample expected above p99.9.
    assertThat(verdict.latencies()).hasSize(2);
    LatencyFound old = old(verdict);
    assertThat(old.samples()).isEqualTo(1_000);
    assertThat(old.percentiles())
        .containsExactly(
            new PercentileFound(0.5, 50_000, false),
            new PercentileFound(0.9, 90_000, false),
            new PercentileFound(0.99, 99_000, false),
            new PercentileFound(0.999, 100_000, true));
    LatencyFound other = verdict.latencies().get(1 - verdict.latencies().indexOf(old));
    assertThat(other.percentiles().getFirst().value()).isEqualTo(100_000);
  }

  @Test
  void onlyWhatTheSamplesCanTell() {
    // 12 samples: 6 above the median, 1.2 above p90, 0.12 above p99.
    assertThat(old(judged(12, 1)).percentiles())
        .containsExactly(
            new PercentileFound(0.5, 1_000, true), new PercentileFound(0.9, 1_000, true));
  }

  @Test
  void nothingWithoutOperations() {
    assertThat(Runs.judge(Runs.walls(Runs.run(), Runs.noisy(90, 0.01, 1))).latencies()).isEmpty();
  }
}
