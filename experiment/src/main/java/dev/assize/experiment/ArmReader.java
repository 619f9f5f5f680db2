package dev.assize.experiment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads {@code arms}: roles, inheritance, twins. */
final class ArmReader {
  private static final Map<String, Arm.Role> ROLES =
      orderedRoles(Arm.Role.BASELINE, Arm.Role.CANDIDATE, Arm.Role.TWIN, Arm.Role.CONTROL);

  private final Values values;
  private final Problems problems;
  private final CommandReader commands;
  private final EnvironmentReader environments;
  private final Set<String> placeholders;
  private final ProofReader proofs;

  /** What an arm says of itself, before its parent's part is added. */
  private record Own(
      Position at,
      Optional<Arm.Role> role,
      Optional<Node.Scalar> twin,
      Optional<Node.Scalar> parent,
      Map<String, String> environment,
      Optional<List<String>> arguments,
      Map<String, Path> files,
      Optional<Command> command,
      Optional<List<Proof>> proofs) {}

  ArmReader(
      Values values, EnvironmentReader environments, Set<String> placeholders, ProofReader proofs) {
    this.proofs = proofs;
    this.values = values;
    this.problems = values.problems();
    this.commands = new CommandReader(values);
    this.environments = environments;
    this.placeholders = placeholders;
  }

  List<Arm> read(Node node) {
    int before = problems.count();
    Map<String, Own> own = new LinkedHashMap<>();
    for (Node.Field field : values.named(node, "arms", "arms: { old: {}, new: { args: [-x] } }")) {
      String where = "arms." + field.key();
      if (values.name(field.at(), field.key(), where, ArmName::new).isPresent()) {
        values
            .table(field.value(), where, Keys.ARM)
            .ifPresent(fields -> own.put(field.key(), own(field.at(), fields)));
      }
    }
    List<Arm> arms = new ArrayList<>();
    for (Map.Entry<String, Own> entry : own.entrySet()) {
      arm(entry.getKey(), entry.getValue(), own, arms.isEmpty()).ifPresent(arms::add);
    }
    if (problems.count() == before) {
      ArmRules.check(arms, node.at(), at(own), problems);
    }
    return arms;
  }

  private static Map<ArmName, Position> at(Map<String, Own> own) {
    Map<ArmName, Position> places = new LinkedHashMap<>();
    own.forEach((name, arm) -> places.put(new ArmName(name), arm.at()));
    return places;
  }

  private Own own(Position at, Fields fields) {
    Optional<Node.Scalar> twin = reference(fields, "twin");
    if (twin.isPresent()) {
      for (String key : Keys.ARM) {
        if (!key.equals("twin") && !key.equals("role")) {
          fields
              .get(key)
              .ifPresent(
                  f ->
                      problems.add(
                          f.at(),
                          fields.where(),
                          "nothing beside 'twin'",
                          "'" + key + "'",
                          "a twin repeats its arm exactly; use 'extends' for an arm that differs"));
        }
      }
    }
    boolean shell = values.bool(fields.get("shell"), fields.path("shell"), false);
    return new Own(
        at,
        fields.value("role").flatMap(n -> values.choice(n, fields.path("role"), ROLES)),
        twin,
        reference(fields, "extends"),
        environments.variables(fields, "env", placeholders),
        fields.value("args").map(n -> arguments(n, fields.path("args"))),
        fields.value("files").map(n -> files(n, fields.path("files"))).orElse(Map.of()),
        fields
            .value("command")
            .flatMap(n -> commands.one(n, fields.path("command"), shell, placeholders)),
        fields.value("proofs").map(n -> proofs.read(n, fields.path("proofs"), placeholders)));
  }

  private Optional<Node.Scalar> reference(Fields fields, String key) {
    return fields
        .value(key)
        .filter(n -> values.text(n, fields.path(key)).isPresent())
        .map(Node.Scalar.class::cast);
  }

  private List<String> arguments(Node node, String where) {
    List<String> arguments = values.anyTexts(node, where, "[--fast]");
    arguments.forEach(a -> commands.checkPlaceholders(node, where, a, placeholders));
    return arguments;
  }

