package dev.assize.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.evidence.RunDirectory;
import dev.assize.experiment.OperationName;
import dev.assize.stats.SplitMix64;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long it takes to judge a run of 1,000,000 samples: 20 blocks × 2 arms × 5 operations × 5,000
 * rounds. Not part of the tests, because times are not asserted; run it by
 *
 * <pre>
 * mvn -q -pl judge -am test -Dtest=MillionSamples -Dsurefire.failIfNoSpecifiedTests=false \
 *     "-Dtest.jvm.args=-Xmx1g"
 * </pre>
 *
 * <p>With a heap of 1 GiB it prints the time from opening the run directory to the bytes of
 * verdict.json, in a JVM that has judged nothing before, and the peak of the process's memory.
 */
class MillionSamples {
  private static final List<OperationName> OPERATIONS =
      List.of("open", "read", "stat", "write", "close").stream().map(OperationName::new).toList();

  @TempDir Path directory;

  @Test
  void judge() throws Exception {
    Path path = directory.resolve("run");
    write(path);
    long journal = Files.size(path.resolve("journal.jsonl"));

    long before = System.nanoTime();
    RunDirectory run = RunDirectory.open(path);
    Verdict verdict = Judge.judge(run);
    byte[] json = VerdictJson.write(verdict);
    long nanos = System.nanoTime() - before;

    assertThat(verdict.outcome()).isEqualTo(Outcome.WIN);
    assertThat(Runs.primary(verdict).baseline()).hasSize(20);
    System.out.printf(
        java.util.Locale.ROOT,
        "1000000 samples, %d comparisons, journal of %d MB: judged in %.2f s, resident memory of"
            + " writing and judging at most %d MB, heap limit %d MB, verdict.json %d kB%n",
        verdict.comparisons().size(),
        journal / 1_000_000,
        nanos / 1e9,
        peakResident() / 1_000_000,
        Runtime.getRuntime().maxMemory() / 1_000_000,
        json.length / 1000);
  }

  /** The kernel's high-water mark of this process, in bytes. */
  private static long peakResident() throws Exception {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(l -> l.startsWith("VmHWM:"))
        .mapToLong(l -> 1024 * Long.parseLong(l.replaceAll("[^0-9]", "")))
        .findFirst()
        .orElseThrow();
  }

  private static void write(Path path) throws Exception {
    SyntheticRun run =
        new SyntheticRun(
            Runs.spec(
                """
                scenarios:
                  work:
                    command: [work]
                    operations: [open, read, stat, write, close]
                    rounds: 5000
                    checks: [ { stdout: equal } ]
                """,
                """
                metrics:
                  total: { operations: [open, read, stat, write, close], primary: true }
                  open: { operations: [open] }
                  read: { operations: [read] }
                  stat: { operations: [stat] }
                  write: { operations: [write] }
                  close: { operations: [close] }
                """,
                "design: { blocks: 20, warmups: 0, seed: 1 }"),
            1);
    SplitMix64 random = new SplitMix64(1);
    run.carryOut(
        p -> {
          SyntheticTrial trial = run.trial(p).wall(1_000_000_000L);
          for (int round = 1; round <= 5000; round++) {
            for (OperationName operation : OPERATIONS) {
              double nanos = (Runs.isNew(p) ? 36_000 : 40_000) * (1 + 0.5 * Runs.uniform(random));
              trial.operation(operation, round, Math.round(nanos));
            }
          }
          return List.of(trial.made());
        });
    run.close().write(path);
  }
}
