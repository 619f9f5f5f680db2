package dev.assize.judge;

import static dev.assize.judge.Runs.comparison;
import static dev.assize.judge.Runs.isNew;
import static dev.assize.judge.Runs.judge;
import static dev.assize.judge.Runs.noisy;
import static dev.assize.judge.Runs.primary;
import static dev.assize.judge.Runs.run;
import static dev.assize.judge.Runs.walls;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assize.evidence.Ending;
import dev.assize.evidence.Reading;
import dev.assize.experiment.PlannedTrial;
import dev.assize.stats.BlockOrder;
import dev.assize.stats.Planning;
import dev.assize.stats.Scale;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** Sentences, flags and limits of a verdict, and from where on they are said. */
class SaidTest {
  private static final String DESCRIPTIVE =
      "design: { blocks: 3, warmups: 0, seed: 1, descriptive: true }";
  private static final String COUNTED =
      "metrics: { hits: { stdout: 'hits ([0-9]+)', better: lower, scale: difference, unit: count,"
          + " primary: true, minimum-effect: 22 } }";
  private static final String CONTROLLED =
      "arms: { old: {}, new: { args: [--new] }, same: { role: control, args: [--same] } }";

  private static SyntheticRun counted(ToLongFunction<PlannedTrial> hits, String... spec) {
    return walls(
        run(spec),
        p -> 100,
        t -> t.value("hits", new Reading.Whole(hits.applyAsLong(t.planned()))));
  }

  private static boolean isSame(PlannedTrial planned) {
    return planned.arm().value().equals("same");
  }

  // Alternatives and what is needed.

  @Test
  void withoutAThresholdTheEstimateIsWhatIsLookedFor() {
    Verdict verdict =
        judge(
            walls(
                run("metrics: { wall: { primary: true, minimum-effect: 0 % } }"),
                noisy(101, 0.1, 1)));

    Interval found = primary(verdict).randomisation().orElseThrow();
    assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
    assertThat(verdict.wouldChange())
        .singleElement()
        .asString()
        .contains(
            "would find a change of "
                + Words.percent(found.estimate())
                + " four times out of five");
  }

  @Test
  void blocksNeededAreThoseOfTheRobustSpread() {
    // Differences of 0 to 11, each once: the median absolute deviation from 5.5 is 3.
    SyntheticRun run = counted(p -> 100 + (isNew(p) ? p.block() - 1 : 0), COUNTED);
    Subject subject = Subject.of(run.experiment()).getFirst();
    Pairs pairs =
        Pairs.of(
            Examination.of(run.docket()), subject.cell(), subject.contrast(), subject.metric());

    assertThat(Needed.forEffect(run.experiment(), subject.metric(), pairs, 1, 0.05).orElseThrow())
        .isEqualTo(
            new Planning(BlockOrder.BALANCED, 2, 0.05)
                .blocksNeeded(3 * 1.4826, 1, Scale.DIFFERENCE, 0.8));
    assertThat(Needed.forEffect(run.experiment(), subject.metric(), pairs, 0, 0.05)).isEmpty();
    assertThat(Needed.forLevel(run.experiment(), 0.05)).isEqualTo("at least 8 are needed for 95 %");
    assertThat(Needed.forLevel(run.experiment(), 1e-6))
        .isEqualTo("no number of blocks gives 100 % over so many comparisons; split the family");
  }

  private static Optional<?> needed(int blocks) {
    SyntheticRun run = run();
    run.carryOut(
        p ->
            p.block() > blocks
                ? List.of()
                : List.of(run.trial(p).wall((isNew(p) ? 90 : 100) + p.block()).made()));
    Subject subject = Subject.of(run.experiment()).getFirst();
    Pairs pairs =
        Pairs.of(
            Examination.of(run.docket()), subject.cell(), subject.contrast(), subject.metric());
    return Needed.forEffect(run.experiment(), subject.metric(), pairs, 0.01, 0.05);
  }

  @Test
  void oneBlockHasNoSpread() {
    assertThat(needed(1)).isEmpty();
    assertThat(needed(2)).isPresent();
  }

  @Test
  void twoBlocksHaveABootstrapInterval() {
    Comparison c = primary(judge(walls(run(DESCRIPTIVE.replace("3", "2")), p -> 100 + p.block())));

    assertThat(c.bootstrap()).isPresent();
    assertThat(c.randomisation()).isEmpty();
  }

  // Controls.

