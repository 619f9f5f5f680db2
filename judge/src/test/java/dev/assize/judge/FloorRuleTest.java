package dev.assize.judge;

import static dev.assize.judge.Runs.TRIAL_SCOPE;
import static dev.assize.judge.Runs.TWINNED;
import static dev.assize.judge.Runs.TWO_CELLS;
import static dev.assize.judge.Runs.comparison;
import static dev.assize.judge.Runs.failing;
import static dev.assize.judge.Runs.inA;
import static dev.assize.judge.Runs.isNew;
import static dev.assize.judge.Runs.judge;
import static dev.assize.judge.Runs.noisy;
import static dev.assize.judge.Runs.primary;
import static dev.assize.judge.Runs.run;
import static dev.assize.judge.Runs.walls;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assize.evidence.Reading;
import dev.assize.experiment.PlannedTrial;
import dev.assize.judge.Verdict.FloorFound;
import dev.assize.judge.Verdict.Vote;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** Floors between twins, and the rule that votes by them. */
class FloorRuleTest {
  private static final String RULED = "decision: { rule: floor, minimum-floor: 2 % }";
  private static final String FEW = "design: { blocks: 3, warmups: 0, seed: 1, order: a1-b-a2 }";

  private static boolean isTwin(PlannedTrial planned) {
    return planned.arm().value().equals("old2");
  }

  private static double choose(PlannedTrial planned, double old, double twin, double other) {
    return isTwin(planned) ? twin : isNew(planned) ? other : old;
  }

  private static Vote eligible(Verdict verdict) {
    return verdict.votes().stream().filter(Vote::eligible).findFirst().orElseThrow();
  }

  private static List<FloorFound> floors(Verdict verdict, String metric) {
    return verdict.floors().stream().filter(f -> f.metric().value().equals(metric)).toList();
  }

  @Test
  void theFloorOfDifferencesIsInTheUnitOfTheMetric() {
    // The twin has three faults less, and the candidate two more.
    Verdict verdict =
        judge(
            walls(
                run(TWINNED),
                noisy(100, 0.01, 1),
                t -> t.faults(Math.round(choose(t.planned(), 200, 197, 202)), 0)));

    assertThat(floors(verdict, "minor-faults"))
        .singleElement()
        .satisfies(
            f -> {
              assertThat(f.p90()).isEqualTo(3);
              assertThat(f.value()).isEqualTo(3);
              assertThat(f.pairs()).isEqualTo(1);
            });
    Comparison c = comparison(verdict, "minor-faults");
    assertThat(c.floor()).contains(3.0);
    assertThat(c.outcome()).isEqualTo(Outcome.NO_DIFFERENCE);
  }

  @Test
  void aTwinThatNeverCountedMeasuresNothing() {
    Verdict verdict =
        judge(walls(run(TWINNED, TRIAL_SCOPE), noisy(90, 0.01, 1), failing(FloorRuleTest::isTwin)));

    assertThat(verdict.floors()).isEmpty();
    assertThat(primary(verdict).floor()).isEmpty();
    assertThat(verdict.outcome()).isEqualTo(Outcome.WIN);
  }

  @Test
  void aRatioWithZeroIsNoFloorAndNoVote() {
    for (double[] zero : new double[][] {{0, 100, 90}, {100, 0, 90}, {100, 100, 0}}) {
      Verdict verdict =
          judge(walls(run(TWINNED, FEW, RULED), p -> choose(p, zero[0], zero[1], zero[2])));

      assertThat(floors(verdict, "wall")).hasSize(zero[2] == 0 ? 1 : 0);
      assertThat(verdict.votes()).noneMatch(Vote::eligible);
      assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
    }
  }

  @Test
  void onlyBlocksInWhichAllThreeCountAreVotedOn() {
    // The twin is lacking where the candidate is ten times as slow.
    Verdict verdict =
        judge(
            walls(
                run(TWINNED, FEW, RULED, TRIAL_SCOPE),
                p -> choose(p, 100, 100, p.block() > 1 ? 1000 : 90),
                failing(p -> isTwin(p) && p.block() > 1)));

    assertThat(primary(verdict).blocks()).hasSize(3);
    assertThat(eligible(verdict).change()).isCloseTo(-0.1, within(1e-12));
    assertThat(verdict.outcome()).isEqualTo(Outcome.WIN);
  }

