package dev.assize.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PlannerTest {
  /** An experiment with so many arms (the last a twin if asked), cells and blocks. */
  static Experiment experiment(int arms, int cells, int blocks, int warmups, Design.Order order) {
    StringBuilder yaml = new StringBuilder("assize: 1\nname: t\nquestion: Is it?\narms:\n");
    boolean fixed = order == Design.Order.A1_B_A2;
    for (int i = 0; i < arms; i++) {
      yaml.append(
          fixed && i == arms - 1
              ? "  a%d: { twin: a0 }\n".formatted(i)
              : "  a%d: { args: [x%d] }\n".formatted(i, i));
    }
    yaml.append("scenarios:\n");
    for (int i = 0; i < cells; i++) {
      yaml.append("  s%d: { command: [w], checks: [ { stdout: equal } ] }\n".formatted(i));
    }
    yaml.append(
        "design: { blocks: %d, warmups: %d, order: %s, descriptive: true }\n"
            .formatted(blocks, warmups, order.key()));
    try {
      return SpecTest.parse(yaml.toString()).experiment();
    } catch (SpecException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aSeedMeansTheseBytes() {
    byte[] golden = Resources.read("plan-3-arms-2-cells-seed-7.json");
    Plan plan = Planner.plan(experiment(3, 2, 4, 1, Design.Order.BALANCED), 7);
    assertThat(new String(plan.toJson(), StandardCharsets.UTF_8))
        .isEqualTo(new String(golden, StandardCharsets.UTF_8));
    assertThat(Plan.fromJson(golden)).isEqualTo(plan);
  }

  @Property(tries = 200)
  void everyArmOfEveryCellIsInEveryBlockOnce(
      @ForAll @IntRange(min = 2, max = 5) int arms,
      @ForAll @IntRange(min = 1, max = 3) int cells,
      @ForAll @IntRange(min = 1, max = 13) int blocks,
      @ForAll @IntRange(max = 2) int warmups,
      @ForAll boolean mirrored,
      @ForAll long seed) {
    Design.Order order = mirrored ? Design.Order.ABBA : Design.Order.BALANCED;
    Experiment e = experiment(arms, cells, blocks, warmups, order);
    Plan plan = Planner.plan(e, seed);

    assertThat(plan).isEqualTo(Planner.plan(e, seed));
    assertThat(plan.trials()).hasSize(arms * cells * (blocks + warmups));
    for (int i = 0; i < plan.trials().size(); i++) {
      PlannedTrial trial = plan.trials().get(i);
      assertThat(trial.number()).isEqualTo(i + 1);
      assertThat(trial.padding()).isBetween(0, e.design().padding());
      assertThat(trial.measured()).isEqualTo(i >= arms * cells * warmups);
      // A cell's block is one run of trials, position by position, block after block.
      assertThat(trial.position()).isEqualTo(i % arms);
      int before = trial.measured() ? warmups : 0;
      assertThat(trial.block()).isEqualTo(i / (arms * cells) + 1 - before);
    }
    assertThat(
            plan.trials().stream()
                .map(t -> t.measured() + " " + t.cell() + " " + t.block() + " " + t.arm())
                .collect(Collectors.toSet()))
        .hasSameSizeAs(plan.trials());
    assertThat(Plan.fromJson(plan.toJson())).isEqualTo(plan);
  }

  @Property(tries = 200)
  void balancedMeansThatEveryArmLeadsEquallyOften(
      @ForAll @IntRange(min = 2, max = 5) int arms,
      @ForAll @IntRange(min = 1, max = 13) int blocks,
      @ForAll long seed) {
    Experiment e = experiment(arms, 1, blocks, 0, Design.Order.BALANCED);
    Map<ArmName, Long> leads =
        Planner.plan(e, seed).trials().stream()
            .filter(t -> t.position() == 0)
            .collect(Collectors.groupingBy(PlannedTrial::arm, TreeMap::new, Collectors.counting()));
    for (Arm arm : e.arms()) {
      assertThat(leads.getOrDefault(arm.name(), 0L))
          .isBetween((long) blocks / arms, (long) (blocks + arms - 1) / arms);
    }
  }

  @Property(tries = 100)
  void abbaMirrorsEachPair(
      @ForAll @IntRange(min = 2, max = 4) int arms,
      @ForAll @IntRange(min = 1, max = 9) int blocks,
      @ForAll long seed) {
    Experiment e = experiment(arms, 1, blocks, 0, Design.Order.ABBA);
    List<PlannedTrial> trials = Planner.plan(e, seed).trials();
    for (int block = 1; block < blocks; block += 2) {
      List<ArmName> odd =
          trials.subList((block - 1) * arms, block * arms).stream().map(PlannedTrial::arm).toList();
      List<ArmName> even =
          trials.subList(block * arms, (block + 1) * arms).stream().map(PlannedTrial::arm).toList();
      assertThat(even).isEqualTo(odd.reversed());
    }
  }

  @Test
  void theFixedOrderIsFixed() {
    Experiment e = experiment(3, 1, 5, 1, Design.Order.A1_B_A2);
    assertThat(Planner.plan(e, 3).trials())
        .extracting(t -> t.arm().value())
        .isEqualTo(
            java.util.Collections.nCopies(6, List.of("a0", "a1", "a2")).stream()
                .flatMap(List::stream)
                .toList());
  }

  @Test
  void seedsDiffer() {
    Experiment e = experiment(2, 1, 20, 0, Design.Order.BALANCED);
    HashSet<List<PlannedTrial>> plans = new HashSet<>();
    for (long seed = 0; seed < 50; seed++) {
      plans.add(Planner.plan(e, seed).trials());
    }
    assertThat(plans).hasSize(50);
  }

  @Test
  void aStatedSeedIsTakenAndOthersAreDrawn() throws SpecException {
    Experiment stated = SpecTest.parse(SpecTest.SMALLEST + "design: { seed: 12 }\n").experiment();
    assertThat(Planner.seed(stated)).isEqualTo(12);
    Experiment open = SpecTest.parse(SpecTest.SMALLEST).experiment();
    assertThat(Planner.seed(open)).isBetween(0L, (1L << 53) - 1).isNotEqualTo(Planner.seed(open));
  }

  @Test
  void damagedPlansAreRefused() {
    String json =
        new String(Resources.read("plan-3-arms-2-cells-seed-7.json"), StandardCharsets.UTF_8);
    assertThatThrownBy(() -> plan(json.replace("\"schema\":1", "\"schema\":2")))
        .isInstanceOf(NewerSchemaException.class)
        .hasMessage(
            "plan.json: expected schema 1 to 1, found 2; use the newer Assize that wrote it");
    assertThatThrownBy(() -> plan(json.replace("\"block\":3", "\"block\":\"3\"")))
        .hasMessage("plan.json: block: expected a whole number, found \"3\"; restore the file");
    assertThatThrownBy(() -> plan(json.substring(0, 300)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("plan.json: expected JSON");
    assertThatThrownBy(() -> plan(json.replace("\"arm\"", "\"harm\"")))
        .hasMessage("plan.json: arm: expected a value, found none; restore the file");
    assertThatThrownBy(() -> plan("[]")).hasMessageContaining("expected a JSON object");
    assertThatThrownBy(() -> plan(json + "x")).isInstanceOf(IllegalArgumentException.class);
  }

  private static Plan plan(String json) {
    return Plan.fromJson(json.getBytes(StandardCharsets.UTF_8));
  }
}
