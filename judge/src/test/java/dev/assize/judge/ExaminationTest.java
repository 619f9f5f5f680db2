package dev.assize.judge;

import static dev.assize.judge.Runs.TRIAL_SCOPE;
import static dev.assize.judge.Runs.TWO_CELLS;
import static dev.assize.judge.Runs.inA;
import static dev.assize.judge.Runs.isNew;
import static dev.assize.judge.Runs.judge;
import static dev.assize.judge.Runs.noisy;
import static dev.assize.judge.Runs.primary;
import static dev.assize.judge.Runs.run;
import static dev.assize.judge.Runs.walls;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.evidence.Ending;
import dev.assize.evidence.Reading;
import dev.assize.experiment.Gate;
import dev.assize.experiment.PlannedTrial;
import dev.assize.judge.Verdict.Voided;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Which attempts count. */
class ExaminationTest {

  private static Verdict judged(UnaryOperator<SyntheticTrial> change, String... spec) {
    return judge(walls(run(spec), noisy(90, 0.01, 1), change));
  }

  @Test
  void outputsAreComparedWithinACell() {
    Verdict verdict =
        judged(t -> t.output("stdout", (inA(t.planned()) ? "a" : "b").repeat(64)), TWO_CELLS);

    assertThat(verdict.voids()).isEmpty();
    assertThat(verdict.outcome()).isEqualTo(Outcome.WIN);
  }

  @Test
  void theOutputOfACommandThatFailedIsNotCompared() {
    Verdict verdict =
        judged(
            t ->
                isNew(t.planned()) && t.planned().block() == 4
                    ? t.ending(new Ending.TimedOut()).output("stdout", "f".repeat(64))
                    : t,
            TRIAL_SCOPE);

    assertThat(verdict.voids())
        .singleElement()
        .satisfies(
            v -> {
              assertThat(v.gate()).isEqualTo("check:exit");
              assertThat(v.why())
                  .isEqualTo("expected an end within the timeout, found none: it was stopped");
            });
  }

  private static UnaryOperator<SyntheticTrial> inventory(Function<Integer, String> found) {
    return t ->
        t.planned().number() == 3 || t.planned().number() == 7
            ? t.gate("inventory", false, Gate.Scope.COHORT, found.apply(t.planned().number()))
            : t;
  }

  @Test
  void aCohortIsVoidForOneAttempt() {
    Verdict verdict =
        judged(
            t ->
                t.planned().number() == 3
                    ? t.gate("inventory", false, Gate.Scope.COHORT, "input.bin changed")
                    : t);

    assertThat(verdict.outcome()).isEqualTo(Outcome.VOID);
    assertThat(verdict.counts().valid()).isZero();
    assertThat(primary(verdict).because()).isEqualTo("inventory: input.bin changed");
    assertThat(verdict.voids())
        .singleElement()
        .satisfies(
            v -> {
              assertThat(v.what()).isEqualTo("cohort");
              assertThat(v.why()).startsWith("trial 3-1 (").endsWith("): input.bin changed");
            });
  }

  @Test
  void theFirstFaultOfACohortIsItsReason() {
    Verdict verdict = judged(inventory(n -> "file " + n + " changed"));

    assertThat(primary(verdict).because()).isEqualTo("inventory: file 3 changed");
    assertThat(verdict.voids()).extracting(Voided::why).hasSize(2);
    assertThat(judged(inventory(_ -> "a file changed")).voids())
        .singleElement()
        .satisfies(v -> assertThat(v.why()).endsWith(" and 1 more attempt: a file changed"));
  }

  private static Ending failing(PlannedTrial planned, int byExit) {
    return planned.block() <= byExit ? new Ending.Exited(9) : new Ending.TimedOut();
  }

  @Test
  void theMostFrequentFaultIsTheReason() {
    Function<Integer, String> because =
        byExit ->
            primary(
                    judged(
                        t -> isNew(t.planned()) ? t.ending(failing(t.planned(), byExit)) : t,
                        TRIAL_SCOPE))
                .because();

    assertThat(because.apply(7))
        .contains("new counts (check:exit: expected exit status 0, found 9)");
    assertThat(because.apply(5)).contains("(check:exit: expected an end within the timeout");
    // As many of each: the first.
    assertThat(because.apply(6)).contains("expected exit status 0, found 9");
  }

