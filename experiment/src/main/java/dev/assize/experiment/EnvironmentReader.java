package dev.assize.experiment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads variables for commands, and keeps those out that change which code is loaded. */
final class EnvironmentReader {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private final Values values;
  private final Problems problems;
  private final boolean allowLoader;

  EnvironmentReader(Values values, boolean allowLoader) {
    this.values = values;
    this.problems = values.problems();
    this.allowLoader = allowLoader;
  }

  Map<String, String> variables(Fields fields, String key, Set<String> placeholders) {
    Map<String, String> variables = new LinkedHashMap<>();
    Optional<Node> node = fields.value(key);
    if (node.isEmpty() || (node.get() instanceof Node.Table table && table.fields().isEmpty())) {
      return variables;
    }
    CommandReader commands = new CommandReader(values);
    for (Node.Field field : values.named(node.get(), fields.path(key), "env: { LC_ALL: C }")) {
      String where = fields.path(key) + "." + field.key();
      checkName(field.at(), field.key(), where);
      values
          .text(field.value(), where)
          .ifPresent(
              text -> {
                commands.checkPlaceholders(field.value(), where, text, placeholders);
                variables.put(field.key(), text);
              });
    }
    return variables;
  }

  /** Names of inherited variables. */
  List<String> inherited(Node node, String where) {
    List<String> names = values.anyTexts(node, where, "[PATH, HOME]");
    names.forEach(name -> checkName(node.at(), name, where));
    return names;
  }

  private void checkName(Position at, String name, String where) {
    if (!NAME.matcher(name).matches()) {
      problems.add(
          at,
          where,
          "a variable name of A-Z a-z 0-9 _ that does not start with a digit",
          "'" + name + "'",
          "rename it");
    }
    if (name.startsWith("ASSIZE_")) {
      problems.add(
          at, where, "a name outside ASSIZE_*", name, "these are set by the laboratory; rename it");
    }
    if (isLoader(name) && !allowLoader) {
      problems.add(
          at,
          where,
          "no variable that changes which code is loaded",
          name,
          "remove it, or write 'allow-loader-environment: true' at the top level; the report will say so");
    }
  }

  /**
   * The dynamic loader's own variables, and those by which the C library loads or retunes code. Not
   * MALLOC_*: tuning an allocator is an ordinary treatment and loads nothing.
   */
  static boolean isLoader(String name) {
    return name.startsWith("LD_") || name.equals("GCONV_PATH") || name.equals("GLIBC_TUNABLES");
  }
}
