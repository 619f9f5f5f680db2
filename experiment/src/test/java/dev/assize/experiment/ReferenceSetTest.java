package dev.assize.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assize.stats.ReferenceSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The set that the test goes through must be what the planner draws from. For small designs the
 * planner is asked many times: plans that differ only in which of the two arms is which are one
 * orbit; its members must be as many as the reference set says, and equally frequent.
 */
class ReferenceSetTest {
  private static final Cell CELL = new Cell(new ScenarioName("s0"), new VariantName("default"));
  private static final Contrast CONTRAST = new Contrast(new ArmName("a1"), new ArmName("a0"));

  /** The same plans with the two arms' names hidden, and which block has which first. */
  private record Drawn(String hidden, String labels) {}

  private static Drawn drawn(Plan plan, List<Integer> blocks) {
    StringBuilder hidden = new StringBuilder();
    StringBuilder labels = new StringBuilder();
    boolean open = true;
    for (PlannedTrial trial : plan.trials()) {
      open |= trial.position() == 0;
      if (!blocks.contains(trial.block())) {
        hidden.append(trial.arm()).append(' ');
      } else if (trial.arm().equals(CONTRAST.baseline())
          || trial.arm().equals(CONTRAST.candidate())) {
        hidden.append("X ");
        if (open) {
          labels.append(trial.arm());
          open = false;
        }
      } else {
        hidden.append(trial.arm()).append(' ');
      }
    }
    return new Drawn(hidden.toString(), labels.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "BALANCED, 2, 4, 60000",
    "BALANCED, 2, 5, 60000",
    "BALANCED, 2, 7, 60000",
    "BALANCED, 3, 3, 60000",
    "BALANCED, 3, 4, 200000",
    "BALANCED, 4, 2, 100000",
    "ABBA, 2, 6, 60000",
    "ABBA, 3, 4, 60000",
    "ABBA, 3, 3, 60000",
    "ABBA, 4, 2, 30000"
  })
  void theSetIsTheSupportAndTheSupportIsUniform(
      Design.Order order, int arms, int blocks, int draws) {
    Experiment e = PlannerTest.experiment(arms, 1, blocks, 0, order);
    List<Integer> all = IntStream.rangeClosed(1, blocks).boxed().toList();
    Map<String, Map<String, Integer>> orbits = new HashMap<>();
    Map<String, ReferenceSet> sets = new HashMap<>();
    for (long seed = 0; seed < draws; seed++) {
      Plan plan = Planner.plan(e, seed);
      Drawn drawn = drawn(plan, all);
      orbits
          .computeIfAbsent(drawn.hidden(), _ -> new HashMap<>())
          .merge(drawn.labels(), 1, Integer::sum);
      sets.computeIfAbsent(
          drawn.hidden(), _ -> Planner.referenceSet(plan, CELL, CONTRAST, order, all));
    }
    List<Double> excess = new ArrayList<>();
    orbits.forEach(
        (hidden, members) -> {
          int size = Objects.requireNonNull(sets.get(hidden)).size().intValueExact();
          assertThat(members).as(hidden).hasSize(size);
          double expected = members.values().stream().mapToInt(n -> n).sum() / (double) size;
          double chiSquare =
              members.values().stream()
                  .mapToDouble(n -> (n - expected) * (n - expected) / expected)
                  .sum();
          int degrees = size - 1;
          if (degrees > 0) {
            excess.add((chiSquare - degrees) / Math.sqrt(2.0 * degrees));
          }
        });
    // The seeds are fixed, so this passes always or never. Beyond 5 a lopsided draw is certain.
    assertThat(excess).allMatch(x -> x < 5);
    // Over all orbits too: no order is likelier than another.
    List<Integer> every = orbits.values().stream().flatMap(m -> m.values().stream()).toList();
    double expected = draws / (double) every.size();
    double chiSquare =
        every.stream().mapToDouble(n -> (n - expected) * (n - expected) / expected).sum();
    assertThat((chiSquare - every.size()) / Math.sqrt(2.0 * every.size())).isLessThan(5);
  }