  private static Verdict controlled(double same, long faults, double noise, long seed) {
    Runs.Millis walls = noisy(90, noise, seed);
    return judge(
        walls(
            run(
                CONTROLLED,
                """
                metrics:
                  wall: { primary: true, minimum-effect: 1 % }
                  major-faults: { primary: true, minimum-effect: 5 }
                """),
            p -> walls.of(p) * (isSame(p) ? same : 1),
            t -> t.faults(isSame(t.planned()) ? 900 : 200, isSame(t.planned()) ? faults : 0)));
  }

  @Test
  void aControlMovesByItsThresholdOnAPrimaryMetric() {
    // Only the candidate moved, and a counter that does not decide.
    assertThat(controlled(1, 0, 0.002, 1).drift()).isFalse();
    assertThat(controlled(1, 4, 0.002, 1).drift()).isFalse();
    assertThat(controlled(1, 5, 0.002, 1).flags())
        .anyMatch(
            f -> f.startsWith("drift: the control same, which must not move, moved by +5 on"));
  }

  @Test
  void aControlThatMovedByChanceDidNotMove() {
    Verdict verdict = controlled(1, 0, 0.2, 2);

    Comparison same =
        verdict.comparisons().stream()
            .filter(c -> c.contrast().candidate().value().equals("same"))
            .filter(c -> c.metric().name().value().equals("wall"))
            .findFirst()
            .orElseThrow();
    assertThat(Math.abs(same.randomisation().orElseThrow().estimate())).isGreaterThan(0.01);
    assertThat(same.pValue().orElseThrow()).isGreaterThan(0.05);
    assertThat(verdict.flags()).noneMatch(f -> f.startsWith("drift: the control"));
  }

  @Test
  void controlsAreNoRegressions() {
    Verdict verdict = controlled(1.2, 9, 0.002, 1);

    assertThat(verdict.regressions())
        .allMatch(i -> verdict.comparisons().get(i).contrast().candidate().equals(Runs.NEW))
        .allMatch(i -> Effect.worse(verdict.comparisons().get(i)));
  }

  // Trends.

  /** Both arms rise by 2 a block, one 6 above the other. */
  private static Verdict.Trend trend(int threshold) {
    return judge(
            counted(
                p -> 100 + 2L * p.block() + (isNew(p) ? 6 : 0),
                COUNTED.replace("22", Integer.toString(threshold))))
        .trends()
        .getFirst();
  }

  @Test
  void driftIsTheChangeOfTheMeanOfBothArms() {
    assertThat(trend(22).change()).isEqualTo(22);
    assertThat(trend(22).drift()).isTrue();
    assertThat(trend(23).drift()).isFalse();
    Runs.Millis rising = p -> 100 * Math.pow(1.02, p.block()) * (isNew(p) ? 0.5 : 1);
    assertThat(judge(walls(run(), rising)).trends().getFirst().change())
        .isCloseTo(Math.pow(1.02, 11) - 1, within(1e-6));
  }

  @Test
  void noTrendIsLookedForInTooFewBlocksOrWithZeros() {
    String blocks = "design: { blocks: %d, warmups: 0, seed: 1, descriptive: true }";

    assertThat(judge(walls(run(blocks.formatted(8)), p -> 100 + p.block())).trends()).hasSize(1);
    assertThat(judge(walls(run(blocks.formatted(7)), p -> 100 + p.block())).trends()).isEmpty();
    assertThat(judge(walls(run(), p -> isNew(p) && p.block() == 3 ? 0 : 100)).trends()).isEmpty();
    assertThat(judge(walls(run(), p -> !isNew(p) && p.block() == 3 ? 0 : 100)).trends()).isEmpty();
  }

  // Limits.

  private static boolean waited(long wall, long cpu) {
    return judge(walls(run(), p -> 100, t -> t.wall(wall).cpu(cpu, 0))).limits().stream()
        .anyMatch(l -> l.contains("it mostly waited"));
  }

  @Test
  void halfOfTenMillisecondsIsWaiting() {
    assertThat(waited(10_000_000, 4_999_999)).isTrue();
    assertThat(waited(10_000_000, 5_000_000)).isFalse();
    assertThat(waited(9_999_999, 1)).isFalse();
  }

  @Test
  void exploratoryComparisonsAreALimitWhenThereAreAny() {
    SyntheticRun run = walls(run(), p -> 100 + p.block());
    Verdict verdict = judge(run);
    List<Comparison> deciding = verdict.comparisons().stream().filter(Comparison::primary).toList();

    assertThat(verdict.limits())
        .contains(
            "8 exploratory comparisons with uncorrected intervals: at 95 % about 0 would show a"
                + " difference where there is none");
    assertThat(Limits.of(run.experiment(), Examination.of(run.docket()), deciding))
        .noneMatch(l -> l.contains("exploratory"));
  }