  @Test
  void whatTheSurroundingsVoidedIsNoFailure() {
    Verdict verdict =
        judged(
            t ->
                isNew(t.planned()) && t.planned().block() < 3
                    ? t.gate("steal", false, Gate.Scope.NOTE, "9 %")
                    : t,
            "gates: { steal: trial }");

    assertThat(verdict.tallies())
        .extracting(Verdict.Tally::failed, Verdict.Tally::disturbed)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(0, 0), org.assertj.core.groups.Tuple.tuple(0, 2));
    assertThat(verdict.outcome()).isEqualTo(Outcome.WIN);
  }

  private static SyntheticRun alternating() {
    return walls(run(TRIAL_SCOPE), p -> 100, Runs.failing(p -> isNew(p) == (p.block() % 2 == 0)));
  }

  @Test
  void halvesOfBlocksAreNoPairs() {
    assertThat(primary(judge(alternating())).because())
        .isEqualTo("no block in which both arms count");
    assertThat(judge(alternating()).outcome()).isEqualTo(Outcome.VOID);

    SyntheticRun open = run(TRIAL_SCOPE);
    open.carryOut(
        p ->
            p.block() > 2 || isNew(p) == (p.block() == 1)
                ? List.of()
                : List.of(open.trial(p).wall(1_000_000).made()));
    assertThat(primary(judge(open)).because()).isEqualTo("no block in which both arms count");
    assertThat(judge(open).outcome()).isEqualTo(Outcome.UNDECIDED);
  }

  @Test
  void anArmThatWasNotTriedYetIsUndecided() {
    SyntheticRun open = run(TRIAL_SCOPE);
    open.carryOut(
        p ->
            isNew(p)
                ? List.of()
                : List.of(open.trial(p).wall(1_000_000).ending(new Ending.Exited(1)).made()));

    assertThat(primary(judge(open)).because())
        .isEqualTo(
            "no trial of old counts (check:exit: expected exit status 0, found 1); no trial of new"
                + " counts yet");
    assertThat(judge(open).outcome()).isEqualTo(Outcome.UNDECIDED);
  }

  @Test
  void aValueThatIsNowhereVoidsOnlyWhatDecides() {
    Function<String, Verdict> verdict =
        metrics -> judged(t -> t.value("hits", new Reading.Unpublished("no such line")), metrics);
    Comparison deciding =
        primary(
            verdict.apply(
                "metrics: { hits: { stdout: 'hits ([0-9]+)', better: higher, primary: true } }"));
    Comparison shown =
        Runs.comparison(
            verdict.apply(
                """
                metrics:
                  wall: { primary: true }
                  hits: { stdout: 'hits ([0-9]+)', better: higher }
                """),
            "hits");

    assertThat(deciding.outcome()).isEqualTo(Outcome.VOID);
    assertThat(shown.outcome()).isEqualTo(Outcome.UNDECIDED);
    assertThat(shown.because())
        .isEqualTo(
            "no block has a value of hits: trial " + deciding.because().split("trial ", 2)[1])
        .endsWith("(work/default, old, block 1): no such line");
  }

  @Test
  void aRunThatWasNotClosedIsIncomplete() {
    SyntheticRun open = run();
    open.carryOut(p -> List.of(open.trial(p).wall(100_000_000L + p.block()).made()));

    assertThat(judge(open).complete()).isFalse();
    assertThat(judge(open).flags().getFirst())
        .startsWith("incomplete: 0 of 24 planned trials missing");
  }

  private static Verdict differing(String scope, UnaryOperator<SyntheticTrial> change) {
    return judge(
        walls(
            run(
                "gates: { checks: " + scope + " }",
                "scenarios: { work: { command: [work], checks: [ { file: out.bin, equal: true } ] }"
                    + " }"),
            p -> 100 + p.block(),
            change));
  }

  @Test
  void whatTheBaselineMostlyWroteIsRight() {
    // 17 of 24 trials differ, but only 5 of the baseline's 12.
    Verdict verdict =
        differing(
            "trial",
            t ->
                isNew(t.planned()) || t.planned().block() <= 5
                    ? t.output("out.bin", "f".repeat(64))
                    : t);

    assertThat(verdict.voids()).hasSize(17).allMatch(v -> v.gate().equals("check:file out.bin"));
  }

  /** The baseline failed throughout, and the candidate wrote something else in its first blocks. */
  private static Verdict withoutBaseline(int otherwise) {
    return differing(
        "trial",
        t ->
            !isNew(t.planned())
                ? t.ending(new Ending.Exited(1))
                : t.planned().block() <= otherwise ? t.output("out.bin", "f".repeat(64)) : t);
  }

  @Test
  void withoutTheBaselineMostTrialsAreRight() {
    assertThat(
            withoutBaseline(4).voids().stream().filter(v -> v.gate().equals("check:file out.bin")))
        .hasSize(4)
        .allMatch(v -> v.what().contains(", new, block "));
    // As many of each: what was written first is right.
    assertThat(
            withoutBaseline(6).voids().stream().filter(v -> v.gate().equals("check:file out.bin")))
        .hasSize(6)
        .noneMatch(v -> v.what().contains("block 1)"));
  }

  @Test
  void fourOutputsAreQuotedAndTheRestCounted() {
    Function<Integer, String> told =
        kinds ->
            differing(
                    "cell", t -> t.output("out.bin", ("" + t.planned().block() % kinds).repeat(64)))
                .voids()
                .getFirst()
                .why();

    assertThat(told.apply(4)).doesNotContain("; and ").contains("3".repeat(64) + " (1000 bytes)");
    assertThat(told.apply(6)).endsWith("; and 2 more");
  }
}