  @Test
  void blocksThatDontCountAreConditionedOn() {
    // Eight blocks, two of them void. Given those two, or their mirror image, the other six must
    // be uniform over the set.
    Experiment e = PlannerTest.experiment(2, 1, 8, 0, Design.Order.BALANCED);
    List<Integer> counted = List.of(1, 2, 4, 5, 6, 8);
    Map<String, Map<String, Integer>> byVoid = new HashMap<>();
    Map<String, ReferenceSet> sets = new HashMap<>();
    for (long seed = 0; seed < 60_000; seed++) {
      Plan plan = Planner.plan(e, seed);
      StringBuilder labels = new StringBuilder();
      StringBuilder rest = new StringBuilder();
      for (PlannedTrial trial : plan.trials()) {
        if (trial.position() == 0) {
          (counted.contains(trial.block()) ? labels : rest).append(trial.arm().value().charAt(1));
        }
      }
      // The mirror image of all labels is the same member of the class.
      String unvoided = rest.charAt(0) == rest.charAt(1) ? "same" : "different";
      byVoid
          .computeIfAbsent(unvoided, _ -> new HashMap<>())
          .merge(labels.toString(), 1, Integer::sum);
      sets.computeIfAbsent(
          unvoided,
          _ -> Planner.referenceSet(plan, CELL, CONTRAST, Design.Order.BALANCED, counted));
    }
    assertThat(byVoid).containsOnlyKeys("same", "different");
    byVoid.forEach(
        (kind, members) -> {
          int size = Objects.requireNonNull(sets.get(kind)).size().intValueExact();
          assertThat(members).as(kind).hasSize(size);
          double expected = members.values().stream().mapToInt(n -> n).sum() / (double) size;
          assertThat(members.values())
              .allMatch(n -> Math.abs(n - expected) < 5 * Math.sqrt(expected));
        });
  }

  @Test
  void whatWasNotDrawnHasNoSet() {
    Plan plan = Planner.plan(PlannerTest.experiment(3, 1, 5, 0, Design.Order.A1_B_A2), 1);
    assertThatThrownBy(
            () -> Planner.referenceSet(plan, CELL, CONTRAST, Design.Order.A1_B_A2, List.of(1)))
        .hasMessageContaining("order a1-b-a2 is fixed");
    Plan drawn = Planner.plan(PlannerTest.experiment(2, 1, 5, 0, Design.Order.BALANCED), 1);
    assertThatThrownBy(
            () -> Planner.referenceSet(drawn, CELL, CONTRAST, Design.Order.BALANCED, List.of()))
        .hasMessageContaining("expected at least one block of s0/default");
    assertThatThrownBy(
            () -> Planner.referenceSet(drawn, CELL, CONTRAST, Design.Order.BALANCED, List.of(6)))
        .hasMessage("reference set: expected a block of s0/default in the plan, found 6");
  }

  @Test
  void feasibilityNamesTheBlocksThatWouldDo() throws SpecException {
    Feasibility few =
        Planner.feasibility(PlannerTest.experiment(2, 1, 5, 0, Design.Order.BALANCED));
    assertThat(few.reachable()).isFalse();
    assertThat(few.refused()).as("descriptive").isFalse();
    assertThat(few.blocksNeeded()).isEqualTo(8);
    assertThat(few.message()).contains("at least 8 blocks", "found 5");
    Feasibility seven =
        Planner.feasibility(PlannerTest.experiment(2, 1, 7, 0, Design.Order.BALANCED));
    assertThat(seven.reachable()).isTrue();
    assertThat(seven.smallestP()).isEqualTo(2.0 / 70);
    Feasibility many =
        Planner.feasibility(
            SpecTest.parse(SpecTest.SMALLEST + "variants: { a: {}, b: { args: [x] } }\n")
                .experiment());
    assertThat(many.comparisons()).isEqualTo(2);
    assertThat(many.blocksNeeded()).isEqualTo(10);
    assertThat(many.refused()).isFalse();
    Feasibility floor =
        Planner.feasibility(PlannerTest.experiment(3, 1, 1, 0, Design.Order.A1_B_A2));
    assertThat(floor.reachable()).isTrue();
  }
}