  @Test
  void theLoadersVariablesAreAFlagAndALimit() {
    Verdict verdict = judge(walls(run("allow-loader-environment: true"), p -> 100 + p.block()));

    assertThat(verdict.flags()).anyMatch(f -> f.contains("LD_PRELOAD"));
    assertThat(verdict.limits()).anyMatch(f -> f.contains("LD_PRELOAD"));
    assertThat(judge(walls(run(), noisy(100, 0.002, 1))).flags()).isEmpty();
  }

  // Sentences.

  @Test
  void onlyControlScenariosGiveNoVerdict() {
    Verdict verdict =
        judge(
            walls(
                run(
                    "scenarios: { work: { command: [work], control: true, checks: [ { stdout: equal"
                        + " } ] } }"),
                p -> 100 + p.block()));

    assertThat(verdict.sentence()).isEqualTo("No verdict: the spec has no primary comparison.");
    assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
  }

  @Test
  void countsAreFewerAndTimesAreLess() {
    assertThat(judge(counted(p -> isNew(p) ? 60 : 100, COUNTED)).sentence())
        .startsWith("new is better than old on hits: by 40 fewer (95 % interval 40 to 40)");
    assertThat(judge(counted(p -> isNew(p) ? 140 : 100, COUNTED)).sentence())
        .startsWith("new is worse than old on hits: by 40 more (95 % interval ");
    assertThat(
            judge(counted(p -> isNew(p) ? 60 : 100, COUNTED.replace("unit: count", "unit: MB")))
                .sentence())
        .startsWith("new is better than old on hits: by 40 MB less (95 % interval ");
  }

  @Test
  void theFirstOfEqualChangesHeadsTheSentence() {
    Verdict verdict =
        judge(walls(run(Runs.TWO_CELLS), p -> (isNew(p) ? 80 : 100) * (1 + 0.001 * p.block())));

    assertThat(verdict.sentence()).startsWith("new is faster than old in a/default: ");
  }

  @Test
  void aDescriptionSaysWhatIsVoidAndLeavesOutWhatHasNoFigure() {
    Verdict failed = judge(walls(run(DESCRIPTIVE), p -> 100, t -> t.ending(new Ending.Exited(1))));
    assertThat(failed.outcome()).isEqualTo(Outcome.VOID);
    assertThat(primary(failed).because()).isEqualTo("check:exit: expected exit status 0, found 1");
    assertThat(failed.sentence()).isEqualTo("Description only, no verdict was asked for.");

    // One of two is void: no verdict, and the other is described.
    Verdict half =
        judge(
            walls(
                run(DESCRIPTIVE, Runs.TWO_CELLS, "metrics: { wall: { primary: true } }"),
                p -> isNew(p) ? 90 : 100,
                Runs.failing(Runs::inA)));
    assertThat(half.outcome()).isEqualTo(Outcome.UNDECIDED);
    assertThat(half.sentence())
        .endsWith(": new vs old on wall in b/default -10.0 %, over 3 paired blocks.");

    for (double[] zero : new double[][] {{0, 100}, {100, 0}}) {
      Verdict none = judge(walls(run(DESCRIPTIVE), p -> isNew(p) ? zero[1] : zero[0]));
      assertThat(none.sentence()).isEqualTo("Description only, no verdict was asked for.");
    }
  }

  @Test
  void withoutAnIntervalMediansAreCompared() {
    SyntheticRun run = run(COUNTED);
    run.carryOut(
        p ->
            p.block() > 3
                ? List.of()
                : List.of(
                    run.trial(p)
                        .wall(1_000_000)
                        .value("hits", new Reading.Whole(isNew(p) ? 107 : 100))
                        .made()));
    Verdict verdict = judge(run);

    assertThat(verdict.sentence()).endsWith("; the one estimate there is: +7.");
    assertThat(verdict.regressions()).contains(0);
    assertThat(comparison(verdict, "wall").because())
        .isEqualTo("inconclusive: n too small: 3 complete blocks, at least 8 are needed for 95 %");
  }

  @Test
  void aFixedOrderHasNoLevel() {
    Verdict verdict =
        judge(
            walls(
                run(
                    "arms: { old: {}, old2: { twin: old }, new: { args: [--new] } }",
                    "design: { blocks: 3, warmups: 0, seed: 1, order: a1-b-a2 }",
                    "decision: { rule: floor }"),
                p -> 100 + p.block()));

    assertThat(comparison(verdict, "cpu").because())
        .isEqualTo(
            "inconclusive: n too small: 3 complete blocks, order a1-b-a2 draws nothing, so no number"
                + " gives a level");
  }
}
