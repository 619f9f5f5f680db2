package dev.assize.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.stats.Scale;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SpecTest {
  static final String SMALLEST =
      """
      assize: 1
      name: smallest
      question: Is new faster than old?
      arms:
        old: {}
        new: { args: [--fast] }
      scenarios:
        work:
          command: [work, input]
          checks: [ { stdout: equal } ]
      """;

  static Spec parse(String yaml) throws SpecException {
    return Spec.parse(
        yaml.getBytes(StandardCharsets.UTF_8), Path.of("test.yaml"), Path.of("/specs"));
  }

  @Test
  void defaultsAreThoseOfTheHandbook() throws SpecException {
    Experiment e = parse(SMALLEST).experiment();

    assertThat(e.name()).isEqualTo("smallest");
    assertThat(e.arms())
        .containsExactly(
            new Arm(
                new ArmName("old"),
                Arm.Role.BASELINE,
                Map.of(),
                List.of(),
                Map.of(),
                Optional.empty(),
                Optional.empty()),
            new Arm(
                new ArmName("new"),
                Arm.Role.CANDIDATE,
                Map.of(),
                List.of("--fast"),
                Map.of(),
                Optional.empty(),
                Optional.empty()));
    assertThat(e.cells())
        .containsExactly(new Cell(new ScenarioName("work"), new VariantName("default")));
    Scenario scenario = e.scenarios().getFirst();
    assertThat(scenario.workspace()).isEqualTo(new Workspace.Fresh());
    assertThat(scenario.timeout()).isEqualTo(new Nanos(600_000_000_000L));
    assertThat(scenario.checks())
        .containsExactly(new Check.Exit(0), new Check.StreamEqual(Check.Stream.STDOUT));
    assertThat(scenario.output()).isEqualTo(Scenario.Output.FILE);
    assertThat(e.gates().checks()).isEqualTo(Gate.Scope.CELL);
    assertThat(e.gates().gates())
        .containsExactly(
            new Gate(Gate.Kind.INVENTORY, Gate.Scope.COHORT, 0),
            new Gate(Gate.Kind.LEFTOVERS, Gate.Scope.TRIAL, 0),
            new Gate(Gate.Kind.INTERFERENCE, Gate.Scope.NOTE, 0.2),
            new Gate(Gate.Kind.CLOCK_STEP, Gate.Scope.TRIAL, 10_000_000),
            new Gate(Gate.Kind.STEAL, Gate.Scope.NOTE, 0.05));
    assertThat(e.metrics())
        .extracting(m -> m.name().value())
        .containsExactly(
            "wall",
            "user",
            "system",
            "cpu",
            "max-rss",
            "minor-faults",
            "major-faults",
            "voluntary-switches",
            "involuntary-switches");
    assertThat(e.metrics()).filteredOn(Metric::primary).extracting(Metric::name)
        .containsExactly(new MetricName("wall"));
    assertThat(e.metric(new MetricName("wall")).minimumEffect()).isEqualTo(0.01);
    assertThat(e.metric(new MetricName("user")).scale()).isEqualTo(Scale.DIFFERENCE);
    assertThat(e.families())
        .containsExactly(
            new Family(
                "main",
                List.of(new MetricName("wall")),
                List.of(new Contrast(new ArmName("new"), new ArmName("old"))),
                e.cells()));
    assertThat(e.design())
        .isEqualTo(
            new Design(20, 1, Design.Order.BALANCED, OptionalLong.empty(), false, 4096));
    assertThat(e.isolation())
        .isEqualTo(
            new Isolation(
                List.of(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                Set.of(),
                Optional.of(
                    List.of(
                        "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "TMPDIR", "TZ"))));
    assertThat(e.decision())
        .isEqualTo(new Decision(Decision.Rule.INTERVAL, 0.95, 0, Decision.Compose.ANY));
    assertThat(e.allowLoaderEnvironment()).isFalse();
  }
}
