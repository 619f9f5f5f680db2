package dev.assize.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.experiment.Cell;
import dev.assize.experiment.Contrast;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.MetricName;
import dev.assize.experiment.ScenarioName;
import dev.assize.experiment.VariantName;
import dev.assize.judge.Verdict.Vote;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What pointed somewhere and was not enough. */
class UnreachedTest {
  private static final Experiment RULED =
      Runs.run(
              "arms: { old: {}, old2: { twin: old }, new: { args: [--new] } }",
              """
              variants:
                x: {}
                y: {}
              """,
              """
              metrics:
                wall: { primary: true, minimum-effect: 1 % }
                cpu: {}
              """,
              "decision: { rule: floor, minimum-floor: 2 % }")
          .experiment();

  private static Vote vote(String variant, String metric, double change, boolean beyondTwins) {
    boolean eligible = metric.equals("wall");
    boolean beyond = Math.abs(change) > 0.05;
    return new Vote(
        new Cell(new ScenarioName("work"), new VariantName(variant)),
        new Contrast(Runs.NEW, Runs.OLD),
        new MetricName(metric),
        100,
        100 * (1 + change),
        100,
        change,
        0.05,
        /* exposed= */ true,
        beyond,
        beyondTwins,
        eligible,
        eligible && beyond && beyondTwins);
  }

  private static List<String> said(List<Vote> votes) {
    return new Unreached(RULED, new ControlScenarios(RULED), votes).of(List.of(), List.of());
  }

  @Test
  void votesAreNotRepeated() {
    assertThat(said(List.of())).isEmpty();
    assertThat(said(List.of(vote("x", "wall", -0.1, true), vote("y", "wall", -0.1, true))))
        .isEmpty();
  }

  @Test
  void changesInsideTheFloorAreCountedAndTheLargestNamed() {
    assertThat(said(List.of(vote("x", "wall", -0.1, true), vote("y", "wall", -0.03, false))))
        .containsExactly(
            "1 primary change of 2 lies inside the floor; the largest of them: wall in work/y (new"
                + " vs old) -3.0 %, floor 5.0 %");
    assertThat(said(List.of(vote("x", "wall", 0.01, false), vote("y", "wall", -0.03, false))))
        .containsExactly(
            "no cell voted",
            "2 primary changes of 2 lie inside the floor; the largest of them: wall in work/y (new"
                + " vs old) -3.0 %, floor 5.0 %");
    // Of two alike the first.
    assertThat(
            said(List.of(vote("x", "wall", 0.03, false), vote("y", "wall", -0.03, false)))
                .getLast())
        .contains("wall in work/x");
  }

  @Test
  void beyondTheFloorBetweenTheTwinsIsToldForEachAndThenCounted() {
    List<Vote> votes = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      votes.add(vote("v" + i, "wall", 0.1, false));
    }
    String what = "beyond the floor, but between the twins or level with one";
    assertThat(said(votes))
        .hasSize(13)
        .contains("wall in work/v11 (new vs old) +10.0 %, floor 5.0 %: " + what)
        .noneMatch(s -> s.contains("more: "));

    votes.add(vote("v12", "wall", 0.1, false));
    votes.add(vote("v13", "wall", 0.1, false));
    assertThat(said(votes)).hasSize(14).last().isEqualTo("2 more: " + what);
  }

  @Test
  void whatDoesNotDecideIsListedByMetric() {
    List<Vote> votes = new ArrayList<>(List.of(vote("x", "wall", -0.1, true)));
    votes.add(vote("x", "cpu", 0.03, true));
    votes.add(vote("y", "cpu", 0.06, false));
    assertThat(said(votes))
        .containsExactly(
            "cpu, which does not decide, goes beyond its floor in 1 cell: work/y +6.0 %");

    for (int i = 1; i < 12; i++) {
      votes.add(vote("v" + i, "cpu", 0.06, false));
    }
    assertThat(said(votes)).singleElement().asString().contains("12 cells").doesNotContain("…");
    votes.add(vote("v12", "cpu", 0.06, false));
    assertThat(said(votes)).singleElement().asString().contains("13 cells").endsWith(", …");
  }

  @Test
  void theSameSideInAllVariantsIsToldBesideChance() {
    String by = "; by chance alone about 0.2 of 1 would";
    String inside = "of 2 lie";

    assertThat(said(List.of(vote("x", "wall", -0.03, true), vote("y", "wall", -0.1, true))))
        .last()
        .isEqualTo(
            "all 2 variants lie on the same side of both twins for wall in work for new" + by);
    assertThat(said(List.of(vote("x", "wall", 0.03, true), vote("y", "wall", 0.04, true))))
        .last()
        .isEqualTo(
            "all 2 variants lie on the same side of both twins for wall in work against new" + by);
    // On both sides, between the twins, and not in every variant.
    for (Vote other : List.of(vote("y", "wall", -0.03, true), vote("y", "wall", 0.03, false))) {
      assertThat(said(List.of(vote("x", "wall", 0.03, true), other)))
          .noneMatch(s -> s.contains("same side"))
          .anyMatch(s -> s.contains(inside));
    }
    assertThat(said(List.of(vote("x", "wall", 0.03, true))))
        .noneMatch(s -> s.contains("same side"));
  }

  @Test
  void undecidedIntervalsAreToldTwelveAtMost() {
    Verdict verdict = Runs.judge(Runs.walls(Runs.run(), Runs.noisy(100, 0.1, 1)));
    Experiment experiment = Runs.run().experiment();
    Comparison one = Runs.primary(verdict);
    ControlScenarios controls = new ControlScenarios(experiment);

    assertThat(verdict.unreached())
        .singleElement()
        .asString()
        .startsWith("wall of new in work/default: ")
        .contains(", interval ")
        .endsWith(", smallest change that counts 1.0 %");
    assertThat(
            new Unreached(experiment, controls, List.of())
                .of(java.util.Collections.nCopies(12, one), List.of()))
        .hasSize(12);
    assertThat(
            new Unreached(experiment, controls, List.of())
                .of(java.util.Collections.nCopies(14, one), List.of()))
        .hasSize(13)
        .last()
        .isEqualTo("2 more primary comparisons are undecided");
  }
}