  @Test
  void withoutSuchABlockNothingIsDecided() {
    Verdict verdict =
        judge(
            walls(
                run(TWINNED, FEW, RULED, TRIAL_SCOPE),
                p -> choose(p, 100, 100, 90),
                failing(p -> isTwin(p) == (p.block() > 1))));

    assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
    assertThat(primary(verdict).because())
        .isEqualTo("the cell has no block in which baseline, twin and candidate all count");
    assertThat(verdict.votes()).isEmpty();
  }

  private static Verdict counted(String scale, ToLongFunction<PlannedTrial> hits) {
    return judge(
        walls(
            run(
                TWINNED,
                FEW,
                RULED,
                "metrics: { hits: { stdout: 'hits ([0-9]+)', better: higher, primary: true, "
                    + scale
                    + " } }"),
            p -> 100,
            t -> t.value("hits", new Reading.Whole(hits.applyAsLong(t.planned())))));
  }

  @Test
  void moreIsAWinWhereMoreIsBetter() {
    Verdict verdict = counted("scale: ratio", p -> Math.round(choose(p, 100, 101, 120)));
    assertThat(verdict.outcome()).isEqualTo(Outcome.WIN);
    assertThat(verdict.wouldChange())
        .containsExactly("new vs old on hits: WIN holds for any floor under 19.4 %");

    assertThat(counted("scale: ratio", p -> Math.round(choose(p, 100, 101, 80))).outcome())
        .isEqualTo(Outcome.LOSS);
  }

  @Test
  void differencesAreNotVotedOn() {
    Verdict verdict =
        counted("scale: difference, minimum-effect: 1", p -> Math.round(choose(p, 100, 101, 120)));

    assertThat(primary(verdict).because())
        .isEqualTo("rule floor compares ratios, and this metric is compared by differences");
    assertThat(verdict.wouldChange())
        .containsExactly(
            "new vs old on hits: UNDECIDED: rule floor compares ratios, and this metric is compared"
                + " by differences; more blocks narrow the spread between twins");
  }

  @Test
  void beyondTheFloorBetweenTheTwinsIsNoVote() {
    // The twins are 18 % of their mean of 110 apart, and 115 lies 5 % above it.
    Verdict inside = counted("scale: ratio", p -> Math.round(choose(p, 100, 120, 115)));
    assertThat(primary(inside).because())
        .isEqualTo(
            "the change of +4.5 % against the mean of the twins does not exceed the floor of"
                + " 18.2 %");

    Vote between =
        new Vote(
            eligible(inside).cell(),
            eligible(inside).contrast(),
            eligible(inside).metric(),
            100,
            115,
            120,
            0.045,
            0.02,
            true,
            /* beyondFloor= */ true,
            /* beyondTwins= */ false,
            true,
            /* votes= */ false);
    assertThat(FloorRule.decide(primary(inside).metric(), java.util.Optional.of(between)).because())
        .isEqualTo(
            "the change of +4.5 % against the mean of the twins exceeds the floor of 2.0 %, but does"
                + " not lie beyond both twins");
  }

  @Test
  void eachCellIsToldWithItsOwnVote() {
    Map<String, Double> factors = Map.of("a", 0.8, "b", 0.7);
    Verdict verdict =
        judge(
            walls(
                run(TWINNED, FEW, RULED, TWO_CELLS),
                p -> isNew(p) ? 100 * factors.getOrDefault(p.cell().scenario().value(), 1.0) : 100,
                t -> t.output("stdout", (inA(t.planned()) ? "a" : "b").repeat(64))));

    assertThat(verdict.wouldChange())
        .containsExactly(
            "new vs old on wall in a/default: WIN holds for any floor under 20.0 %",
            "new vs old on wall in b/default: WIN holds for any floor under 30.0 %");
    // The largest change heads the sentence.
    assertThat(verdict.sentence()).startsWith("new is faster than old in b/default: ");
    assertThat(verdict.voids()).isEmpty();
  }

  @Test
  void anUnexposedCellIsShownWithoutAVote() {
    Verdict verdict =
        judge(
            walls(
                run(
                    TWINNED,
                    FEW,
                    RULED,
                    """
                    metrics:
                      wall: { primary: true, minimum-effect: 1 % }
                      hits: { stdout: 'hits ([0-9]+)', better: higher, scale: difference }
                    """,
                    "exposure: [ { arm: new, metric: hits, is: above-zero } ]"),
                p -> choose(p, 100, 100, 90),
                t -> t.value("hits", new Reading.Whole(0))));

    assertThat(verdict.outcome()).isEqualTo(Outcome.NOT_EXERCISED);
    assertThat(eligible(verdict).exposed()).isFalse();
    assertThat(eligible(verdict).votes()).isFalse();
    assertThat(eligible(verdict).beyondFloor()).isTrue();
  }
}
