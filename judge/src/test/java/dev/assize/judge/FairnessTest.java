package dev.assize.judge;

import static dev.assize.judge.Runs.failing;
import static dev.assize.judge.Runs.isNew;
import static dev.assize.judge.Runs.judge;
import static dev.assize.judge.Runs.primary;
import static dev.assize.judge.Runs.run;
import static dev.assize.judge.Runs.walls;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.evidence.Reading;
import dev.assize.experiment.PlannedTrial;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** A trial without its value counts as failed when a win is at stake. */
class FairnessTest {
  /** Rates of 100 for the old arm, and no value where a trial lacks it. */
  private static Verdict rates(double ofNew, Predicate<PlannedTrial> lacks) {
    return judge(
        walls(
            run(
                "gates: { checks: trial }",
                "metrics: { rate: { stdout: 'rate ([0-9.]+)', better: higher, primary: true } }"),
            p -> 100,
            t -> {
              PlannedTrial p = t.planned();
              double rate = (isNew(p) ? ofNew : 100) + 0.1 * p.block();
              return t.value(
                  "rate",
                  lacks.test(p)
                      ? new Reading.Unpublished("no rate was printed")
                      : new Reading.Decimal(Double.toString(rate)));
            }));
  }

  @Test
  void theArmThatLacksMoreValuesDoesNotWin() {
    Verdict verdict = rates(120, p -> isNew(p) && p.block() > 10);
    assertThat(primary(verdict).blocks()).hasSize(10);
    assertThat(primary(verdict).because())
        .startsWith("failure rates differ: new failed 2 of 12 attempts, old failed 0 of 12");
    assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);

    Verdict mirrored = rates(80, p -> !isNew(p) && p.block() > 10);
    assertThat(primary(mirrored).because())
        .startsWith("failure rates differ: new failed 0 of 12 attempts, old failed 2 of 12");
  }

  @Test
  void asManyOnEitherSideSpoilNothing() {
    assertThat(rates(120, p -> isNew(p) ? p.block() == 1 : p.block() == 2).outcome())
        .isEqualTo(Outcome.WIN);
    assertThat(rates(80, p -> isNew(p) ? p.block() == 1 : p.block() == 2).outcome())
        .isEqualTo(Outcome.LOSS);
    // The loser may lack as many as it likes.
    assertThat(rates(120, p -> !isNew(p) && p.block() == 2).outcome()).isEqualTo(Outcome.WIN);
    assertThat(rates(80, p -> isNew(p) && p.block() == 2).outcome()).isEqualTo(Outcome.LOSS);
  }

  @Test
  void onlyCandidatesAreFlagged() {
    Verdict verdict =
        judge(
            walls(
                run(
                    "gates: { checks: trial }",
                    "arms: { old: {}, new: { args: [-n] }, same: { role: control, args: [-s] } }"),
                p -> 100 + p.block(),
                failing(p -> p.arm().value().equals("same"))));

    assertThat(verdict.flags()).noneMatch(f -> f.startsWith("failure rates differ"));
  }
}
