package dev.assize.judge;

import static dev.assize.judge.Runs.TRIAL_SCOPE;
import static dev.assize.judge.Runs.isNew;
import static dev.assize.judge.Runs.judge;
import static dev.assize.judge.Runs.primary;
import static dev.assize.judge.Runs.rows;
import static dev.assize.judge.Runs.run;
import static dev.assize.judge.Runs.walls;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.evidence.Ending;
import dev.assize.evidence.Reading;
import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import dev.assize.experiment.OperationName;
import dev.assize.experiment.Plan;
import dev.assize.experiment.PlannedTrial;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Public complaints about other tools, with their data as evidence. */
class CasesTest {

  private static SyntheticRun firstBlocks(SyntheticRun run, int blocks, Runs.Millis millis) {
    return run.carryOut(
        p ->
            p.block() > blocks
                ? List.of()
                : List.of(run.trial(p).wall(Math.round(millis.of(p) * 1e6)).made()));
  }

  /** 03: one value a side is a point, not a result. */
  @Test
  void oneSampleGivesAPointEstimateAndNoVerdict() {
    Verdict verdict = judge(firstBlocks(run(), 1, p -> isNew(p) ? 771.1 : 812.3));

    Comparison c = primary(verdict);
    assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
    assertThat(c.because())
        .isEqualTo("inconclusive: n too small: 1 complete block, at least 8 are needed for 95 %");
    assertThat(c.randomisation()).isEmpty();
    assertThat(c.bootstrap()).isEmpty();
    assertThat(c.pValue()).isEmpty();
    assertThat(verdict.sentence()).contains("n too small").contains("-5.1 %");
    assertThat(new String(VerdictJson.write(verdict), java.nio.charset.StandardCharsets.UTF_8))
        .doesNotContain("NaN")
        .doesNotContain("Infinity");
  }

  private static SyntheticRun counters(String metric, List<String[]> rows) {
    SyntheticRun run =
        run(
            "metrics: { misses: { stdout: '([0-9]+) misses', better: lower, primary: true, "
                + metric
                + " } }",
            "design: { blocks: 15, warmups: 0, seed: 1 }");
    return run.carryOut(
            p -> {
              String text = rows.get(p.block() - 1)[isNew(p) ? 2 : 1];
              return List.of(
                  run.trial(p).wall(1_000_000).value("misses", new Reading.Decimal(text)).made());
            })
        .close();
  }

  /** 05: a counter may be zero; then differences are compared and nothing is a percentage. */
  @Test
  void zerosOfACounterAreValues() throws IOException {
    Verdict verdict = judge(counters("scale: difference, minimum-effect: 1", rows("05-zeros.csv")));

    Comparison c = primary(verdict);
    assertThat(c.blocks()).hasSize(15);
    assertThat(c.outcome()).isNotEqualTo(Outcome.VOID);
    assertThat(c.randomisation()).isPresent();
    assertThat(c.randomisation().orElseThrow().estimate()).isFinite();
    assertThat(c.remarks()).contains("zero against zero by the medians: equal");
    assertThat(verdict.sentence()).doesNotContain("%, and");
  }

  @Test
  void aZeroInARatioIsAnErrorThatNamesTheSample() throws IOException {
    Verdict verdict = judge(counters("scale: ratio", rows("05-zeros.csv")));

    assertThat(verdict.outcome()).isEqualTo(Outcome.VOID);
    assertThat(verdict.sentence())
        .contains("expected values above zero for a ratio, found 0 in trial ")
        .contains("(old, block 1)")
        .contains("scale: difference");
  }

  @Test
  void aTimeOfZeroIsAWarning() {
    Verdict verdict = judge(walls(run(), p -> p.block() == 4 && isNew(p) ? 0 : 100 + p.block()));

    assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
    assertThat(primary(verdict).blocks()).hasSize(12);
    assertThat(primary(verdict).because()).contains("(new, block 4)").contains("clock");
    assertThat(primary(verdict).remarks()).anyMatch(r -> r.startsWith("warning: a time of 0 ns"));
  }

