package dev.assize.experiment;

import java.util.List;
import java.util.Optional;

/** A mapping whose keys are all known. */
final class Fields {
  private final Node.Table table;
  private final String where;
  private final Problems problems;

  private Fields(Node.Table table, String where, Problems problems) {
    this.table = table;
    this.where = where;
    this.problems = problems;
  }

  /** Reports each unknown key, with the nearest known one. */
  static Fields of(Node.Table table, String where, List<String> known, Problems problems) {
    for (Node.Field field : table.fields()) {
      if (!known.contains(field.key()) && !field.key().equals("<<")) {
        String meant =
            Nearest.of(field.key(), known)
                .map(n -> "did you mean '" + n + "'?")
                .orElse("remove it");
        problems.add(
            field.at(),
            (where.isEmpty() ? "spec" : where),
            "one of the keys " + Values.list(known),
            "unknown key '" + field.key() + "'",
            meant);
      }
    }
    return new Fields(table, where, problems);
  }

  Position at() {
    return table.at();
  }

  /** The dotted name of a key of this mapping, for messages. */
  String path(String key) {
    return where.isEmpty() ? key : where + "." + key;
  }

  String where() {
    return where;
  }

  Optional<Node.Field> get(String key) {
    return table.field(key);
  }

  Optional<Node> value(String key) {
    return table.field(key).map(Node.Field::value);
  }

  Optional<Node> required(String key, String remedy) {
    Optional<Node> value = value(key);
    if (value.isEmpty()) {
      problems.add(
          table.at(), where.isEmpty() ? "spec" : where, "the key '" + key + "'", "none", remedy);
    }
    return value;
  }
}
