package dev.assize.judge;

import static dev.assize.judge.Runs.comparison;
import static dev.assize.judge.Runs.isNew;
import static dev.assize.judge.Runs.judge;
import static dev.assize.judge.Runs.primary;
import static dev.assize.judge.Runs.run;
import static dev.assize.judge.Runs.walls;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.evidence.Reading;
import dev.assize.experiment.PlannedTrial;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What is said beside the numbers, and from where on. */
class RemarksTest {
  private static final String[] COUNTED = {
    "metrics: { hits: { stdout: 'hits ([0-9]+)', better: higher, scale: difference, primary: true,"
        + " minimum-effect: 1 } }",
    "gates: { checks: trial }"
  };

  private static String blocks(int n) {
    return "design: { blocks: " + n + ", warmups: 0, seed: 1 }";
  }

  private static List<String> remarks(SyntheticRun run, String start) {
    return primary(judge(run)).remarks().stream().filter(r -> r.startsWith(start)).toList();
  }

  private static SyntheticRun failing(Predicate<PlannedTrial> failed) {
    return walls(run(Runs.TRIAL_SCOPE), p -> 100 + p.block(), Runs.failing(failed));
  }

  @Test
  void halfPairsAreCounted() {
    assertThat(remarks(failing(p -> isNew(p) && p.block() == 3), "1 block"))
        .containsExactly("1 block has only one of the two arms and is not counted");
    assertThat(remarks(failing(p -> isNew(p) ? p.block() == 3 : p.block() == 5), "2 blocks"))
        .containsExactly("2 blocks have only one of the two arms and are not counted");
  }

  private static SyntheticRun lacking(Predicate<PlannedTrial> lacks) {
    return walls(
        run(COUNTED),
        p -> 100,
        t ->
            t.value(
                "hits",
                lacks.test(t.planned())
                    ? new Reading.Unpublished("no such line")
                    : new Reading.Whole(100 + t.planned().block())));
  }

  @Test
  void missingValuesAreCountedByArmWithTheFirstReason() {
    assertThat(remarks(lacking(p -> isNew(p) ? p.block() == 7 : p.block() < 3), "3 trials"))
        .singleElement()
        .asString()
        .startsWith(
            "3 trials lack a value (2 of old, 1 of new); their blocks are not counted: trial ")
        .endsWith("(work/default, old, block 1): no such line");
    assertThat(remarks(lacking(p -> isNew(p) && p.block() > 10), "2 trials"))
        .singleElement()
        .asString()
        .startsWith(
            "2 trials lack a value (0 of old, 2 of new); their blocks are not counted: trial ")
        .endsWith("(work/default, new, block 11): no such line");
    assertThat(remarks(lacking(p -> isNew(p) && p.block() > 11), "1 trial"))
        .singleElement()
        .asString()
        .startsWith("1 trial lacks a value (0 of old, 1 of new)");
  }

  private static List<String> groups(String... spec) {
    return remarks(
        walls(
            run(spec),
            p -> 1,
            t -> {
              PlannedTrial p = t.planned();
              long x = 1_000L * (isNew(p) && p.block() % 2 == 0 ? 200 : 100) + p.block();
              return t.wall(x * 1_000_000).value("hits", new Reading.Whole(x));
            }),
        "the values of new");
  }

  @Test
  void groupsAreADescriptionWhereTheyDoNotBind() {
    assertThat(groups(blocks(10)))
        .singleElement()
        .asString()
        .endsWith(": no overall percentage and no ranking");
    assertThat(groups(blocks(9)))
        .singleElement()
        .asString()
        .endsWith(": a description, with fewer than ten values");
    assertThat(groups(COUNTED[0], blocks(10)))
        .singleElement()
        .asString()
        .endsWith(": a description, on a scale of differences");
  }

  private static List<String> levels(int levels, int blocks) {
    // Both arms take these many levels in turn.
    return remarks(
        walls(
            run("design: { blocks: " + blocks + ", warmups: 0, seed: 1, descriptive: true }"),
            p -> 100 + p.block() % levels),
        "limited resolution");
  }

  @Test
  void fewLevelsAreALimitOfTheClock() {
    assertThat(levels(6, 12))
        .containsExactly("limited resolution: 24 values take only 6 different levels");
    assertThat(levels(7, 12)).isEmpty();
    assertThat(levels(2, 4)).hasSize(1);
    assertThat(levels(2, 3)).isEmpty();
    // A counter has the levels that it has.
    SyntheticRun faults =
        walls(run(), p -> 100 + p.block(), t -> t.faults(t.planned().block() % 6, 0));
    assertThat(comparison(judge(faults), "minor-faults").remarks())
        .noneMatch(r -> r.startsWith("limited"));
  }

  private static final double[] INSIDE = {100, 100, 100, 100, 105, 105, 110, 110, 110, 110};