  /** A run whose order is given rather than drawn: arm names in the order of execution. */
  private static Docket inOrder(String order, List<String> arms, List<Double> millis) {
    SyntheticRun run = run("design: { blocks: 20, warmups: 0, seed: 1, order: " + order + " }");
    Cell cell = run.experiment().cells().getFirst();
    Map<String, Integer> blocks = new HashMap<>();
    Map<Integer, Integer> inBlock = new HashMap<>();
    List<PlannedTrial> trials = new ArrayList<>();
    for (String arm : arms) {
      int block = blocks.merge(arm, 1, Integer::sum);
      int position = inBlock.merge(block, 1, Integer::sum) - 1;
      trials.add(
          new PlannedTrial(
              trials.size() + 1,
              true,
              cell,
              new ArmName(arm.equals("A") ? "old" : "new"),
              block,
              position,
              0));
    }
    for (PlannedTrial trial : trials) {
      run.add(run.trial(trial).wall(Math.round(millis.get(trial.number() - 1) * 1e6)).made());
    }
    Docket docket = run.close().docket();
    return new Docket(docket.run(), docket.experiment(), new Plan(1, trials), docket.entries());
  }

  private static Verdict drift(String file, String order) throws IOException {
    List<String[]> rows = rows(file);
    return Judge.judge(
        inOrder(
            order,
            rows.stream().map(r -> r[1]).toList(),
            rows.stream().map(r -> 1000 * Double.parseDouble(r[2])).toList()));
  }

  /** 09: the same machine drift, first all of A and then all of B, then interleaved. */
  @Test
  void blockedOrderIsConfoundedWithTheArm() throws IOException {
    Verdict verdict = drift("09-drift-blocked.csv", "balanced");

    assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
    assertThat(primary(verdict).because()).startsWith("order confounded with arm");
    assertThat(primary(verdict).randomisation()).isEmpty();
  }

  @Test
  void interleavedOrderShowsDriftAndNoDifference() throws IOException {
    Verdict verdict = drift("09-drift-interleaved.csv", "abba");

    Comparison c = primary(verdict);
    assertThat(verdict.outcome()).isEqualTo(Outcome.NO_DIFFERENCE);
    assertThat(c.randomisation().orElseThrow().estimate()).isBetween(-0.002, 0.002);
    assertThat(c.pValue().orElseThrow()).isGreaterThan(0.3);
    assertThat(verdict.drift()).isTrue();
  }

  /** 11: sixty blocks inside each of two runs are two samples, not a hundred and twenty. */
  @Test
  void roundsOfOneRunAreNotSamples() throws IOException {
    SyntheticRun run =
        run(
            """
            scenarios:
              work:
                command: [work]
                operations: [block]
                rounds: 60
                checks: [ { stdout: equal } ]
            """,
            "metrics: { block: { operations: [block], primary: true } }");
    List<String[]> rows = rows("11-pseudoreplication.csv");
    run.carryOut(
        p -> {
          if (p.block() > 2) {
            return List.of();
          }
          SyntheticTrial trial = run.trial(p).wall(4_000_000_000L);
          String arm = isNew(p) ? "B" : "A";
          List<String> runs =
              rows.stream().filter(r -> r[1].equals(arm)).map(r -> r[0]).distinct().toList();
          int round = 0;
          for (String[] row : rows) {
            if (row[0].equals(runs.get(p.block() - 1)) && row[1].equals(arm)) {
              round++;
              trial.operation(
                  new OperationName("block"), round, Math.round(Double.parseDouble(row[3]) * 1e6));
            }
          }
          return List.of(trial.made());
        });

    Verdict verdict = judge(run);

    assertThat(verdict.voids()).isEmpty();
    assertThat(primary(verdict).baseline()).hasSize(2);
    assertThat(primary(verdict).baseline().getFirst()).isBetween(2.9e9, 3.2e9);
    assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
    assertThat(primary(verdict).because()).startsWith("inconclusive: n too small: 2 complete");
  }

