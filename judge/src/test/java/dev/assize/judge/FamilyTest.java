package dev.assize.judge;

import static dev.assize.judge.Runs.TWINNED;
import static dev.assize.judge.Runs.TWO_CELLS;
import static dev.assize.judge.Runs.isNew;
import static dev.assize.judge.Runs.judge;
import static dev.assize.judge.Runs.noisy;
import static dev.assize.judge.Runs.run;
import static dev.assize.judge.Runs.walls;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.experiment.ScenarioName;
import org.junit.jupiter.api.Test;

class FamilyTest {

  private static Runs.Millis cells(double a, double b) {
    Runs.Millis noise = noisy(100, 0.004, 3);
    return p ->
        noise.of(p) * (isNew(p) ? (p.cell().scenario().equals(new ScenarioName("a")) ? a : b) : 1);
  }

  @Test
  void aLossInAnyCellIsALoss() {
    Verdict verdict = judge(walls(run(TWO_CELLS), cells(0.8, 1.1)));

    assertThat(verdict.outcome()).isEqualTo(Outcome.LOSS);
    assertThat(verdict.cells())
        .extracting(Verdict.CellVerdict::outcome)
        .containsExactly(Outcome.WIN, Outcome.LOSS);
    assertThat(verdict.sentence())
        .startsWith("new is slower than old in b/default")
        .endsWith("; of 2 primary comparisons 1 better and 1 worse.");
  }

  @Test
  void aWinInSomeCellIsAWinByAnyAndNotByAll() {
    assertThat(judge(walls(run(TWO_CELLS), cells(0.8, 1))).outcome()).isEqualTo(Outcome.WIN);
    Verdict all = judge(walls(run(TWO_CELLS, "decision: { compose: all }"), cells(0.8, 1)));
    assertThat(all.outcome()).isEqualTo(Outcome.UNDECIDED);
    assertThat(
            judge(walls(run(TWO_CELLS, "decision: { compose: all }"), cells(0.8, 0.9))).outcome())
        .isEqualTo(Outcome.WIN);
  }

  @Test
  void primaryIntervalsAreAtTheLevelOfHolmsStep() {
    Verdict verdict = judge(walls(run(TWO_CELLS), cells(0.8, 1)));

    Comparison won = verdict.comparisons().get(0);
    Comparison open = verdict.comparisons().get(1);
    assertThat(won.level()).isEqualTo(0.975);
    assertThat(open.level()).isEqualTo(0.95);
    assertThat(won.adjustedP().orElseThrow()).isEqualTo(2 * won.pValue().orElseThrow());
    assertThat(verdict.comparisons().stream().filter(c -> !c.primary()))
        .isNotEmpty()
        .allMatch(c -> c.level() == 0.95 && c.adjustedP().isEmpty());
    assertThat(verdict.limits())
        .anyMatch(l -> l.contains("exploratory comparisons with uncorrected"));
  }

  @Test
  void twinsRaiseTheThreshold() {
    Runs.Millis noise = noisy(97, 0.001, 3);
    // The twin is 4 % off: a change of 3 % is not to be believed.
    Verdict verdict =
        judge(walls(run(TWINNED), p -> noise.of(p) * (p.arm().value().equals("old2") ? 1.04 : 1)));

    Comparison c = Runs.primary(verdict);
    assertThat(c.contrast().candidate()).isEqualTo(Runs.NEW);
    assertThat(c.threshold()).isEqualTo(c.floor().orElseThrow()).isBetween(0.038, 0.041);
    assertThat(verdict.outcome()).isEqualTo(Outcome.NO_DIFFERENCE);
    assertThat(verdict.floors()).anyMatch(f -> f.metric().value().equals("wall") && f.pairs() == 1);
    assertThat(verdict.votes().stream().filter(Verdict.Vote::eligible))
        .singleElement()
        .satisfies(v -> assertThat(v.change()).isBetween(-0.051, -0.047));
  }

  @Test
  void aTwinIsNotItsOwnYardstick() {
    Verdict verdict =
        judge(walls(run("arms: { old: {}, new: { twin: old } }"), noisy(110, 0.001, 3)));

    assertThat(Runs.primary(verdict).floor()).isEmpty();
    assertThat(verdict.outcome()).isEqualTo(Outcome.LOSS);
  }

  @Test
  void ruleFloorDecidesByVotes() {
    String[] spec = {
      TWINNED,
      "design: { blocks: 3, warmups: 0, seed: 1, order: a1-b-a2 }",
      "decision: { rule: floor, minimum-floor: 2 % }"
    };
    Runs.Millis faster = noisy(90, 0.001, 3);
    Runs.Millis same = noisy(100, 0.001, 3);

    Verdict win = judge(walls(run(spec), faster));
    Verdict open = judge(walls(run(spec), same));

    assertThat(win.outcome()).isEqualTo(Outcome.WIN);
    assertThat(win.votes().stream().filter(Verdict.Vote::eligible))
        .singleElement()
        .satisfies(
            v -> {
              assertThat(v.votes()).isTrue();
              assertThat(v.floor()).isEqualTo(0.02);
              assertThat(v.change()).isBetween(-0.11, -0.09);
            });
    assertThat(Runs.primary(win).randomisation()).isEmpty();
    assertThat(win.sentence())
        .startsWith("new is faster than old: it takes 9.9 % less time, over 3 paired blocks.");
    assertThat(open.outcome()).isEqualTo(Outcome.UNDECIDED);
    assertThat(open.sentence()).contains("does not exceed the floor of 2.0 %");
  }
}
