package dev.assize.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads {@code checks}, {@code check: none} and {@code why}. */
final class CheckReader {
  private static final Pattern SHA_256 = Pattern.compile("[0-9a-f]{64}");
  private static final String REMEDY =
      "add for instance 'checks: [ { stdout: equal } ]', or 'check: none' with 'why: …'";

  private final Values values;
  private final CommandReader commands;
  private final Set<String> placeholders;

  CheckReader(Values values, Set<String> placeholders) {
    this.values = values;
    this.commands = new CommandReader(values);
    this.placeholders = placeholders;
  }

  List<Check> read(Fields scenario) {
    List<Check> checks = new ArrayList<>();
    int before = values.problems().count();
    int status = 0;
    boolean statusGiven = false;
    if (scenario.value("checks").isPresent()) {
      String where = scenario.path("checks");
      for (Node item :
          values.items(scenario.value("checks").get(), where, "checks: [ { stdout: equal } ]")) {
        Optional<Check> check = check(item, where);
        if (check.isPresent() && check.get() instanceof Check.Exit(int given)) {
          if (statusGiven) {
            values.reject(item, where, "one exit status", "remove the other 'exit'");
          }
          status = given;
          statusGiven = true;
        } else {
          check.ifPresent(checks::add);
        }
      }
    }
    checks.addFirst(new Check.Exit(status));
    none(scenario, checks, values.problems().count() == before).ifPresent(checks::add);
    return checks;
  }

  /** {@code check: none}, or the refusal of a scenario that checks nothing. */
  private Optional<Check> none(Fields scenario, List<Check> checks, boolean readable) {
    Problems problems = values.problems();
    Optional<Node> word = scenario.value("check");
    Optional<String> why = scenario.value("why").flatMap(n -> values.text(n, scenario.path("why")));
    if (word.isEmpty()) {
      why.ifPresent(
          _ ->
              problems.add(
                  scenario.get("why").orElseThrow().at(),
                  scenario.where(),
                  "'why' only beside 'check: none'",
                  "'why' alone",
                  "remove it"));
      if (checks.size() == 1 && readable) {
        problems.add(
            scenario.at(),
            scenario.where(),
            "a check of the work beyond its exit status",
            "none",
            REMEDY);
      }
      return Optional.empty();
    }
    boolean saysNone = word.get() instanceof Node.Scalar scalar && scalar.text().equals("none");
    if (!saysNone) {
      values.reject(word.get(), scenario.path("check"), "none", "list checks under 'checks'");
    } else if (checks.size() > 1) {
      values.reject(
          word.get(),
          scenario.path("check"),
          "either checks or 'check: none'",
          "remove one of the two");
    }
    if (why.isEmpty() || why.get().isBlank()) {
      problems.add(
          word.get().at(),
          scenario.path("check"),
          "the reason under 'why'",
          "none",
          "add 'why: …'; the report says it on its first line");
      return Optional.empty();
    }
    return Optional.of(new Check.None(why.get()));
  }

  private Optional<Check> check(Node node, String where) {
    Optional<Fields> read = values.table(node, where, Keys.CHECK);
    if (read.isEmpty()) {
      return Optional.empty();
    }
    Fields fields = read.get();
    List<String> kinds =
        Keys.CHECK.stream()
            .filter(k -> !k.equals("equal") && !k.equals("shell") && fields.get(k).isPresent())
            .toList();
    if (kinds.size() != 1) {
      values.reject(
          node,
          where,
          "one of exit, stdout, stderr, file, command in each item",
          "write one check an item: [ { exit: 0 }, { stdout: equal } ]");
      return Optional.empty();
    }
    String kind = kinds.getFirst();
    misplaced(fields, "equal", "file", kind);
    misplaced(fields, "shell", "command", kind);
    Node value = fields.value(kind).orElseThrow();
    String path = where + "." + kind;
    return switch (kind) {
      case "exit" -> exit(value, path);
      case "stdout" -> stream(value, path, Check.Stream.STDOUT);
      case "stderr" -> stream(value, path, Check.Stream.STDERR);
      case "file" -> file(fields, value, path);
      default ->
          commands
              .one(
                  value,
                  path,
                  values.bool(fields.get("shell"), where + ".shell", false),
                  placeholders)
              .map(Check.ByCommand::new);
    };
  }

  private void misplaced(Fields fields, String key, String owner, String kind) {
    if (fields.get(key).isPresent() && !kind.equals(owner)) {
      values
          .problems()
          .add(
              fields.get(key).orElseThrow().at(),
              fields.where(),
              "'" + key + "' only beside '" + owner + "'",
              "it beside '" + kind + "'",
              "remove it");
    }
  }

  private Optional<Check> exit(Node value, String where) {
    var status = values.integer(value, where, 0, 255);
    return status.isPresent()
        ? Optional.of(new Check.Exit((int) status.getAsLong()))
        : Optional.empty();
  }

  private Optional<Check> stream(Node value, String where, Check.Stream stream) {
    if (value instanceof Node.Scalar scalar && scalar.text().equals("equal")) {
      return Optional.of(new Check.StreamEqual(stream));
    }
    if (value instanceof Node.Table) {
      return values
          .table(value, where, Keys.STREAM_CHECK)
          .flatMap(f -> f.required("sha256", "write 'sha256: …'"))
          .flatMap(n -> hash(n, where + ".sha256"))
          .map(h -> new Check.StreamHash(stream, h));
    }
    values.reject(value, where, "equal, or { sha256: … }", "write one of the two");
    return Optional.empty();
  }

  private Optional<Check> file(Fields check, Node value, String where) {
    if (value instanceof Node.Table) {
      if (check.get("equal").isPresent()) {
        values.reject(
            value, where, "a path beside 'equal', or { path, sha256 } alone", "remove one");
      }
      Optional<Fields> fields = values.table(value, where, Keys.FILE_CHECK);
      Optional<String> path =
          fields.flatMap(f -> f.required("path", "write 'path: …'")).flatMap(n -> file(n, where));
      Optional<String> hash =
          fields
              .flatMap(f -> f.required("sha256", "write 'sha256: …'"))
              .flatMap(n -> hash(n, where + ".sha256"));
      return path.flatMap(p -> hash.map(h -> new Check.FileHash(p, h)));
    }
    if (!values.bool(check.get("equal"), where + ".equal", false)) {
      values.reject(
          value, where, "'equal: true' beside the path, or { path: …, sha256: … }", "add one");
      return Optional.empty();
    }
    return file(value, where).map(Check.FileEqual::new);
  }

  private Optional<String> file(Node node, String where) {
    Optional<String> path = values.text(node, where);
    if (path.isPresent() && !WorkspacePaths.usable(path.get())) {
      values.reject(node, where, "a path inside the workspace, without '..'", "change it");
      return Optional.empty();
    }
    path.ifPresent(p -> commands.checkPlaceholders(node, where, p, placeholders));
    return path;
  }

  private Optional<String> hash(Node node, String where) {
    Optional<String> hash = values.text(node, where);
    if (hash.isPresent() && !SHA_256.matcher(hash.get()).matches()) {
      values.reject(
          node,
          where,
          "a SHA-256 of 64 lower-case hex digits",
          "print it with 'sha256sum FILE' and quote it");
      return Optional.empty();
    }
    return hash;
  }
}
