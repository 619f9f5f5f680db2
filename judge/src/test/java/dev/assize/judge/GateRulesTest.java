package dev.assize.judge;

import static dev.assize.judge.Runs.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.evidence.Ending;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Gate;
import dev.assize.experiment.OperationName;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with one attempt, rule by rule. */
class GateRulesTest {
  /** What a made-up trial writes, and something else. */
  private static final String RIGHT = "0".repeat(64);

  private static final String WRONG = "f".repeat(64);

  private static final String GIVEN =
      "checks: [ { stdout: { sha256: '%s' } }, { stderr: equal },".formatted(RIGHT)
          + " { file: { path: out.bin, sha256: '%s' } } ]".formatted(RIGHT);
  private static final String CLOCKED =
      "checks: [ { stdout: equal } ], operations: [a, b], rounds: 2";

  private static List<Fault> faults(String scenario, UnaryOperator<SyntheticTrial> change) {
    SyntheticRun run =
        run(
            "scenarios: { work: { command: [work], " + scenario + " } }",
            "gates: { steal: trial, interference: cell, outside-writes: { watch: [/tmp] } }");
    return rules(run).faults(trial(run, change).made());
  }

  private static GateRules rules(SyntheticRun run) {
    Experiment experiment = run.experiment();
    return new GateRules(experiment.scenarios().getFirst(), experiment.gates());
  }

  private static SyntheticTrial trial(SyntheticRun run, UnaryOperator<SyntheticTrial> change) {
    return change.apply(run.trial(run.plan().trials().getFirst()));
  }

  @Test
  void theStatedExitStatusIsTheRightOne() {
    String three = "checks: [ { exit: 3 }, { stdout: equal } ]";

    assertThat(faults(three, t -> t.ending(new Ending.Exited(3)))).isEmpty();
    assertThat(faults(three, t -> t))
        .containsExactly(
            new Fault(
                "check:exit", Gate.Scope.CELL, "expected exit status 3, found 0", /* own= */ true));
  }

  @Test
  void nothingMoreIsAskedOfACommandThatFailed() {
    assertThat(
            faults(
                CLOCKED,
                t -> t.ending(new Ending.Exited(1)).withoutOutput("stdout").withoutGate("steal")))
        .extracting(Fault::gate)
        .containsExactly("check:exit");
  }

  @Test
  void givenHashesAreComparedAgain() {
    assertThat(faults(GIVEN, t -> t)).isEmpty();
    assertThat(faults(GIVEN, t -> t.output("stdout", WRONG).output("out.bin", WRONG)))
        .containsExactly(
            new Fault("check:stdout", Gate.Scope.CELL, differs(), true),
            new Fault("check:file out.bin", Gate.Scope.CELL, differs(), true));
    // Another output is for the comparison between trials.
    assertThat(faults(GIVEN, t -> t.output("stderr", WRONG))).isEmpty();
  }

  private static String differs() {
    return "expected the given SHA-256 " + RIGHT + ", found " + WRONG + " (1000 bytes)";
  }

  @Test
  void aMissingOutputIsNamed() {
    assertThat(faults(GIVEN, t -> t.withoutOutput("out.bin").withoutOutput("stderr")))
        .extracting(Fault::gate)
        .containsExactly("check:stderr", "check:file out.bin");
  }

  @Test
  void onlyResultsThatTheJudgeCannotWorkOutAreTakenFromTheRecord() {
    String scenario =
        "checks: [ { stdout: equal }, { file: f, equal: true }, { command: [x] }, { command: [y] }"
            + " ]";

    assertThat(
            faults(
                scenario,
                t ->
                    t.gate("check:stdout", false, Gate.Scope.CELL, "so it says")
                        .gate("check:file f", false, Gate.Scope.CELL, "so it says")
                        .gate("check:exit", false, Gate.Scope.CELL, "so it says")
                        .gate("check:command 2", false, Gate.Scope.NOTE, "status 1")))
        .containsExactly(new Fault("check:command 2", Gate.Scope.CELL, "status 1", true));
    assertThat(faults(scenario, t -> t.withoutGate("check:command 2")))
        .containsExactly(
            new Fault(
                "check:command 2",
                Gate.Scope.CELL,
                "expected a recorded result, found none",
                /* own= */ false));
  }

