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
                List.of(),
                Optional.empty()),
            new Arm(
                new ArmName("new"),
                Arm.Role.CANDIDATE,
                Map.of(),
                List.of("--fast"),
                Map.of(),
                Optional.empty(),
                List.of(),
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
    assertThat(e.metrics())
        .filteredOn(Metric::primary)
        .extracting(Metric::name)
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
        .isEqualTo(new Design(20, 1, Design.Order.BALANCED, OptionalLong.empty(), false, 4096));
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
                    List.of("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "TMPDIR", "TZ"))));
    assertThat(e.decision())
        .isEqualTo(
            new Decision(
                Decision.Rule.INTERVAL, 0.95, 0, Decision.Compose.ANY, Decision.Compose.ANY, 0));
    assertThat(e.allowLoaderEnvironment()).isFalse();
  }

  private static Spec valid(String name) throws SpecException {
    return parse(
        Corpus.valid().stream()
            .filter(e -> e.name().equals(name))
            .findFirst()
            .orElseThrow()
            .yaml());
  }

  private static Scenario scenario(Experiment e, String name) {
    return e.scenario(new ScenarioName(name));
  }

  @Test
  void armsInheritAndTwinsRepeat() throws SpecException {
    Experiment e = valid("every-key").experiment();

    Arm c = e.arm(new ArmName("c"));
    assertThat(c.files()).containsExactly(Map.entry("conf/c.ini", Path.of("/specs/confs/c.ini")));
    assertThat(c.command()).contains(new Command.Argv(List.of("grep", "-F")));
    Arm fast = e.arm(new ArmName("fast"));
    assertThat(fast.role()).isEqualTo(Arm.Role.CANDIDATE);
    assertThat(fast.environment())
        .containsExactly(Map.entry("LC_ALL", "C"), Map.entry("FAST", "true"));
    assertThat(fast.arguments()).isEqualTo(c.arguments());
    assertThat(fast.files()).isEqualTo(c.files());
    assertThat(fast.command()).isEqualTo(c.command());
    Arm again = e.arm(new ArmName("again"));
    assertThat(again.role()).isEqualTo(Arm.Role.TWIN);
    assertThat(again.twinOf()).contains(new ArmName("utf8"));
    assertThat(again.environment())
        .containsExactly(
            Map.entry("LC_ALL", "C.UTF-8"), Map.entry("THREADS", "4"), Map.entry("EMPTY", ""));
    assertThat(e.arm(new ArmName("inshell")).command())
        .contains(new Command.Shell("grep foo | cat"));
    assertThat(e.arm(new ArmName("steady")).role()).isEqualTo(Arm.Role.CONTROL);
    assertThat(e.baseline().name()).isEqualTo(new ArmName("utf8"));
  }

  @Test
  void parametersMakeScenarios() throws SpecException {
    Experiment e = valid("every-key").experiment();

    assertThat(e.scenarios())
        .extracting(s -> s.name().value())
        .containsExactly("grep+size=1+kind=text", "grep+size=2+kind=text", "serve+size=9");
    Scenario grep = scenario(e, "grep+size=2+kind=text");
    assertThat(grep.parameters())
        .containsExactly(Map.entry("size", "2"), Map.entry("kind", "text"));
    assertThat(grep.workspace()).isEqualTo(new Workspace.Template(Path.of("/specs/trees/text")));
    assertThat(grep.stdin()).contains(Path.of("/specs/data/2.in"));
  }

  @Test
  void scenariosAreReadWhole() throws SpecException {
    Scenario grep = scenario(valid("every-key").experiment(), "grep+size=1+kind=text");
    String hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    assertThat(grep.setup())
        .containsExactly(
            new Command.Argv(List.of("gen", "${cache}/text")), new Command.Argv(List.of("sync")));
    assertThat(grep.prepare())
        .containsExactly(new Command.Argv(List.of("warm", "${workspace}", "${block}")));
    assertThat(grep.command())
        .isEqualTo(
            new Command.Argv(
                List.of("grep", "-c", "foo", "${cache}/text", "$${not}", "${spec}/x")));
    assertThat(grep.cleanup())
        .containsExactly(new Command.Argv(List.of("rm", "-f", "${cache}/text")));
    assertThat(grep.timeout()).isEqualTo(new Nanos(1_500_000_000));
    assertThat(grep.rounds()).isEqualTo(2);
    assertThat(grep.operations())
        .containsExactly(new OperationName("load"), new OperationName("query"));
    assertThat(grep.readiness()).contains(new Readiness.StdoutLine("ready [0-9]+"));
    assertThat(grep.output()).isEqualTo(Scenario.Output.PIPE);
    assertThat(grep.inputs())
        .containsExactly(
            Path.of("/specs/data"), Path.of("${cache}/text"), Path.of("/etc/hostname"));
    assertThat(grep.checks())
        .containsExactly(
            new Check.Exit(1),
            new Check.StreamEqual(Check.Stream.STDOUT),
            new Check.StreamHash(Check.Stream.STDOUT, hash),
            new Check.StreamEqual(Check.Stream.STDERR),
            new Check.FileEqual("out.bin"),
            new Check.FileHash("out.txt", hash),
            new Check.ByCommand(new Command.Argv(List.of("cmp", "out.bin", "${spec}/expected"))),
            new Check.ByCommand(new Command.Shell("test -s out.bin")));
  }

  @Test
  void aShellTakesStrings() throws SpecException {
    Scenario serve = scenario(valid("every-key").experiment(), "serve+size=9");

    assertThat(serve.setup())
        .containsExactly(new Command.Shell("make"), new Command.Shell("make check"));
    assertThat(serve.prepare()).containsExactly(new Command.Shell("sync"));
    assertThat(serve.command()).isEqualTo(new Command.Shell("serve --home ${HOME} 2>&1"));
    assertThat(serve.readiness()).contains(new Readiness.Port(8080));
    assertThat(serve.output()).isEqualTo(Scenario.Output.NULL);
    assertThat(serve.checks())
        .containsExactly(new Check.Exit(0), new Check.None("the server writes nothing"));
  }

  @Test
  void theRestIsReadWhole() throws SpecException {
    Experiment e = valid("every-key").experiment();

    assertThat(e.question()).isEqualTo("Is every key of the format\nread?");
    assertThat(e.gates())
        .isEqualTo(
            new Gates(
                Gate.Scope.TRIAL,
                2,
                List.of(
                    new Gate(Gate.Kind.INVENTORY, Gate.Scope.TRIAL, 0),
                    new Gate(Gate.Kind.OUTSIDE_WRITES, Gate.Scope.NOTE, 0),
                    new Gate(Gate.Kind.LEFTOVERS, Gate.Scope.NOTE, 0),
                    new Gate(Gate.Kind.INTERFERENCE, Gate.Scope.TRIAL, 0.2),
                    new Gate(Gate.Kind.CLOCK_STEP, Gate.Scope.TRIAL, 1_000_000),
                    new Gate(Gate.Kind.STEAL, Gate.Scope.NOTE, 0.05)),
                List.of(Path.of("/tmp"), Path.of("/specs/out"))));
    assertThat(e.design())
        .isEqualTo(
            new Design(60, 0, Design.Order.ABBA, OptionalLong.of(9007199254740991L), false, 0));
    assertThat(e.isolation())
        .isEqualTo(
            new Isolation(
                List.of(0, 1, 3),
                OptionalInt.of(-5),
                OptionalInt.of(150),
                Optional.of(new Bytes(1_610_612_736)),
                Optional.of(new Bytes(0)),
                Set.of(Isolation.Namespace.MOUNT, Isolation.Namespace.PID),
                Optional.of(List.of("PATH", "HOME"))));
    assertThat(e.decision())
        .isEqualTo(
            new Decision(
                Decision.Rule.INTERVAL,
                0.99,
                0.005,
                Decision.Compose.ALL,
                Decision.Compose.ALL,
                0));
    assertThat(valid("stdout-metric").experiment().isolation().environment()).isEmpty();
    assertThat(valid("floor").experiment().decision().minimumFloor()).isEqualTo(0.01);
    assertThat(valid("loader-allowed").experiment().allowLoaderEnvironment()).isTrue();
  }

  @Test
  void metricsAndFamiliesAreReadWhole() throws SpecException {
    Experiment e = valid("every-key").experiment();

    assertThat(e.metric(new MetricName("load")))
        .isEqualTo(
            new Metric(
                new MetricName("load"),
                new Metric.Source.Operations(List.of(new OperationName("load")), List.of(1, 2)),
                Metric.Better.LOWER,
                Scale.RATIO,
                0,
                "ns",
                false));
    assertThat(e.metric(new MetricName("faults")).minimumEffect()).isEqualTo(10);
    assertThat(e.metric(new MetricName("swing")).minimumEffect()).isEqualTo(2_000_000);
    assertThat(e.metric(new MetricName("peak")).minimumEffect()).isEqualTo(1_048_576);
    // Named under another name, so not added a second time.
    assertThat(e.metrics()).extracting(m -> m.name().value()).doesNotContain("cpu", "user");
    assertThat(e.metrics()).extracting(m -> m.name().value()).contains("ready", "system");
    Contrast first = new Contrast(new ArmName("c"), new ArmName("utf8"));
    assertThat(e.families().getFirst())
        .isEqualTo(
            new Family(
                "main",
                List.of(new MetricName("wall")),
                List.of(first, new Contrast(new ArmName("fast"), new ArmName("utf8"))),
                List.of(
                    new Cell(
                        new ScenarioName("grep+size=1+kind=text"), new VariantName("default")))));
    assertThat(e.families().getLast().contrasts())
        .extracting(c -> c.candidate().value())
        .containsExactly("c", "fast", "inshell");
    assertThat(e.comparisons(e.families().getFirst())).isEqualTo(2);
    assertThat(valid("stdout-metric").experiment().metric(new MetricName("rate")))
        .isEqualTo(
            new Metric(
                new MetricName("rate"),
                new Metric.Source.StdoutNumber("rate ([0-9.]+)"),
                Metric.Better.HIGHER,
                Scale.RATIO,
                0.01,
                "req/s",
                true));
  }

  @Test
  void aMetricAppliesWhereItIsMeasured() throws SpecException {
    Experiment e = valid("every-key").experiment();
    Scenario grep = scenario(e, "grep+size=1+kind=text");
    Scenario serve = scenario(e, "serve+size=9");

    assertThat(e.metric(new MetricName("load")).appliesTo(grep)).isTrue();
    assertThat(e.metric(new MetricName("load")).appliesTo(serve)).isFalse();
    assertThat(e.metric(new MetricName("warm")).appliesTo(serve)).isFalse();
    assertThat(e.metric(new MetricName("wall")).appliesTo(serve)).isTrue();
  }

  @Test
  void numbersMayComeFromParameters() throws SpecException {
    Experiment e = valid("numbers-by-parameter").experiment();
    Scenario last = scenario(e, "w+n=2+t=2s");
    assertThat(last.rounds()).isEqualTo(2);
    assertThat(last.timeout()).isEqualTo(new Nanos(2_000_000_000));
  }

  @Test
  void whatIsExecutedIsScenarioThenVariantThenArm() throws SpecException {
    Experiment e = valid("every-key").experiment();
    Cell cell = new Cell(new ScenarioName("serve+size=9"), new VariantName("jit"));

    assertThat(e.command(cell, new ArmName("utf8")))
        .isEqualTo(new Command.Shell("serve --home ${HOME} 2>&1 '--jit'"));
    assertThat(e.command(cell, new ArmName("c")))
        .isEqualTo(new Command.Argv(List.of("grep", "-F", "--jit", "--size", "9")));
    assertThat(e.environment(cell, new ArmName("c")))
        .containsExactly(Map.entry("JIT", "1"), Map.entry("LC_ALL", "C"));
  }

  @Test
  void theBytesAreKept() throws SpecException {
    Spec spec = parse(SMALLEST);
    assertThat(spec.bytes()).isEqualTo(SMALLEST.getBytes(StandardCharsets.UTF_8));
    assertThat(spec.sha256()).isEqualTo(Spec.sha256(spec.bytes())).matches("[0-9a-f]{64}");
    assertThat(spec.directory()).isEqualTo(Path.of("/specs"));
    assertThat(spec.warnings()).isEmpty();
  }

  @Test
  void windowsLineEndsAndByteOrderMarksAreRead() throws SpecException {
    Experiment plain = parse(SMALLEST).experiment();
    assertThat(parse("\uFEFF" + SMALLEST.replace("\n", "\r\n")).experiment()).isEqualTo(plain);
  }

  @Test
  void blocksThatTheOrderCantBalanceAreRemarkedOn() throws SpecException {
    assertThat(parse(SMALLEST + "design: { blocks: 21 }\n").warnings())
        .containsExactly(
            "test.yaml:11:1: design.blocks: 21 is no multiple of 2, so arms can't go first equally"
                + " often; which do is drawn");
    assertThat(parse(SMALLEST + "design: { blocks: 21, order: abba }\n").warnings())
        .containsExactly(
            "test.yaml:11:23: design.blocks: 21 is no multiple of 2, so the last block has no"
                + " mirror image");
    assertThat(parse(SMALLEST + "design: { blocks: 22, order: abba }\n").warnings()).isEmpty();
  }
}