  /** Quartiles 100 and 110 ms, so that the outer fences are 70 and 140 ms. */
  private static List<String> far(double low, double high) {
    return remarks(
        walls(
            run(),
            p ->
                isNew(p)
                    ? 105
                    : p.block() == 1 ? low : p.block() == 12 ? high : INSIDE[p.block() - 2]),
        "");
  }

  @Test
  void valuesBeyondTheOuterFenceAreQuoted() {
    assertThat(far(70, 140)).noneMatch(r -> r.contains("far from the rest"));
    assertThat(far(69.9, 140))
        .contains(
            "1 of 12 values of old lie far from the rest (block 1: 69.9 ms); they are kept, and the"
                + " estimate is a robust one");
    assertThat(far(70, 140.1)).anyMatch(r -> r.contains("(block 12: 140 ms)"));
    // Eleven equal values have no spread to measure a distance by.
    assertThat(remarks(walls(run(), p -> isNew(p) && p.block() == 1 ? 300 : 100), ""))
        .noneMatch(r -> r.contains("far from the rest"));
  }

  private static List<String> farOfThirty(int far) {
    return remarks(
        walls(run(blocks(30)), p -> (isNew(p) && p.block() <= far ? 500 : 100) + p.block()),
        far + " of 30 values of new");
  }

  @Test
  void fiveFarValuesAreQuoted() {
    assertThat(farOfThirty(5)).singleElement().asString().contains("block 5: 505 ms)");
    assertThat(farOfThirty(6)).singleElement().asString().contains("block 5: 505 ms, …)");
  }

  private static List<String> ranges(int blocks) {
    return remarks(
        walls(
            run("design: { blocks: " + blocks + ", warmups: 0, seed: 1, descriptive: true }"),
            p -> isNew(p) ? 90 : 100),
        "the ranges");
  }

  @Test
  void rangesTakeTwoValues() {
    assertThat(ranges(1)).isEmpty();
    assertThat(ranges(2))
        .containsExactly(
            "the ranges of the two arms do not overlap; the gap is 10 ms (a description, not a"
                + " test)");
  }

  private static List<String> counted(UnaryOperator<SyntheticTrial> change) {
    return remarks(walls(run(COUNTED), p -> 100, change), "");
  }

  @Test
  void noPercentageIsSaidOnlyWhereThereIsNone() {
    assertThat(
            counted(
                t ->
                    t.value(
                        "hits", new Reading.Whole(isNew(t.planned()) ? t.planned().block() : 0))))
        .anyMatch(r -> r.endsWith(", by the medians"));
    assertThat(
            counted(
                t ->
                    t.value(
                        "hits",
                        new Reading.Whole(
                            10 + t.planned().block() + (isNew(t.planned()) ? 1 : 0)))))
        .isEmpty();
  }

  /** The remark on two intervals, given by their ends in percent. */
  private static List<String> disagreement(
      double testLow, double testHigh, double mediansLow, double mediansHigh) {
    SyntheticRun run = walls(run(), p -> 100 + p.block());
    Subject subject = Subject.of(run.experiment()).getFirst();
    Pairs pairs =
        Pairs.of(
            Examination.of(run.docket()), subject.cell(), subject.contrast(), subject.metric());
    Measured measured =
        new Measured(subject, pairs, Optional.empty(), true, Optional.empty(), List.of(), false);
    return new Remarks(subject, pairs, 0.95)
        .of(measured, interval(testLow, testHigh), interval(mediansLow, mediansHigh), false);
  }

  private static Optional<Interval> interval(double low, double high) {
    return Optional.of(new Interval((low + high) / 200, low / 100, high / 100));
  }

  @Test
  void twoIntervalsThatDisagreeAreToldApart() {
    String of = "the bootstrap interval of the medians at 95 %, ";
    String decides = "; the randomisation interval decides";

    assertThat(disagreement(1, 2, 3, 4)).isEmpty();
    assertThat(disagreement(-2, -1, -4, -3)).isEmpty();
    assertThat(disagreement(-1, 0, 0, 1)).isEmpty();
    assertThat(disagreement(1, 2, 0, 3))
        .containsExactly(
            of
                + "0.000 % to +3.0 %, includes zero and the randomisation interval does not"
                + decides);
    assertThat(disagreement(-2, -1, -3, 0))
        .containsExactly(
            of
                + "-3.0 % to 0.000 %, includes zero and the randomisation interval does not"
                + decides);
    assertThat(disagreement(0, 2, 1, 3))
        .containsExactly(
            of
                + "+1.0 % to +3.0 %, excludes zero and the randomisation interval does not"
                + decides);
    assertThat(disagreement(-2, -1, 1, 3))
        .containsExactly(of + "+1.0 % to +3.0 %, lies on the other side of zero" + decides);
  }
}
