package dev.assize.experiment;

import java.util.List;
import java.util.Optional;

/** A value in a YAML text, with its place. */
sealed interface Node {
  Position at();

  /** For the "found" of a message. */
  String describe();

  /** A single value, with the characters as written. */
  record Scalar(Position at, String text, Kind kind) implements Node {
    @Override
    public String describe() {
      return switch (kind) {
        case TEXT -> "text '" + shortened(text) + "'";
        case INTEGER, DECIMAL -> "the number " + shortened(text);
        case BOOLEAN -> text;
        case NULL -> "nothing";
      };
    }

    private static String shortened(String text) {
      String line = text.replace("\n", "\\n");
      return line.length() <= 60 ? line : line.substring(0, 57) + "...";
    }
  }

  /** What a scalar is by YAML's core schema. Quoted scalars are text. */
  enum Kind {
    TEXT,
    INTEGER,
    DECIMAL,
    BOOLEAN,
    NULL
  }

  /** A list. */
  record Items(Position at, List<Node> items) implements Node {
    @Override
    public String describe() {
      return items.isEmpty() ? "an empty list" : "a list of " + items.size();
    }
  }

  /** Keys with values, in the order of the text. Keys are unique. */
  record Table(Position at, List<Field> fields) implements Node {
    Optional<Field> field(String key) {
      return fields.stream().filter(f -> f.key().equals(key)).findFirst();
    }

    @Override
    public String describe() {
      return fields.isEmpty()
          ? "an empty mapping"
          : "a mapping with key '" + fields.getFirst().key() + "'";
    }
  }

  /** A key and its value. */
  record Field(Position at, String key, Node value) {}
}
