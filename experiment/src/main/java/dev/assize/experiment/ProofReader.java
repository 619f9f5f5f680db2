package dev.assize.experiment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads {@code proofs} of an arm: a list of mappings with one proof each. */
final class ProofReader {
  private static final String EXAMPLE = "proofs: [ { environment: { MODE: fast } } ]";
  private static final List<String> KINDS =
      List.of("environment", "command-line", "executable", "log", "setting");

  private final Values values;
  private final Executables executables;
  private final List<String> components;
  private final EnvironmentReader environments;
  private final CommandReader commands;

  /**
   * @param components that speak the counter protocol
   */
  ProofReader(
      Values values,
      EnvironmentReader environments,
      Executables executables,
      List<String> components) {
    this.values = values;
    this.executables = executables;
    this.components = List.copyOf(components);
    this.environments = environments;
    this.commands = new CommandReader(values);
  }

  List<Proof> read(Node node, String where, Set<String> placeholders) {
    List<Proof> proofs = new ArrayList<>();
    for (Node item : values.items(node, where, EXAMPLE)) {
      values
          .table(item, where, Keys.PROOF)
          .ifPresent(fields -> proof(fields, placeholders, proofs));
    }
    return proofs;
  }

  private void proof(Fields fields, Set<String> placeholders, List<Proof> proofs) {
    List<String> kinds = KINDS.stream().filter(k -> fields.get(k).isPresent()).toList();
    if (kinds.size() != 1) {
      values
          .problems()
          .add(
              fields.at(),
              fields.where(),
              "one of " + Values.list(KINDS) + " in each item",
              kinds.isEmpty() ? "none" : Values.list(kinds),
              "for instance " + EXAMPLE);
      return;
    }
    String kind = kinds.getFirst();
    Node node = fields.value(kind).orElseThrow();
    String where = fields.path(kind);
    if (!kind.equals("log") && fields.get("captures").isPresent()) {
      values
          .problems()
          .add(
              fields.at(),
              fields.where(),
              "'captures' beside 'log'",
              "it beside '" + kind + "'",
              "remove it");
    }
    switch (kind) {
      case "environment" ->
          environments
              .variables(fields, kind, placeholders)
              .forEach((name, value) -> proofs.add(new Proof.Environment(name, value)));
      case "command-line" -> regex(node, where).map(Proof.CommandLine::new).ifPresent(proofs::add);
      case "executable" -> executable(node, where).ifPresent(proofs::add);
      case "log" ->
          regex(node, where)
              .map(r -> new Proof.Log(r, captures(fields, r, placeholders)))
              .ifPresent(proofs::add);
      default ->
          values
              .table(node, where, Keys.SETTING)
              .flatMap(f -> setting(f, placeholders))
              .ifPresent(proofs::add);
    }
  }

  private Optional<String> regex(Node node, String where) {
    return values.text(node, where).filter(t -> ScenarioReader.regex(node, where, t, values));
  }

  private Optional<Proof> executable(Node node, String where) {
    Optional<String> text = values.text(node, where);
    if (text.isPresent() && text.get().matches("[0-9a-f]{64}")) {
      return text.map(Proof.Executable::new);
    }
    Optional<Path> path = text.flatMap(_ -> values.path(node, where));
    if (path.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> hash =
        path.get().isAbsolute() ? executables.sha256(path.get()) : Optional.empty();
    if (hash.isEmpty()) {
      values.reject(
          node,
          where,
          "a SHA-256 (64 lower-case hex digits), or the path of a file to hash at sealing",
          "check the path: " + path.get());
    }
    return hash.map(Proof.Executable::new);
  }

  private Map<String, String> captures(Fields fields, String regex, Set<String> placeholders) {
    Map<String, String> captures = new LinkedHashMap<>();
    Optional<Node> node = fields.value("captures");
    if (node.isEmpty()) {
      return captures;
    }
    List<String> groups = Pattern.compile(regex).namedGroups().keySet().stream().sorted().toList();
    for (Node.Field field :
        values.named(node.get(), fields.path("captures"), "captures: { mode: fast }")) {
      String where = fields.path("captures") + "." + field.key();
      if (!groups.contains(field.key())) {
        values
            .problems()
            .add(
                field.at(),
                where,
                groups.isEmpty()
                    ? "a named group (?<NAME>…) in 'log'"
                    : "one of the named groups " + Values.list(groups),
                "'" + field.key() + "'",
                Nearest.of(field.key(), groups)
                    .map(n -> "did you mean '" + n + "'?")
                    .orElse("name a group of the regular expression"));
      }
      text(field.value(), where, placeholders).ifPresent(t -> captures.put(field.key(), t));
    }
    return captures;
  }

  private Optional<String> text(Node node, String where, Set<String> placeholders) {
    Optional<String> text = values.text(node, where);
    text.ifPresent(t -> commands.checkPlaceholders(node, where, t, placeholders));
    return text;
  }

  private Optional<Proof> setting(Fields fields, Set<String> placeholders) {
    Optional<Node> node = fields.required("component", "name the instance's component");
    Optional<String> component = node.flatMap(n -> values.text(n, fields.path("component")));
    if (component.isPresent() && !components.contains(component.get())) {
      values.reject(
          node.orElseThrow(),
          fields.path("component"),
          components.isEmpty()
              ? "a component with { protocol: COMPONENT } under observe.counters"
              : "one of the components " + Values.list(components),
          Nearest.of(component.get(), components)
              .map(n -> "did you mean '" + n + "'?")
              .orElse("add it to observe.counters"));
    }
    Optional<String> name =
        fields
            .required("name", "name the setting")
            .flatMap(n -> values.text(n, fields.path("name")));
    Optional<String> enabled =
        fields
            .required("enabled", "say what must be in force")
            .flatMap(n -> text(n, fields.path("enabled"), placeholders));
    Optional<String> requested =
        fields.value("requested").flatMap(n -> text(n, fields.path("requested"), placeholders));
    return component.isPresent() && name.isPresent() && enabled.isPresent()
        ? Optional.of(new Proof.Setting(component.get(), name.get(), requested, enabled.get()))
        : Optional.empty();
  }
}
