package dev.assize.judge;

import static dev.assize.judge.Runs.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.evidence.Reading;
import dev.assize.evidence.TrialRecord;
import dev.assize.experiment.Metric;
import dev.assize.experiment.MetricName;
import dev.assize.experiment.OperationName;
import dev.assize.judge.TrialValue.Amount;
import dev.assize.judge.TrialValue.Missing;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The value of a metric in one trial. */
class TrialValueTest {
  private static final SyntheticRun RUN =
      run(
          """
          scenarios:
            work:
              command: [work]
              operations: [get, put]
              rounds: 3
              checks: [ { stdout: equal } ]
          """,
          """
          metrics:
            all: { operations: [get, put], primary: true }
            gets: { operations: [get] }
            late: { operations: [get, put], rounds: [2, 3] }
            put1: { operations: [put], rounds: [1] }
            hits: { stdout: 'hits ([0-9]+)', better: higher }
          """);

  private static SyntheticTrial trial() {
    return RUN.trial(RUN.plan().trials().getFirst());
  }

  private static TrialValue value(String metric, TrialRecord trial) {
    Metric of = RUN.experiment().metric(new MetricName(metric));
    return TrialValue.of(of, trial, Observed.NOTHING);
  }

  @Test
  void sumsAreOverTheNamedOperationsAndRounds() {
    SyntheticTrial trial = trial();
    long nanos = 1;
    for (int round = 1; round <= 3; round++) {
      for (String name : new String[] {"get", "put"}) {
        trial = trial.operation(new OperationName(name), round, nanos);
        nanos *= 2;
      }
    }

    // get: 1, 4, 16; put: 2, 8, 32.
    TrialRecord made = trial.made();
    assertThat(value("all", made)).isEqualTo(new Amount(63));
    assertThat(value("gets", made)).isEqualTo(new Amount(21));
    assertThat(value("late", made)).isEqualTo(new Amount(60));
    assertThat(value("put1", made)).isEqualTo(new Amount(2));
    assertThat(value("put1", trial().operation(new OperationName("put"), 2, 5).made()))
        .isEqualTo(new Missing("no such operation was reported"));
  }

  /** The launcher's own peak of 2 MiB, and 2 MiB by which the kernel's count may lag. */
  @ParameterizedTest
  @CsvSource({
    "2097152 B, 4194304, false",
    "2097152 B, 4194305, true",
    "2097152, 4194304, false",
    "2097152, 4194305, true",
    "'', 1, true",
    "unknown, 1, true"
  })
  void aPeakNearTheLaunchersOwnIsUnknown(String floor, long peak, boolean known) {
    TrialRecord record =
        Changed.with(
            trial().made(),
            "usage",
            trial()
                .made()
                .usage()
                .map(u -> Changed.with(u, "maxRss", new dev.assize.experiment.Bytes(peak))));
    TrialRecord launched =
        Changed.with(
            record, "inForce", floor.isEmpty() ? Map.of() : Map.of("max-rss-floor", floor));

    assertThat(value("max-rss", launched))
        .isEqualTo(
            known
                ? new Amount(peak)
                : new Missing("not measured: no larger than the launcher's own peak"));
  }

  @Test
  void whatWasNotTakenIsMissing() {
    TrialRecord record = Changed.with(trial().made(), "usage", Optional.empty());

    assertThat(value("wall", record)).isEqualTo(new Missing("no wall time was taken"));
    assertThat(value("max-rss", Changed.with(record, "inForce", Map.of("max-rss-floor", "1 B"))))
        .isEqualTo(new Missing("no resource usage was recorded"));
    assertThat(value("hits", record)).isEqualTo(new Missing("no number was recorded"));
    assertThat(value("hits", trial().value("hits", new Reading.Whole(7)).made()))
        .isEqualTo(new Amount(7));
    assertThat(value("hits", trial().value("hits", new Reading.Decimal("1e999")).made()))
        .isEqualTo(new Missing("expected a finite number, found 1e999"));
    assertThat(value("hits", trial().value("hits", new Reading.NotApplicable()).made()))
        .isEqualTo(new Missing("not applicable"));
    assertThat(value("hits", trial().value("hits", new Reading.Absent("gone")).made()))
        .isEqualTo(new Missing("gone"));
  }

  @Test
  void cpuIsUserAndSystem() {
    TrialRecord record = trial().cpu(30, 12).made();

    assertThat(value("cpu", record)).isEqualTo(new Amount(42));
    assertThat(value("user", record)).isEqualTo(new Amount(30));
    assertThat(value("system", record)).isEqualTo(new Amount(12));
  }
}
