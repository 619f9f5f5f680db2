package dev.assize.judge;

import static dev.assize.judge.Runs.judge;
import static dev.assize.judge.Runs.noisy;
import static dev.assize.judge.Runs.run;
import static dev.assize.judge.Runs.walls;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.evidence.Ending;
import dev.assize.evidence.Event;
import dev.assize.evidence.TrialRecord;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Gate;
import dev.assize.experiment.Overrides;
import dev.assize.experiment.PlannedTrial;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Every way in which a run can differ from its plan, and nothing else. */
class DeviationsTest {
  private static final Ending FAILED = new Ending.Exited(1);

  @Test
  void aRunAsPlannedHasNone() {
    SyntheticRun run = run();
    Cell cell = run.plan().trials().getFirst().cell();
    run.add(new Event.SetUp(cell, Runs.OLD, true, ""))
        .add(new Event.CleanedUp(cell, Runs.OLD, true, ""));

    assertThat(judge(walls(run, noisy(90, 0.01, 1))).deviations()).isEmpty();
  }

  @Test
  void eachIsToldInItsPlace() {
    SyntheticRun run = run("gates: { checks: trial, retries: 1 }");
    Cell cell = run.plan().trials().getFirst().cell();
    run.add(new Event.SetUp(cell, Runs.NEW, false, "exit 2"));
    run.add(new Event.CleanedUp(cell, Runs.OLD, false, "exit 1"));
    run.carryOut(
        p ->
            switch (p.number()) {
              // One more than the spec allows.
              case 5 ->
                  List.of(trial(run, p, 1, FAILED), trial(run, p, 2, FAILED), made(run, p, 3));
              // What the lab cut short is not charged.
              case 7 ->
                  List.of(
                      trial(run, p, 1, new Ending.Interrupted("SIGINT")),
                      trial(run, p, 2, FAILED),
                      made(run, p, 3));
              // Once more at the end, after the other arm of its block.
              case 11 -> List.of(trial(run, p, 1, FAILED));
              case 23 -> List.of(trial(run, p, 1, FAILED));
              case 24 -> List.of();
              default -> List.of(made(run, p, 1));
            });
    run.add(made(run, run.plan().trials().get(10), 2));
    run.add(new Event.Stopped("SIGTERM"));
    run.add(new Event.Resumed("assize", Map.of()));
    run.add(new Event.Noted("torn", "a torn line was kept"));
    run.add(new Event.Noted("torn", "a torn line was kept"));

    assertThat(judge(run).deviations())
        .containsExactly(
            "1 planned trial of 24 not made",
            "1 trial made that does not count, see voids",
            "5 retries of failed or voided trials; the spec allows 1 a trial",
            "trial 5 was tried 3 times; the spec allows 2",
            "stopped: SIGTERM",
            "resumed on an unchanged host",
            "arms not in the drawn order, after retries, in 1 block: work/default block 6",
            "setup failed for new in work/default: exit 2",
            "cleanup failed for old in work/default: exit 1",
            "torn: a torn line was kept");
  }

  private static TrialRecord trial(
      SyntheticRun run, PlannedTrial planned, int attempt, Ending ending) {
    return run.trial(planned).wall(100_000_000).attempt(attempt).ending(ending).made();
  }

  private static TrialRecord made(SyntheticRun run, PlannedTrial planned, int attempt) {
    return trial(run, planned, attempt, new Ending.Exited(0));
  }

  /** The first trial of these many blocks is made once more at the end. */
  private static List<String> swapped(int blocks) {
    SyntheticRun run = run("gates: { checks: trial, retries: 1 }");
    List<PlannedTrial> again = new ArrayList<>();
    run.carryOut(
        p -> {
          if (p.position() == 0 && p.block() <= blocks) {
            again.add(p);
            return List.of(trial(run, p, 1, FAILED));
          }
          return List.of(made(run, p, 1));
        });
    again.forEach(p -> run.add(made(run, p, 2)));
    return judge(run.close()).deviations().stream().filter(d -> d.startsWith("arms not")).toList();
  }

  @Test
  void fiveAreQuotedAndTheRestCounted() {
    String five =
        "work/default block 1; work/default block 2; work/default block 3; work/default block 4;"
            + " work/default block 5";
    assertThat(swapped(5))
        .containsExactly("arms not in the drawn order, after retries, in 5 blocks: " + five);
    assertThat(swapped(7))
        .containsExactly(
            "arms not in the drawn order, after retries, in 7 blocks: " + five + "; and 2 more");
  }

  @Test
  void whatTheCommandLineChangedComesFirst() {
    Docket docket =
        walls(
                run(),
                noisy(90, 0.01, 1),
                t -> t.planned().number() == 1 ? t.gate("steal", false, Gate.Scope.NOTE, "7 %") : t)
            .docket();
    Docket overridden =
        new Docket(
            docket.run(),
            docket.experiment(),
            docket.plan(),
            docket.entries(),
            docket.observations(),
            new Overrides(Optional.empty(), Optional.of("work/*"), List.of()));

    assertThat(Judge.judge(overridden).deviations())
        .hasSize(2)
        .first()
        .isEqualTo("only the cells --cells 'work/*' were planned");
    assertThat(Judge.judge(overridden).deviations().getLast())
        .startsWith("gate steal failed in 1 attempt and voids nothing by the spec: trial 1-1 (")
        .endsWith(": 7 %");
  }
}