  private Map<String, Path> files(Node node, String where) {
    Map<String, Path> files = new LinkedHashMap<>();
    for (Node.Field field : values.named(node, where, "files: { app.conf: confs/new.conf }")) {
      if (!WorkspacePaths.inside(field.key())) {
        problems.add(
            field.at(),
            where,
            "a path inside the workspace",
            "'" + field.key() + "'",
            "write it relative, without '..'");
      }
      values
          .path(field.value(), where + "." + field.key())
          .ifPresent(path -> files.put(field.key(), path));
    }
    return files;
  }

  private Optional<Arm> arm(String name, Own own, Map<String, Own> all, boolean first) {
    if (own.twin().isPresent()) {
      return twin(name, own, all);
    }
    Arm.Role role = own.role().orElse(first ? Arm.Role.BASELINE : Arm.Role.CANDIDATE);
    if (role == Arm.Role.TWIN) {
      problems.add(
          own.at(),
          "arms." + name,
          "the key 'twin' with the arm that is repeated",
          "role: twin alone",
          "write { twin: NAME }");
    }
    return resolved(name, own, all).map(w -> arm(new ArmName(name), role, w, Optional.empty()));
  }

  private Optional<Arm> twin(String name, Own own, Map<String, Own> all) {
    Node.Scalar target = own.twin().orElseThrow();
    Own repeated = all.get(target.text());
    if (own.role().isPresent() && own.role().get() != Arm.Role.TWIN) {
      problems.add(
          own.at(), "arms." + name, "role: twin", "another role", "remove 'role' beside 'twin'");
    }
    if (repeated == null || repeated.twin().isPresent() || target.text().equals(name)) {
      problems.add(
          target.at(),
          "arms." + name + ".twin",
          "an arm that is not a twin itself: " + Values.list(originals(all)),
          "'" + target.text() + "'",
          "name the arm whose noise this one measures");
      return Optional.empty();
    }
    return resolved(target.text(), repeated, all)
        .map(
            w -> arm(new ArmName(name), Arm.Role.TWIN, w, Optional.of(new ArmName(target.text()))));
  }

  private static List<String> originals(Map<String, Own> all) {
    return all.entrySet().stream()
        .filter(e -> e.getValue().twin().isEmpty())
        .map(Map.Entry::getKey)
        .toList();
  }

  private static Arm arm(ArmName name, Arm.Role role, Own own, Optional<ArmName> twinOf) {
    return new Arm(
        name,
        role,
        own.environment(),
        own.arguments().orElse(List.of()),
        own.files(),
        own.command(),
        own.proofs().orElse(List.of()),
        twinOf);
  }

  /** The arm with its ancestors' parts; nearer ones win. */
  private Optional<Own> resolved(String name, Own own, Map<String, Own> all) {
    Set<String> chain = new LinkedHashSet<>(List.of(name));
    Own result = own;
    Optional<Node.Scalar> parent = own.parent();
    while (parent.isPresent()) {
      Node.Scalar link = parent.get();
      Own ancestor = all.get(link.text());
      String where = "arms." + name + ".extends";
      if (!chain.add(link.text())) {
        problems.add(
            link.at(),
            where,
            "a chain of arms that ends",
            "the cycle " + String.join(" -> ", chain) + " -> " + link.text(),
            "remove one 'extends'");
        return Optional.empty();
      }
      if (ancestor == null || ancestor.twin().isPresent()) {
        problems.add(
            link.at(),
            where,
            "one of the arms " + Values.list(originals(all)),
            "'" + link.text() + "'",
            Nearest.of(link.text(), originals(all))
                .map(n -> "did you mean '" + n + "'?")
                .orElse("name an arm of this spec that is no twin"));
        return Optional.empty();
      }
      result = merged(result, ancestor);
      parent = ancestor.parent();
    }
    return Optional.of(result);
  }

  private static Own merged(Own own, Own parent) {
    Map<String, String> environment = new LinkedHashMap<>(parent.environment());
    environment.putAll(own.environment());
    Map<String, Path> files = new LinkedHashMap<>(parent.files());
    files.putAll(own.files());
    return new Own(
        own.at(),
        own.role(),
        own.twin(),
        own.parent(),
        environment,
        own.arguments().or(parent::arguments),
        files,
        own.command().or(parent::command),
        own.proofs().or(parent::proofs));
  }

  private static Map<String, Arm.Role> orderedRoles(Arm.Role... roles) {
    Map<String, Arm.Role> map = new LinkedHashMap<>();
    for (Arm.Role role : roles) {
      map.put(role.name().toLowerCase(java.util.Locale.ROOT), role);
    }
    return map;
  }
}
