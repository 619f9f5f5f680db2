package dev.assize.judge;

import static dev.assize.judge.Runs.TRIAL_SCOPE;
import static dev.assize.judge.Runs.comparison;
import static dev.assize.judge.Runs.isNew;
import static dev.assize.judge.Runs.judge;
import static dev.assize.judge.Runs.noisy;
import static dev.assize.judge.Runs.primary;
import static dev.assize.judge.Runs.run;
import static dev.assize.judge.Runs.walls;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.evidence.Ending;
import dev.assize.evidence.Event;
import dev.assize.evidence.Reading;
import dev.assize.experiment.Gate;
import dev.assize.experiment.PlannedTrial;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutcomeTest {

  @Test
  void fasterCandidateWins() {
    Verdict verdict = judge(walls(run(), noisy(90, 0.01, 1)));

    assertThat(verdict.outcome()).isEqualTo(Outcome.WIN);
    assertThat(verdict.complete()).isTrue();
    assertThat(verdict.sentence())
        .startsWith("new is faster than old: it takes 10.0 % less time (95 % interval ")
        .endsWith(", over 12 paired blocks.");
    assertThat(primary(verdict).randomisation().orElseThrow().high()).isNegative();
    assertThat(verdict.wouldChange().getFirst()).contains("WIN holds for any minimum effect");
    assertThat(verdict.regressions()).doesNotContain(0);
    assertThat(verdict.counts()).isEqualTo(new Verdict.Counts(24, 24, 0, 24, 0, 0));
  }

  @Test
  void slowerCandidateLosesAndIsListedAsARegression() {
    Verdict verdict = judge(walls(run(), noisy(110, 0.01, 1)));

    assertThat(verdict.outcome()).isEqualTo(Outcome.LOSS);
    assertThat(verdict.sentence()).startsWith("new is slower than old: it takes 9.9 % more time");
    assertThat(verdict.regressions()).contains(0);
  }

  @Test
  void higherCanBeBetter() {
    SyntheticRun run =
        run("metrics: { rate: { stdout: 'rate ([0-9.]+)', better: higher, primary: true } }");
    run.carryOut(
        p ->
            List.of(
                run.trial(p)
                    .wall(1_000_000)
                    .value("rate", new Reading.Decimal((isNew(p) ? 110 : 100) + "." + p.block()))
                    .made()));

    Verdict verdict = judge(run.close());

    assertThat(verdict.outcome()).isEqualTo(Outcome.WIN);
    assertThat(verdict.sentence())
        .startsWith("new is better than old on rate: by 10.0 % more (95 % interval ");
  }

  @Test
  void equalArmsWithLittleNoiseDoNotDiffer() {
    Verdict verdict = judge(walls(run(), noisy(100, 0.002, 1)));

    assertThat(verdict.outcome()).isEqualTo(Outcome.NO_DIFFERENCE);
    assertThat(verdict.sentence()).startsWith("new and old take the same time within 1.0 %");
  }

  @Test
  void noiseLeavesTheQuestionOpenAndSaysHowManyBlocksWouldDo() {
    Verdict verdict = judge(walls(run(), noisy(100, 0.1, 1)));

    assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
    assertThat(verdict.sentence())
        .startsWith("This run can't tell whether new is faster or slower");
    assertThat(verdict.wouldChange().getFirst())
        .matches(".*about [0-9]+ blocks would find a change of 1\\.0 % .*it had 12");
  }

  @Test
  void significantButUnderTheSmallestEffectIsNoWin() {
    Verdict verdict =
        judge(
            walls(
                run("metrics: { wall: { primary: true, minimum-effect: 5 % } }"),
                noisy(97, 0.005, 1)));

    assertThat(primary(verdict).randomisation().orElseThrow().high()).isNegative();
    assertThat(verdict.outcome()).isEqualTo(Outcome.NO_DIFFERENCE);
  }

  @Test
  void differentOutputVoidsTheCellAndQuotesWhatDiffered() {
    Verdict verdict =
        judge(
            walls(
                run(),
                noisy(90, 0.01, 1),
                t -> isNew(t.planned()) ? t.output("stdout", "f".repeat(64)) : t));

    assertThat(verdict.outcome()).isEqualTo(Outcome.VOID);
    assertThat(verdict.sentence())
        .contains("expected the same bytes")
        .contains("f".repeat(64) + " (1000 bytes) in 12 trials of new")
        .contains("0".repeat(64) + " (1000 bytes) in 12 trials of old");
    assertThat(verdict.voids().getFirst().what()).isEqualTo("cell work/default");
    assertThat(verdict.counts().valid()).isZero();
    assertThat(verdict.counts().voided()).isEqualTo(24);
  }

  @Test
  void aDifferingTrialIsVoidAloneWhenTheSpecSaysTrial() {
    Verdict verdict =
        judge(
            walls(
                run(TRIAL_SCOPE),
                noisy(90, 0.01, 1),
                // The first of the plan differs: what the baseline mostly wrote is right.
                t -> t.planned().number() == 1 ? t.output("stdout", "f".repeat(64)) : t));

    assertThat(verdict.voids()).hasSize(1);
    assertThat(verdict.voids().getFirst().what()).startsWith("trial 1-1 ");
    assertThat(primary(verdict).blocks()).hasSize(11);
    assertThat(primary(verdict).remarks()).anyMatch(r -> r.startsWith("1 block has only one"));
  }

  @Test
  void theLabsOwnOpinionIsNotTrusted() {
    Verdict passed =
        judge(
            walls(
                run(),
                noisy(90, 0.01, 1),
                t ->
                    isNew(t.planned())
                        ? t.output("stdout", "f".repeat(64))
                            .gate("check:stdout", true, Gate.Scope.CELL, "")
                        : t));
    Verdict failed =
        judge(
            walls(
                run(),
                noisy(90, 0.01, 1),
                t -> t.gate("check:stdout", false, Gate.Scope.CELL, "so it says")));

    assertThat(passed.outcome()).isEqualTo(Outcome.VOID);
    assertThat(failed.outcome()).isEqualTo(Outcome.WIN);
  }

  @Test
  void aMissingHashIsNotEqual() {
    Verdict verdict =
        judge(
            walls(
                run(),
                noisy(90, 0.01, 1),
                t -> isNew(t.planned()) ? t.withoutOutput("stdout") : t));

    assertThat(verdict.outcome()).isEqualTo(Outcome.VOID);
    assertThat(verdict.sentence()).contains("expected a recorded hash, found none");
  }

  @Test
  void aMissingGateResultFails() {
    Verdict verdict = judge(walls(run(), noisy(90, 0.01, 1), t -> t.withoutGate("inventory")));

    assertThat(verdict.outcome()).isEqualTo(Outcome.VOID);
    assertThat(verdict.voids().getFirst().what()).isEqualTo("cohort");
    assertThat(verdict.voids().getFirst().gate()).isEqualTo("inventory");
  }

  @Test
  void theSealedScopeDecidesWhatAFailedGateVoids() {
    // The record claims a mere note; the spec says trial.
    Verdict verdict =
        judge(
            walls(
                run(),
                noisy(90, 0.01, 1),
                t ->
                    t.planned().block() == 3
                        ? t.gate("leftovers", false, Gate.Scope.NOTE, "sleep was left")
                        : t));

    assertThat(primary(verdict).blocks()).hasSize(11).doesNotContain(3);
    assertThat(verdict.voids())
        .extracting(Verdict.Voided::gate)
        .containsExactly("leftovers", "leftovers");
  }

  @Test
  void notesVoidNothingAndAreToldOnce() {
    Verdict verdict =
        judge(
            walls(
                run(),
                noisy(90, 0.01, 1),
                t -> t.gate("interference", false, Gate.Scope.NOTE, "cc1 took 40 %")));

    assertThat(verdict.outcome()).isEqualTo(Outcome.WIN);
    assertThat(verdict.voids()).isEmpty();
    assertThat(verdict.deviations())
        .singleElement()
        .asString()
        .startsWith("gate interference failed in 24 attempts and voids nothing")
        .contains("cc1 took 40 %");
  }

  @Test
  void aRetryThatCountsReplacesTheFailedAttempt() {
    SyntheticRun run = run("gates: { checks: trial, retries: 1 }");
    Runs.Millis millis = noisy(90, 0.01, 1);
    run.carryOut(
        p -> {
          long wall = Math.round(millis.of(p) * 1e6);
          return p.number() == 5
              ? List.of(
                  run.trial(p).wall(1).ending(new Ending.Exited(1)).made(),
                  run.trial(p).attempt(2).wall(wall).made())
              : List.of(run.trial(p).wall(wall).made());
        });

    Verdict verdict = judge(run.close());

    assertThat(primary(verdict).blocks()).hasSize(12);
    assertThat(verdict.counts()).isEqualTo(new Verdict.Counts(24, 25, 1, 24, 0, 0));
    assertThat(verdict.deviations()).anyMatch(d -> d.startsWith("1 retry"));
    assertThat(verdict.voids())
        .extracting(Verdict.Voided::why)
        .containsExactly("expected exit status 0, found 1");
    assertThat(verdict.flags()).anyMatch(f -> f.startsWith("failure rates differ"));
  }

  @Test
  void theArmThatFailedMoreDoesNotWin() {
    Verdict verdict =
        judge(
            walls(
                run(TRIAL_SCOPE),
                noisy(90, 0.01, 1),
                t ->
                    isNew(t.planned()) && t.planned().block() > 10
                        ? t.ending(new Ending.Signalled(9))
                        : t));

    assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
    assertThat(primary(verdict).because())
        .startsWith("failure rates differ: new failed 2 of 12 attempts, old failed 0 of 12");
    assertThat(verdict.flags()).anyMatch(f -> f.startsWith("failure rates differ in work/default"));
  }

  @Test
  void aBaselineThatFailsMoreDoesNotSpoilAWin() {
    Verdict verdict =
        judge(
            walls(
                run(TRIAL_SCOPE),
                noisy(90, 0.01, 1),
                t ->
                    !isNew(t.planned()) && t.planned().block() > 10
                        ? t.ending(new Ending.TimedOut())
                        : t));

    assertThat(verdict.outcome()).isEqualTo(Outcome.WIN);
    assertThat(verdict.flags()).anyMatch(f -> f.startsWith("failure rates differ"));
  }

  @Test
  void noTrialThatCountsIsVoid() {
    Verdict verdict =
        judge(
            walls(
                run(TRIAL_SCOPE),
                noisy(90, 0.01, 1),
                t -> isNew(t.planned()) ? t.ending(new Ending.TimedOut()) : t));

    assertThat(verdict.outcome()).isEqualTo(Outcome.VOID);
    assertThat(verdict.sentence()).contains("no trial of new counts").contains("timeout");
  }

  @Test
  void tooFewCompleteBlocksAreInconclusive() {
    SyntheticRun run = run();
    Runs.Millis millis = noisy(90, 0.01, 1);
    run.carryOut(
        p ->
            p.block() > 4
                ? List.of()
                : List.of(run.trial(p).wall(Math.round(millis.of(p) * 1e6)).made()));

    Verdict verdict = judge(run.add(new Event.Stopped("Ctrl-C")));

    assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
    assertThat(verdict.complete()).isFalse();
    assertThat(primary(verdict).because())
        .isEqualTo("inconclusive: n too small: 4 complete blocks, at least 8 are needed for 95 %");
    assertThat(primary(verdict).randomisation()).isEmpty();
    assertThat(verdict.flags().getFirst()).startsWith("incomplete: 16 of 24 planned trials");
    assertThat(verdict.deviations()).contains("stopped: Ctrl-C");
  }

  @Test
  void anInterruptedRunIsJudgedOnItsCompleteBlocks() {
    SyntheticRun run = run();
    Runs.Millis millis = noisy(90, 0.01, 1);
    run.carryOut(
        p -> {
          SyntheticTrial trial = run.trial(p).wall(Math.round(millis.of(p) * 1e6));
          return p.number() < 20
              ? List.of(trial.made())
              : p.number() == 20
                  ? List.of(trial.ending(new Ending.Interrupted("SIGINT")).made())
                  : List.of();
        });

    Verdict verdict = judge(run);

    assertThat(verdict.outcome()).isEqualTo(Outcome.WIN);
    assertThat(verdict.complete()).isFalse();
    assertThat(primary(verdict).blocks()).hasSize(9);
    assertThat(primary(verdict).remarks()).anyMatch(r -> r.contains("only one of the two arms"));
    assertThat(verdict.tallies()).allMatch(t -> t.failed() == 0);
  }

  @Test
  void aRunWithoutATrialIsUndecidedAndIncomplete() {
    Verdict verdict = judge(run());

    assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
    assertThat(verdict.complete()).isFalse();
    assertThat(primary(verdict).baselineMedian()).isNaN();
    assertThat(VerdictJson.read(VerdictJson.write(verdict))).isEqualTo(verdict);
  }

  @Test
  void descriptionsHaveNoVerdict() {
    Verdict verdict =
        judge(
            walls(
                run("design: { blocks: 3, warmups: 0, seed: 1, descriptive: true }"),
                noisy(90, 0.01, 1)));

    assertThat(verdict.descriptive()).isTrue();
    assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
    assertThat(verdict.sentence())
        .startsWith("Description only, no verdict was asked for: new vs old on wall -");
    assertThat(verdict.wouldChange()).isEmpty();
  }

  @Test
  void uncheckedWorkIsTheFirstFlagAndTheFirstLimit() {
    Verdict verdict =
        judge(
            walls(
                run(
                    "scenarios: { work: { command: [work], check: none, why: it writes nothing } }"),
                noisy(90, 0.01, 1)));

    assertThat(verdict.flags().getFirst()).startsWith("unchecked work in work:");
    assertThat(verdict.limits().getFirst())
        .startsWith("unchecked work in work:")
        .contains("it writes nothing");
  }

  @Test
  void driftIsFlaggedAndPairingStillFindsTheEffect() {
    Runs.Millis flat = noisy(90, 0.005, 1);
    Verdict verdict = judge(walls(run(), p -> flat.of(p) * (1 + 0.02 * p.block())));

    assertThat(verdict.outcome()).isEqualTo(Outcome.WIN);
    assertThat(verdict.drift()).isTrue();
    assertThat(verdict.flags()).anyMatch(f -> f.startsWith("drift: wall of both arms"));
    assertThat(verdict.trends().getFirst().change()).isBetween(0.15, 0.3);
  }

  @Test
  void aControlThatMovedRaisesTheDriftFlag() {
    SyntheticRun run =
        run("arms: { old: {}, new: { args: [--new] }, same: { role: control, args: [--same] } }");
    Runs.Millis noise = noisy(100, 0.005, 1);
    Verdict verdict = judge(walls(run, p -> noise.of(p) * (p.arm().equals(Runs.OLD) ? 1 : 0.9)));

    assertThat(verdict.outcome()).isEqualTo(Outcome.WIN);
    assertThat(verdict.drift()).isTrue();
    assertThat(verdict.flags()).anyMatch(f -> f.startsWith("drift: the control same"));
  }

  @Test
  void twoSeparatedGroupsGetNoOverallFigure() {
    Verdict verdict =
        judge(
            walls(
                run(),
                p ->
                    (isNew(p) && p.block() % 2 == 0 ? 200 : isNew(p) ? 90 : 100)
                        + 0.1 * p.block()));

    Comparison c = primary(verdict);
    assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
    assertThat(c.separated()).isTrue();
    assertThat(c.randomisation()).isEmpty();
    assertThat(c.bootstrap()).isEmpty();
    assertThat(c.clusters())
        .singleElement()
        .satisfies(
            g -> {
              assertThat(g.arm()).isEqualTo(Runs.NEW);
              assertThat(g.lower().count()).isEqualTo(6);
              assertThat(g.upper().median()).isBetween(200e6, 202e6);
            });
    assertThat(verdict.sentence()).contains("6 around 90").contains("one overall figure");
  }

  @Test
  void allEqualTimesPointAtTheClock() {
    Verdict verdict = judge(walls(run(), _ -> 10));

    assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
    assertThat(primary(verdict).signalLost()).isTrue();
    assertThat(verdict.sentence()).contains("look at the clock");
    // A counter may well be the same everywhere.
    assertThat(comparison(verdict, "minor-faults").outcome()).isEqualTo(Outcome.NO_DIFFERENCE);
  }

  @Test
  void waitingIsHintedAt() {
    Verdict verdict = judge(walls(run(), noisy(2000, 0.01, 1), t -> t.cpu(2_000_000, 1_000_000)));

    assertThat(verdict.limits())
        .anyMatch(l -> l.startsWith("new in work/default used 3 ms of CPU"));
  }

  @Test
  void aChangedHostAndFailedCleanupsAreDeviations() {
    SyntheticRun run = run();
    run.add(new Event.Resumed("assize", Map.of("kernel", "6.1 → 6.2", "governor", "a → b")));
    run.add(new Event.CleanedUp(run.plan().trials().getFirst().cell(), Runs.OLD, false, "exit 1"));
    run.add(new Event.Noted("torn", "a torn line was kept"));

    Verdict verdict = judge(walls(run, noisy(90, 0.01, 1)));

    assertThat(verdict.deviations())
        .contains(
            "resumed on a changed host: governor a → b; kernel 6.1 → 6.2",
            "cleanup failed for old in work/default: exit 1",
            "torn: a torn line was kept");
  }

  private static final String EXPOSED =
      """
      metrics:
        wall: { primary: true, minimum-effect: 1 % }
        hits: { stdout: 'hits ([0-9]+)', better: higher, scale: difference }
      """;
  private static final String EXPOSURE =
      """
      exposure:
        - { arm: new, metric: hits, is: above-zero }
        - { arm: old, metric: hits, is: zero }
      """;

  private static Verdict exposed(int hitsOfNew, int hitsOfOld, int inBlocks) {
    return judge(
        walls(
            run(EXPOSED, EXPOSURE),
            noisy(90, 0.01, 1),
            t -> {
              boolean reached = t.planned().block() <= inBlocks;
              int hits = isNew(t.planned()) ? (reached ? hitsOfNew : 0) : hitsOfOld;
              return t.value("hits", new Reading.Decimal(Integer.toString(hits)));
            }));
  }

  @Test
  void aTreatmentThatRanInEveryTrialIsExercised() {
    Verdict verdict = exposed(7, 0, 12);

    assertThat(verdict.outcome()).isEqualTo(Outcome.WIN);
    assertThat(verdict.exposures()).hasSize(2).allMatch(Verdict.ExposureFound::holds);
  }

  @Test
  void aTreatmentThatDidNotRunEverywhereIsNotExercised() {
    Verdict verdict = exposed(7, 0, 11);

    assertThat(verdict.outcome()).isEqualTo(Outcome.NOT_EXERCISED);
    assertThat(verdict.sentence())
        .contains("expected hits above zero in every trial of new, found that in 11 of 12");
    // The numbers are still shown.
    assertThat(primary(verdict).randomisation()).isPresent();
  }

  @Test
  void aTreatmentThatRanInTheBaselineTooIsNotExercised() {
    Verdict verdict = exposed(7, 1, 12);

    assertThat(verdict.outcome()).isEqualTo(Outcome.NOT_EXERCISED);
    assertThat(verdict.sentence()).contains("expected hits to be zero in every trial of old");
  }

  @Test
  void aRecordOfAnotherTrialThanPlannedDoesNotCount() {
    Docket docket = walls(run(), noisy(90, 0.01, 1)).docket();
    Verdict verdict =
        Judge.judge(
            Runs.mapped(
                docket,
                t ->
                    t.block() == 2 && t.arm().equals(Runs.OLD)
                        ? new SyntheticTrial(
                                docket.experiment(),
                                new PlannedTrial(
                                    t.attempt().trial(), true, t.cell(), Runs.OLD, 5, 0, 0))
                            .wall(1)
                            .made()
                        : t));

    assertThat(verdict.voids())
        .singleElement()
        .satisfies(
            v -> {
              assertThat(v.gate()).isEqualTo("plan");
              assertThat(v.why())
                  .isEqualTo(
                      "expected by the plan old in work/default, block 2, found old in"
                          + " work/default, block 5");
            });
    assertThat(primary(verdict).blocks()).hasSize(11);
  }

  @Test
  void faultsThatVoidACellAreToldOnce() {
    Verdict verdict = judge(walls(run(), noisy(90, 0.01, 1), t -> t.ending(new Ending.Exited(3))));

    assertThat(verdict.voids())
        .singleElement()
        .satisfies(
            v -> {
              assertThat(v.what()).isEqualTo("cell work/default");
              assertThat(v.why())
                  .startsWith("trial 1-1 (")
                  .endsWith(" and 23 more attempts: expected exit status 0, found 3");
            });
  }
}
