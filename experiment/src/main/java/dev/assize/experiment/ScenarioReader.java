package dev.assize.experiment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Reads {@code scenarios} and writes parameters out. */
final class ScenarioReader {
  static final Nanos DEFAULT_TIMEOUT = new Nanos(600_000_000_000L);

  /** Stands in for a command that was reported, so that the rest is read too. */
  private static final Command UNREADABLE = new Command.Argv(List.of("false"));

  private static final Nanos LONGEST_TIMEOUT = new Nanos(7L * 24 * 3600 * 1_000_000_000);
  private static final int MOST_SCENARIOS = 1_000;

  /** Setup and cleanup belong to an arm of a cell, before there is a block or a workspace. */
  private static final Set<String> AROUND = without(Placeholders.RUN_TIME, "block", "workspace");

  private static final Map<String, Scenario.Output> OUTPUTS = new LinkedHashMap<>();
  private static final Map<String, Scenario.Treated> TREATED = new LinkedHashMap<>();
  private static final Map<String, Network> NETWORKS = new LinkedHashMap<>();

  static {
    TREATED.put("command", Scenario.Treated.COMMAND);
    TREATED.put("server", Scenario.Treated.SERVER);
    TREATED.put("both", Scenario.Treated.BOTH);
    NETWORKS.put("loopback", Network.LOOPBACK);
    NETWORKS.put("veth", Network.VETH);
    OUTPUTS.put("file", Scenario.Output.FILE);
    OUTPUTS.put("null", Scenario.Output.NULL);
    OUTPUTS.put("pipe", Scenario.Output.PIPE);
  }

  private final Values values;
  private final Problems problems;
  private final CommandReader commands;
  private final EnvironmentReader environments;

  ScenarioReader(Values values, EnvironmentReader environments) {
    this.values = values;
    this.environments = environments;
    this.problems = values.problems();
    this.commands = new CommandReader(values);
  }

