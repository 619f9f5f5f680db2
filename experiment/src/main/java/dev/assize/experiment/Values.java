package dev.assize.experiment;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Turns nodes into values of a stated type. What does not fit becomes a problem and an empty
 * result: the caller goes on with a default, because a spec with problems is never used.
 */
final class Values {
  private final Problems problems;
  private final Path directory;

  Values(Problems problems, Path directory) {
    this.problems = problems;
    this.directory = directory;
  }

  Problems problems() {
    return problems;
  }

  /** Adds a "wrong" problem about a node. */
  void reject(Node node, String where, String expected, String remedy) {
    problems.add(node.at(), where, expected, node.describe(), remedy);
  }

  Optional<Fields> table(Node node, String where, List<String> known) {
    if (node instanceof Node.Table table) {
      return Optional.of(Fields.of(table, where, known, problems));
    }
    reject(node, where, "a mapping with keys " + list(known), "write the keys below it, indented");
    return Optional.empty();
  }

  /** Returns the fields of a mapping whose keys are names of the user's own; at least one. */
  List<Node.Field> named(Node node, String where, String example) {
    if (node instanceof Node.Table table && !table.fields().isEmpty()) {
      return table.fields();
    }
    reject(node, where, "a mapping with at least one name", "for instance " + example);
    return List.of();
  }

  /** Returns the items of a list with at least one. */
  List<Node> items(Node node, String where, String example) {
    if (node instanceof Node.Items items && !items.items().isEmpty()) {
      return items.items();
    }
    reject(node, where, "a list with at least one item", "for instance " + example);
    return List.of();
  }

  /** Any scalar but nothing, with the characters as written. */
  Optional<String> text(Node node, String where) {
    if (node instanceof Node.Scalar scalar && scalar.kind() != Node.Kind.NULL) {
      if (scalar.text().indexOf('\0') >= 0) {
        reject(node, where, "text without a NUL character", "the kernel can't pass one; remove it");
        return Optional.empty();
      }
      return Optional.of(scalar.text());
    }
    reject(node, where, "text", "write one value; \"\" for an empty one");
    return Optional.empty();
  }

  List<String> texts(Node node, String where, String example) {
    List<String> texts = new ArrayList<>();
    for (Node item : items(node, where, example)) {
      text(item, where).ifPresent(texts::add);
    }
    return texts;
  }

  /** A list of texts that may be empty. */
  List<String> anyTexts(Node node, String where, String example) {
    return node instanceof Node.Items items && items.items().isEmpty()
        ? List.of()
        : texts(node, where, example);
  }

  OptionalLong integer(Node node, String where, long least, long most) {
    if (node instanceof Node.Scalar scalar
        && scalar.kind() == Node.Kind.INTEGER
        && scalar.text().matches("[+-]?[0-9]{1,18}")) {
      long value = Long.parseLong(scalar.text());
      if (value >= least && value <= most) {
        return OptionalLong.of(value);
      }
    }
    String expected =
        least == most ? "the number " + least : "a whole number from " + least + " to " + most;
    reject(node, where, expected, "change it");
    return OptionalLong.empty();
  }

  int integer(Optional<Node.Field> field, String where, int least, int most, int otherwise) {
    return field
        .map(f -> (int) integer(f.value(), where, least, most).orElse(otherwise))
        .orElse(otherwise);
  }

  boolean bool(Optional<Node.Field> field, String where, boolean otherwise) {
    if (field.isEmpty()) {
      return otherwise;
    }
    Node node = field.get().value();
    if (node instanceof Node.Scalar scalar && scalar.kind() == Node.Kind.BOOLEAN) {
      return scalar.text().equalsIgnoreCase("true");
    }
    reject(node, where, "true or false", "write one of the two without quotes");
    return otherwise;
  }

  <T> Optional<T> choice(Node node, String where, Map<String, T> choices) {
    if (node instanceof Node.Scalar scalar) {
      T value = choices.get(scalar.text());
      if (value != null) {
        return Optional.of(value);
      }
      String meant =
          Nearest.of(scalar.text(), choices.keySet())
              .map(n -> "did you mean '" + n + "'?")
              .orElse("write one of them");
      reject(node, where, list(choices.keySet()), meant);
    } else {
      reject(node, where, list(choices.keySet()), "write one of them");
    }
    return Optional.empty();
  }

  Optional<Nanos> duration(Node node, String where) {
    return quantity(node, where, Quantities.DURATION, Quantities::duration);
  }

  Optional<Bytes> size(Node node, String where) {
    return quantity(node, where, Quantities.SIZE, Quantities::size);
  }

  /** A percentage as a fraction, between the limits given as fractions. */
  Optional<Double> percent(Node node, String where, double least, double most) {
    Optional<Double> value = quantity(node, where, Quantities.PERCENT, Quantities::percent);
    if (value.isPresent() && (value.get() < least || value.get() > most)) {
      reject(
          node,
          where,
          "a percentage from " + plain(least * 100) + "% to " + plain(most * 100) + "%",
          "change it");
      return Optional.empty();
    }
    return value;
  }

  private <T> Optional<T> quantity(
      Node node, String where, String expected, Function<String, Optional<T>> parse) {
    if (node instanceof Node.Scalar scalar) {
      Optional<T> value = parse.apply(scalar.text());
      if (value.isPresent()) {
        return value;
      }
    }
    reject(node, where, expected, "write the number with its unit");
    return Optional.empty();
  }

  /** A name by the rule of {@link Names}, made into its type. */
  <T> Optional<T> name(Position at, String text, String where, Function<String, T> type) {
    try {
      return Optional.of(type.apply(text));
    } catch (IllegalArgumentException e) {
      problems.add(at, where + ": " + e.getMessage() + "; choose another name");
      return Optional.empty();
    }
  }

  /**
   * A path, absolute unless it starts with a run-time placeholder: relative ones start from the
   * spec's directory.
   */
  Optional<Path> path(Node node, String where) {
    Optional<String> text = text(node, where);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    if (text.get().isEmpty()) {
      reject(node, where, "a path", "name a file or directory");
      return Optional.empty();
    }
    try {
      String plain = Placeholders.substitute(text.get(), Map.of("spec", directory.toString()));
      Path path = Path.of(plain);
      return Optional.of(plain.startsWith("${") ? path : directory.resolve(path).normalize());
    } catch (InvalidPathException e) {
      reject(node, where, "a path", "a path has no NUL character; remove it");
      return Optional.empty();
    }
  }

  static String list(Iterable<String> words) {
    return String.join(", ", words);
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }
}
