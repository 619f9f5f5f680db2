package dev.assize.experiment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

/**
 * Reads one YAML document into {@link Node}s. Anchors are resolved here, with limits, so that the
 * readers behind see a plain tree of bounded size.
 */
final class YamlTree {
  /** Values after aliases are resolved; a shared node counts every time it is used. */
  static final int MOST_NODES = 50_000;

  static final int DEEPEST = 30;

  private static final YAMLFactory FACTORY = YAMLFactory.builder().build();

  private static final Pattern MARK = Pattern.compile("line ([0-9]+), column ([0-9]+)");

  private record Anchor(Node node, int weight) {}

  private final YAMLParser parser;
  private final Problems problems;
  private final Map<String, Anchor> anchors = new HashMap<>();
  private final Set<String> open = new HashSet<>();
  private int nodes;

  private YamlTree(YAMLParser parser, Problems problems) {
    this.parser = parser;
    this.problems = problems;
  }

  static Node.Table read(String text, Problems problems) throws SpecException {
    try (YAMLParser parser = (YAMLParser) FACTORY.createParser(ObjectReadContext.empty(), text)) {
      return new YamlTree(parser, problems).document();
    } catch (JacksonException e) {
      problems.add(
          position(e.getLocation()), syntax(e.getOriginalMessage(), position(e.getLocation())));
      throw problems.exception();
    }
  }

  private Node.Table document() throws SpecException {
    JsonToken first = parser.nextToken();
    if (first == null || (first == JsonToken.VALUE_NULL && !parser.isCurrentAlias())) {
      throw fail(
          Position.START,
          "a mapping that starts with 'assize: 1'",
          "an empty document",
          "write one with 'assize init'");
    }
    Node root = value(first, 0);
    JsonToken next = parser.nextToken();
    if (next != null) {
      throw fail(
          here(), "one YAML document", "a second one", "put each experiment in a file of its own");
    }
    if (root instanceof Node.Table table) {
      return table;
    }
    throw fail(
        root.at(),
        "a mapping that starts with 'assize: 1'",
        root.describe(),
        "see the handbook page on experiments");
  }

  private Node value(JsonToken token, int depth) throws SpecException {
    Position at = here();
    if (parser.isCurrentAlias()) {
      return alias(at, parser.getString());
    }
    String anchor = parser.getObjectId();
    int before = nodes;
    count(at, 1);
    if (depth > DEEPEST) {
      throw fail(
          at,
          "at most " + DEEPEST + " levels of nesting",
          "a deeper one",
          "a spec needs no more than eight; check the indentation and brackets");
    }
    if (anchor != null) {
      open.add(anchor);
    }
    Node node =
        switch (token) {
          case START_OBJECT -> table(at, depth);
          case START_ARRAY -> items(at, depth);
          case VALUE_NUMBER_INT -> scalar(at, Node.Kind.INTEGER);
          case VALUE_NUMBER_FLOAT -> scalar(at, Node.Kind.DECIMAL);
          case VALUE_TRUE, VALUE_FALSE -> scalar(at, Node.Kind.BOOLEAN);
          case VALUE_NULL -> scalar(at, Node.Kind.NULL);
          case VALUE_STRING -> scalar(at, Node.Kind.TEXT);
          default ->
              throw fail(at, "a value, a list or a mapping", "a tagged one", "remove the YAML tag");
        };
    if (anchor != null) {
      open.remove(anchor);
      anchors.put(anchor, new Anchor(node, nodes - before));
    }
    return node;
  }

  private Node scalar(Position at, Node.Kind kind) {
    return new Node.Scalar(at, parser.getString(), kind);
  }

  private Node items(Position at, int depth) throws SpecException {
    List<Node> items = new ArrayList<>();
    JsonToken token = parser.nextToken();
    while (token != JsonToken.END_ARRAY) {
      items.add(value(token, depth + 1));
      token = parser.nextToken();
    }
    return new Node.Items(at, List.copyOf(items));
  }

  private Node table(Position at, int depth) throws SpecException {
    Map<String, Node.Field> fields = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      Position keyAt = here();
      String key = parser.currentName();
      Node value = value(parser.nextToken(), depth + 1);
      Node.Field earlier = fields.putIfAbsent(key, new Node.Field(keyAt, key, value));
      if (key.equals("<<")) {
        problems.add(
            keyAt, "expected a key, found the merge key '<<'; for arms use 'extends', else repeat");
      } else if (earlier != null) {
        problems.add(
            keyAt,
            "expected each key once, found '"
                + key
                + "' again (first at line "
                + earlier.at().line()
                + "); remove one of the two");
      }
    }
    return new Node.Table(at, List.copyOf(fields.values()));
  }

  private Node alias(Position at, String name) throws SpecException {
    if (open.contains(name)) {
      throw fail(
          at,
          "a value that ends",
          "the alias *" + name + " inside its own anchor &" + name + ", a cycle",
          "write the value out");
    }
    Anchor anchor = anchors.get(name);
    if (anchor == null) {
      throw fail(
          at,
          "an alias of an anchor defined above",
          "*" + name + " without &" + name,
          "define the anchor first, or quote the text if it is no alias");
    }
    count(at, anchor.weight());
    return anchor.node();
  }

  private void count(Position at, int more) throws SpecException {
    if (nodes + (long) more > MOST_NODES) {
      throw fail(
          at,
          "at most " + MOST_NODES + " values",
          "more, after aliases are written out",
          "remove nested aliases or split the experiment");
    }
    nodes += more;
  }

  private SpecException fail(Position at, String expected, String found, String remedy) {
    problems.add(at, "spec", expected, found, remedy);
    return problems.exception();
  }

  private Position here() {
    return position(parser.currentTokenLocation());
  }

  private static Position position(@Nullable TokenStreamLocation location) {
    return location == null
        ? Position.START
        : new Position(Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
  }

  /** The parser's message draws the place in indented lines; the position already says it. */
  private static String syntax(@Nullable String original, Position at) {
    String text =
        original == null
            ? "unreadable text"
            : original
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith(" "))
                .map(String::strip)
                .collect(Collectors.joining(", "));
    return "expected valid YAML, found: "
        + text
        + place(original, at)
        + "; check the indentation (spaces only), quotes and brackets of this line and the one above";
  }

  /** Where the parser gave up, when that is not where the faulty construct starts. */
  private static String place(@Nullable String original, Position at) {
    Matcher mark = MARK.matcher(original == null ? "" : original);
    String last = "";
    while (mark.find()) {
      last = " (line " + mark.group(1) + ", column " + mark.group(2) + ")";
    }
    return last.equals(" (line " + at.line() + ", column " + at.column() + ")") ? "" : last;
  }
}
