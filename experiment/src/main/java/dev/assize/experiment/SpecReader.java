package dev.assize.experiment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Binds a YAML tree to an {@link Experiment}, and collects everything that is wrong with it. */
final class SpecReader {
  private final Values values;
  private final Problems problems;
  private final Executables executables;

  SpecReader(Problems problems, Path directory, Executables executables) {
    this.executables = executables;
    this.problems = problems;
    this.values = new Values(problems, directory);
  }

  /** The values that the tree is read with, for what changes it before. */
  Values values() {
    return values;
  }

  Experiment read(Node.Table root) throws SpecException {
    Fields top = Fields.of(root, "", Keys.SPEC, problems);
    version(top);
    boolean allowLoader =
        values.bool(top.get("allow-loader-environment"), "allow-loader-environment", false);
    EnvironmentReader environments = new EnvironmentReader(values, allowLoader);
    String name = name(top);
    String question = question(top);
    List<Scenario> scenarios =
        top.required("scenarios", "add the work to measure")
            .map(n -> new ScenarioReader(values, environments).read(n))
            .orElse(List.of());
    Set<String> placeholders = placeholders(scenarios);
    Optional<Observe> observe =
        top.value("observe").flatMap(n -> new ObserveReader(values, placeholders).read(n));
    ProofReader proofs = new ProofReader(values, environments, executables, components(observe));
    List<Arm> arms =
        top.required("arms", "add the arms to compare")
            .map(n -> new ArmReader(values, environments, placeholders, proofs).read(n))
            .orElse(List.of());
    List<Variant> variants =
        top.value("variants")
            .map(n -> variants(n, environments, placeholders))
            .orElse(List.of(new Variant(new VariantName("default"), Map.of(), List.of())));
    Gates gates =
        top.value("gates").map(n -> new GateReader(values).read(n)).orElse(GateReader.defaults());
    DesignReader designs = new DesignReader(values, environments);
    Design design = top.value("design").map(designs::design).orElse(DesignReader.defaultDesign());
    Isolation isolation =
        top.value("isolation").map(designs::isolation).orElse(DesignReader.defaultIsolation());
    Decision decision =
        top.value("decision").map(designs::decision).orElse(DesignReader.defaultDecision());
    MetricReader metricReader = new MetricReader(values, scenarios);
    List<Metric> metrics =
        top.value("metrics")
            .map(n -> metricReader.read(n, design.descriptive()))
            .orElseGet(metricReader::defaults);
    List<Cell> cells = cells(scenarios, variants);
    FamilyReader familyReader = new FamilyReader(values, arms, metrics, cells);
    // Families refer to everything else; with mistakes there, they would only repeat them.
    problems.check();
    List<Family> families =
        top.value("families").map(familyReader::read).orElseGet(familyReader::defaults);
    ObservedNames names = new ObservedNames(values, observe, metrics, scenarios);
    if (top.value("metrics").orElse(root) instanceof Node.Table table
        && top.value("metrics").isPresent()) {
      names.checkMetrics(table);
    }
    List<Exposure> exposures =
        top.value("exposure")
            .map(n -> new ExposureReader(values, arms, metrics, names).read(n))
            .orElse(List.of());
    Experiment experiment =
        new Experiment(
            name,
            question,
            arms,
            variants,
            scenarios,
            cells,
            gates,
            metrics,
            families,
            exposures,
            observe,
            design,
            isolation,
            decision,
            allowLoader);
    problems.check();
    DesignRules.check(experiment, top, problems);
    problems.check();
    return experiment;
  }

  private static List<String> components(Optional<Observe> observe) {
    List<String> components = new ArrayList<>();
    for (Observe.Counters source : observe.map(Observe::counters).orElse(List.of())) {
      if (source instanceof Observe.Counters.Protocol protocol) {
        components.add(protocol.component());
      }
    }
    return components;
  }

  private void version(Fields top) {
    top.required("assize", "start with 'assize: " + Experiment.SCHEMA + "'")
        .ifPresent(
            n -> {
              if (n instanceof Node.Scalar scalar
                  && scalar.kind() == Node.Kind.INTEGER
                  && scalar.text().matches("[1-9][0-9]{0,8}")
                  && Integer.parseInt(scalar.text()) > Experiment.SCHEMA) {
                values.reject(
                    n,
                    "assize",
                    "a spec of version 1 to " + Experiment.SCHEMA,
                    "use a newer Assize for it");
                return;
              }
              values.integer(n, "assize", 1, Experiment.SCHEMA);
            });
  }

  private String name(Fields top) {
    Optional<Node> node = top.required("name", "add 'name: …'; runs are kept under it");
    return node.flatMap(n -> values.text(n, "name"))
        .flatMap(
            t ->
                values.name(
                    node.orElseThrow().at(), t, "name", n -> Names.checked("experiment", n)))
        .orElse("unnamed");
  }

  private String question(Fields top) {
    Optional<Node> node = top.required("question", "add the question as a sentence");
    Optional<String> text = node.flatMap(n -> values.text(n, "question")).map(String::strip);
    if (text.isPresent() && (!text.get().endsWith("?") || text.get().length() < 2)) {
      values.reject(
          node.orElseThrow(),
          "question",
          "a sentence that ends with a question mark",
          "state what the run is to answer");
    }
    return text.orElse("?");
  }

  private List<Variant> variants(
      Node node, EnvironmentReader environments, Set<String> placeholders) {
    List<Variant> variants = new ArrayList<>();
    CommandReader commands = new CommandReader(values);
    for (Node.Field field : values.named(node, "variants", "variants: { default: {} }")) {
      String where = "variants." + field.key();
      Optional<VariantName> name = values.name(field.at(), field.key(), where, VariantName::new);
      Optional<Fields> fields = values.table(field.value(), where, Keys.VARIANT);
      if (name.isEmpty() || fields.isEmpty()) {
        continue;
      }
      List<String> arguments =
          fields
              .get()
              .value("args")
              .map(n -> values.anyTexts(n, where + ".args", "[--engine, new]"))
              .orElse(List.of());
      arguments.forEach(
          a -> commands.checkPlaceholders(field.value(), where + ".args", a, placeholders));
      variants.add(
          new Variant(
              name.get(), environments.variables(fields.get(), "env", placeholders), arguments));
    }
    return variants;
  }

  /** What arms and variants may use: the names that have a value in every scenario. */
  private static Set<String> placeholders(List<Scenario> scenarios) {
    Set<String> known = new HashSet<>(Placeholders.RUN_TIME);
    if (!scenarios.isEmpty()) {
      Set<String> common = placeholders(scenarios.getFirst());
      scenarios.forEach(s -> common.retainAll(placeholders(s)));
      known.addAll(common);
    }
    return known;
  }

  private static Set<String> placeholders(Scenario scenario) {
    Set<String> known = new HashSet<>(scenario.parameters().keySet());
    scenario.server().ifPresent(s -> known.addAll(ServerReader.placeholders(s.ports())));
    return known;
  }

  private static List<Cell> cells(List<Scenario> scenarios, List<Variant> variants) {
    List<Cell> cells = new ArrayList<>();
    for (Scenario scenario : scenarios) {
      variants.forEach(v -> cells.add(new Cell(scenario.name(), v.name())));
    }
    return cells;
  }
}