  @ParameterizedTest
  @CsvSource({
    "inventory, COHORT, true",
    "outside-writes, NOTE, true",
    "leftovers, TRIAL, true",
    "interference, CELL, false",
    "clock-step, TRIAL, false",
    "steal, TRIAL, false",
    "proof:loaded, NOTE, true"
  })
  void whoDidItAndWhatItVoids(String gate, Gate.Scope voids, boolean own) {
    assertThat(faults(CLOCKED, t -> clocks(t).gate(gate, false, Gate.Scope.NOTE, "found so")))
        .containsExactly(new Fault(gate, voids, "found so", own));
  }

  private static SyntheticTrial clocks(SyntheticTrial trial) {
    return clock(clock(clock(clock(trial, "a", 1), "b", 1), "a", 2), "b", 2);
  }

  private static SyntheticTrial clock(SyntheticTrial trial, String operation, int round) {
    return trial.operation(new OperationName(operation), round, 1_000);
  }

  private static String found(UnaryOperator<SyntheticTrial> change) {
    List<Fault> faults = faults(CLOCKED, change);
    assertThat(faults).hasSize(1);
    assertThat(faults.getFirst().gate()).isEqualTo("clock-file");
    assertThat(faults.getFirst().voids()).isEqualTo(Gate.Scope.TRIAL);
    return faults
        .getFirst()
        .why()
        .replace("expected the clock of each operation once a round, ", "");
  }

  @Test
  void eachOperationOfEachRoundHasOneClock() {
    assertThat(faults(CLOCKED, GateRulesTest::clocks)).isEmpty();
    assertThat(found(t -> t)).isEqualTo("found none of a in round 1");
    assertThat(found(t -> clock(clock(clock(t, "a", 1), "a", 2), "b", 2)))
        .isEqualTo("found none of b in round 1");
    assertThat(found(t -> clock(clock(clock(t, "b", 2), "b", 1), "a", 1)))
        .isEqualTo("found none of a in round 2");
    assertThat(found(t -> clock(clock(clock(t, "a", 1), "b", 1), "a", 2)))
        .isEqualTo("found none of b in round 2");
    assertThat(found(t -> clock(clocks(t), "b", 1))).isEqualTo("found b of round 1 twice");
    assertThat(found(t -> clock(clocks(t), "c", 1))).isEqualTo("found an undeclared c of round 1");
    assertThat(found(t -> clock(clocks(t), "a", 3))).isEqualTo("found an undeclared a of round 3");
    assertThat(found(t -> clock(clocks(t), "a", 0))).isEqualTo("found an undeclared a of round 0");
  }

  @Test
  void aClockFileThatCouldNotBeReadIsToldOnce() {
    assertThat(faults(CLOCKED, t -> t.gate("clock-file", false, Gate.Scope.TRIAL, "line 3: torn")))
        .containsExactly(new Fault("clock-file", Gate.Scope.TRIAL, "line 3: torn", true));
    assertThat(faults(CLOCKED, t -> t.gate("clock-step", false, Gate.Scope.TRIAL, "1 s")))
        .extracting(Fault::gate)
        .containsExactly("clock-step", "clock-file");
  }

  @Test
  void everyProofNeedsAResultOfATrialThatEndedWell() {
    SyntheticRun run = run();
    UnaryOperator<SyntheticTrial> one = t -> t.gate("proof:loaded", true, Gate.Scope.TRIAL, "");

    assertThat(rules(run).proofs(trial(run, one).made(), 1)).isEmpty();
    assertThat(rules(run).proofs(trial(run, one).made(), 2))
        .containsExactly(
            new Fault(
                "proof",
                Gate.Scope.TRIAL,
                "expected results of 2 proofs, found 1",
                /* own= */ false));
    assertThat(
            rules(run).proofs(trial(run, t -> one.apply(t).ending(new Ending.Exited(1))).made(), 2))
        .isEmpty();
  }
}
