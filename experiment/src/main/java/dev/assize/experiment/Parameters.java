package dev.assize.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Parameters of a scenario: every combination of their values is a scenario of its own. */
final class Parameters {
  static final int MOST_COMBINATIONS = 1_000;

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,39}");

  private Parameters() {}

  static List<Map<String, String>> combinations(Node node, String where, Values values) {
    List<Map<String, String>> all = new ArrayList<>();
    all.add(new LinkedHashMap<>());
    for (Node.Field field : values.named(node, where, "parameters: { size: [1, 2] }")) {
      String name = field.key();
      checkName(field, where, values.problems());
      Set<String> list =
          new LinkedHashSet<>(values.texts(field.value(), where + "." + name, name + ": [1, 2]"));
      if (field.value() instanceof Node.Items items
          && list.size() < items.items().size()
          && !list.isEmpty()) {
        values.reject(
            field.value(), where + "." + name, "each value once", "remove the repeated ones");
      }
      if ((long) all.size() * list.size() > MOST_COMBINATIONS) {
        values.reject(
            field.value(),
            where,
            "at most " + MOST_COMBINATIONS + " combinations",
            "split the experiment");
        return List.of();
      }
      List<Map<String, String>> longer = new ArrayList<>();
      for (Map<String, String> start : all) {
        for (String value : list) {
          Map<String, String> one = new LinkedHashMap<>(start);
          one.put(name, value);
          longer.add(one);
        }
      }
      all = longer;
    }
    return all;
  }

  static void checkName(Node.Field field, String where, Problems problems) {
    String name = field.key();
    if (!NAME.matcher(name).matches() || Placeholders.RUN_TIME.contains(name)) {
      problems.add(
          field.at(),
          where,
          "a parameter name of letters, digits, . _ - that is none of "
              + Values.list(Placeholders.RUN_TIME.stream().sorted().toList()),
          "'" + name + "'",
          "rename it");
    }
  }

  /** {@code grep+size=1}. Characters that names can't have become {@code _}. */
  static String scenarioName(String base, Map<String, String> combination) {
    StringBuilder name = new StringBuilder(base);
    combination.forEach(
        (key, value) ->
            name.append('+')
                .append(key)
                .append('=')
                .append(value.replaceAll("[^A-Za-z0-9._=+-]", "_")));
    return name.toString();
  }

  /** The node with the parameters filled into every string, keys left alone. */
  static Node substituted(Node node, Map<String, String> combination) {
    return switch (node) {
      case Node.Scalar scalar -> {
        String text = Placeholders.substitute(scalar.text(), combination);
        yield text.equals(scalar.text())
            ? scalar
            : new Node.Scalar(scalar.at(), text, kind(text, scalar.kind()));
      }
      case Node.Items(Position at, List<Node> items) ->
          new Node.Items(at, items.stream().map(i -> substituted(i, combination)).toList());
      case Node.Table(Position at, List<Node.Field> fields) ->
          new Node.Table(
              at,
              fields.stream()
                  .map(f -> new Node.Field(f.at(), f.key(), substituted(f.value(), combination)))
                  .toList());
    };
  }

  /** So that <code>rounds: ${n}</code> is a number after all. */
  private static Node.Kind kind(String text, Node.Kind otherwise) {
    return text.matches("[0-9]{1,18}") ? Node.Kind.INTEGER : otherwise;
  }
}