  /** 13: two values of thirty are ten times as large; the mean points the wrong way. */
  @Test
  void outliersAreKeptAndDoNotDecide() throws IOException {
    List<String[]> rows = rows("13-outliers.csv");
    Verdict verdict =
        judge(
            walls(
                run("design: { blocks: 30, warmups: 0, seed: 1 }"),
                p -> 1000 * Double.parseDouble(rows.get(p.block() - 1)[isNew(p) ? 2 : 1])));

    Comparison c = primary(verdict);
    assertThat(verdict.outcome()).isEqualTo(Outcome.WIN);
    assertThat(c.randomisation().orElseThrow().estimate()).isBetween(-0.031, -0.027);
    assertThat(c.candidate()).hasSize(30).contains(2.9157e9, 2.9262e9);
    assertThat(c.separated()).isFalse();
    assertThat(c.remarks())
        .anyMatch(
            r -> r.startsWith("2 of 30 values of new lie far from the rest (block 4: 2.92 s"));
  }

  /** 19: a failure is not a time of zero. */
  @Test
  void failuresAreListedAndNeverATime() {
    Verdict verdict =
        judge(
            walls(
                run(TRIAL_SCOPE),
                p -> isNew(p) && p.block() <= 2 ? 0 : 100 + p.block() % 3,
                t ->
                    isNew(t.planned()) && t.planned().block() <= 2
                        ? t.ending(new Ending.Exited(t.planned().block() == 1 ? 139 : 1))
                        : t));

    assertThat(primary(verdict).candidate()).hasSize(10).allMatch(v -> v > 0);
    assertThat(verdict.voids())
        .extracting(Verdict.Voided::why)
        .containsExactlyInAnyOrder(
            "expected exit status 0, found 139", "expected exit status 0, found 1");
    assertThat(verdict.tallies()).anyMatch(t -> t.arm().equals(Runs.NEW) && t.failed() == 2);
  }

  /** 35: the command that was killed for its memory is not the fastest. */
  @Test
  void onlyRunsThatEndedWellCount() {
    double[] oom = {20, 20, 1300, 20};
    int[] codes = {137, 137, 0, 137};
    SyntheticRun run = run(TRIAL_SCOPE);
    run.carryOut(
        p -> {
          if (p.block() > 4) {
            return List.of();
          }
          int i = p.block() - 1;
          SyntheticTrial trial = run.trial(p);
          return List.of(
              isNew(p)
                  ? trial.wall(Math.round(oom[i] * 1e6)).ending(new Ending.Exited(codes[i])).made()
                  : trial.wall(1_010_000_000).made());
        });

    Verdict verdict = judge(run);

    assertThat(primary(verdict).candidate()).containsExactly(1.3e9);
    assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
    assertThat(primary(verdict).because()).startsWith("inconclusive: n too small: 1 complete");
    assertThat(verdict.flags())
        .anyMatch(f -> f.contains("new failed 3 of 4 attempts, old failed 0 of 4"));
  }

  /** 47: error pages are fast. */
  @Test
  void fastErrorsDoNotMakeAnArmFaster() throws IOException {
    List<String[]> a = rows("47-fast-429-a.csv");
    List<String[]> b = rows("47-fast-429-b.csv");
    int n = 120;
    Verdict verdict =
        judge(
            walls(
                run(TRIAL_SCOPE, "design: { blocks: " + n + ", warmups: 0, seed: 1 }"),
                p -> Double.parseDouble((isNew(p) ? b : a).get(p.block() - 1)[2]),
                t -> {
                  String[] row = (isNew(t.planned()) ? b : a).get(t.planned().block() - 1);
                  return row[1].equals("200") ? t : t.ending(new Ending.Exited(1));
                }));

    Comparison c = primary(verdict);
    assertThat(verdict.outcome()).isNotEqualTo(Outcome.WIN);
    assertThat(c.candidate()).hasSizeLessThan(n / 2).allMatch(v -> v > 1e9);
    assertThat(c.candidateMedian() / c.baselineMedian()).isBetween(0.9, 1.2);
    assertThat(verdict.flags()).anyMatch(f -> f.startsWith("failure rates differ"));
  }
}