  List<Scenario> read(Node node) {
    List<Scenario> scenarios = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Node.Field field :
        values.named(node, "scenarios", "scenarios: { grep: { command: [grep, foo, text] } }")) {
      String where = "scenarios." + field.key();
      if (!(field.value() instanceof Node.Table table)) {
        values.table(field.value(), where, Keys.SCENARIO);
        continue;
      }
      List<Map<String, String>> combinations =
          table
              .field("parameters")
              .map(p -> Parameters.combinations(p.value(), where + ".parameters", values))
              .orElse(List.of(Map.of()));
      for (Map<String, String> combination : combinations) {
        String name = Parameters.scenarioName(field.key(), combination);
        if (!names.add(name)) {
          problems.add(
              field.at(),
              where,
              "names that differ",
              "'" + name + "' twice",
              "choose parameter values that differ in A-Z a-z 0-9 . _ = + -");
        }
        Optional<ScenarioName> checked = values.name(field.at(), name, where, ScenarioName::new);
        Node filled = Parameters.substituted(table, combination);
        Optional<Fields> fields = values.table(filled, where, Keys.SCENARIO);
        if (checked.isPresent() && fields.isPresent()) {
          scenario(checked.get(), combination, fields.get()).ifPresent(scenarios::add);
        }
      }
    }
    if (scenarios.size() > MOST_SCENARIOS) {
      values.reject(
          node, "scenarios", "at most " + MOST_SCENARIOS + " with parameters", "split it");
    }
    return scenarios;
  }

  private Optional<Scenario> scenario(
      ScenarioName name, Map<String, String> parameters, Fields fields) {
    boolean shell = values.bool(fields.get("shell"), fields.path("shell"), false);
    Optional<Server> server = server(fields, shell, parameters.keySet());
    Set<String> known =
        server.map(s -> ServerReader.placeholders(s.ports())).orElse(Placeholders.RUN_TIME);
    Optional<Command> command =
        fields
            .required("command", "add 'command: [program, argument]'")
            .flatMap(n -> commands.one(n, fields.path("command"), shell, known));
    Scenario.Output output =
        fields
            .value("output")
            .flatMap(n -> output(n, fields.path("output")))
            .orElse(Scenario.Output.FILE);
    Optional<Readiness> readiness =
        fields
            .value("ready")
            .flatMap(n -> new ReadinessReader(values).read(n, fields.path("ready")));
    List<Check> checks = new CheckReader(values, Placeholders.RUN_TIME).read(fields);
    checkSink(fields, output, readiness, checks);
    Scenario scenario =
        new Scenario(
            name,
            parameters,
            workspace(fields),
            several(fields, "setup", shell, AROUND),
            several(fields, "prepare", shell, Placeholders.RUN_TIME),
            command.orElse(UNREADABLE),
            several(fields, "cleanup", shell, AROUND),
            fields.value("stdin").flatMap(n -> path(n, fields.path("stdin"))),
            fields
                .value("timeout")
                .flatMap(n -> timeout(n, fields.path("timeout")))
                .orElse(DEFAULT_TIMEOUT),
            values.integer(fields.get("rounds"), fields.path("rounds"), 1, 1_000_000, 1),
            operations(fields),
            readiness,
            output,
            inputs(fields),
            checks,
            server,
            needsServer(fields, "treated", TREATED, Scenario.Treated.COMMAND)
                .orElse(server.isPresent() ? Scenario.Treated.SERVER : Scenario.Treated.COMMAND),
            needsServer(fields, "network", NETWORKS, Network.LOOPBACK).orElse(Network.LOOPBACK),
            fields
                .value("cpus")
                .map(n -> CpuList.read(n, fields.path("cpus"), values))
                .orElse(List.of()),
            warmUp(fields),
            values.bool(fields.get("control"), fields.path("control"), false));
    return command.map(_ -> scenario);
  }

  private Optional<Server> server(Fields fields, boolean shell, Set<String> parameters) {
    return fields
        .value("server")
        .flatMap(n -> values.table(n, fields.path("server"), Keys.SERVER))
        .flatMap(f -> new ServerReader(values, environments).read(f, shell, parameters));
  }

  /** A choice of which all but one are about a server. */
  private <T> Optional<T> needsServer(Fields fields, String key, Map<String, T> choices, T alone) {
    Optional<Node> node = fields.value(key);
    Optional<T> chosen = node.flatMap(n -> values.choice(n, fields.path(key), choices));
    if (chosen.isPresent() && !chosen.get().equals(alone) && fields.get("server").isEmpty()) {
      values.reject(
          node.orElseThrow(),
          fields.path(key),
          "a scenario with 'server'",
          "add it, or remove '" + key + "'");
    }
    return chosen;
  }

  private Nanos warmUp(Fields fields) {
    String where = fields.path("warm-up");
    Optional<Node> node = fields.value("warm-up");
    Optional<Nanos> warmUp = node.flatMap(n -> values.duration(n, where));
    if (warmUp.isPresent() && warmUp.get().compareTo(LONGEST_TIMEOUT) > 0) {
      values.reject(node.orElseThrow(), where, "a duration of at most 168h", "change it");
    }
    return warmUp.orElse(new Nanos(0));
  }

  private List<Command> several(Fields fields, String key, boolean shell, Set<String> known) {
    return fields
        .value(key)
        .map(n -> commands.several(n, fields.path(key), shell, known))
        .orElse(List.of());
  }

  private Workspace workspace(Fields fields) {
    Optional<Node> node = fields.value("workspace");
    if (node.isEmpty()
        || (node.get() instanceof Node.Scalar scalar && scalar.text().equals("fresh"))) {
      return new Workspace.Fresh();
    }
    String where = fields.path("workspace");
    if (node.get() instanceof Node.Table table && table.fields().size() == 1) {
      Node value = table.fields().getFirst().value();
      Optional<Fields> known = values.table(table, where, Keys.WORKSPACE);
      if (known.isPresent() && known.get().value("template").isPresent()) {
        return path(value, where)
            .<Workspace>map(Workspace.Template::new)
            .orElse(new Workspace.Fresh());
      }
      return path(value, where)
          .<Workspace>map(Workspace.InPlace::new)
          .orElse(new Workspace.Fresh());
    }
    values.reject(
        node.get(),
        where,
        "fresh, { template: DIRECTORY } or { directory: DIRECTORY }",
        "write one of the three");
    return new Workspace.Fresh();
  }

  private Optional<Path> path(Node node, String where) {
    values
        .text(node, where)
        .ifPresent(t -> commands.checkPlaceholders(node, where, t, Set.of("spec", "cache")));
    return values.path(node, where);
  }

  private Optional<Nanos> timeout(Node node, String where) {
    Optional<Nanos> timeout = values.duration(node, where);
    if (timeout.isPresent()
        && (timeout.get().value() == 0 || timeout.get().compareTo(LONGEST_TIMEOUT) > 0)) {
      values.reject(node, where, "a duration above 0 and at most 168h", "change it");
    }
    return timeout;
  }

  private List<OperationName> operations(Fields fields) {
    List<OperationName> operations = new ArrayList<>();
    Optional<Node> node = fields.value("operations");
    if (node.isEmpty()) {
      return operations;
    }
    String where = fields.path("operations");
    for (String text : values.texts(node.get(), where, "[load, query]")) {
      Optional<OperationName> name = values.name(node.get().at(), text, where, OperationName::new);
      if (name.isPresent() && operations.contains(name.get())) {
        values.reject(node.get(), where, "each operation once", "remove the second '" + text + "'");
      }
      name.ifPresent(operations::add);
    }
    return operations;
  }

  private List<Path> inputs(Fields fields) {
    List<Path> inputs = new ArrayList<>();
    Optional<Node> node = fields.value("inputs");
    if (node.isPresent()) {
      for (Node item : values.items(node.get(), fields.path("inputs"), "[data/text]")) {
        path(item, fields.path("inputs")).ifPresent(inputs::add);
      }
    }
    return inputs;
  }

  /** YAML's own {@code null} is the word here. */
  private Optional<Scenario.Output> output(Node node, String where) {
    if (node instanceof Node.Scalar scalar && scalar.text().equals("null")) {
      return Optional.of(Scenario.Output.NULL);
    }
    return values.choice(node, where, OUTPUTS);
  }

  static boolean regex(Node node, String where, String text, Values values) {
    try {
      Pattern.compile(text);
      return true;
    } catch (PatternSyntaxException e) {
      values.reject(
          node,
          where,
          "a regular expression",
          "repair it: " + e.getDescription() + " at character " + (e.getIndex() + 1));
      return false;
    }
  }

  private void checkSink(
      Fields fields, Scenario.Output output, Optional<Readiness> readiness, List<Check> checks) {
    if (output != Scenario.Output.NULL) {
      return;
    }
    boolean streams =
        checks.stream()
            .anyMatch(c -> c instanceof Check.StreamEqual || c instanceof Check.StreamHash);
    boolean ready = readiness.isPresent() && readiness.get() instanceof Readiness.StdoutLine;
    if (streams || ready) {
      problems.add(
          fields.value("output").orElseThrow().at(),
          fields.path("output"),
          "file or pipe, because " + (streams ? "a check" : "'ready'") + " reads the output",
          "null",
          "change it, or check something else");
    }
  }

  private static Set<String> without(Set<String> all, String... some) {
    Set<String> rest = new HashSet<>(all);
    rest.removeAll(Set.of(some));
    return Set.copyOf(rest);
  }
}
