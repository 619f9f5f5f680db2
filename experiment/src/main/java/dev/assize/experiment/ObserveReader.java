package dev.assize.experiment;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads {@code observe}. */
final class ObserveReader {
  /** Sources that are not the user's. */
  static final Set<String> RESERVED =
      Set.of("host", "server", "command", "witness", "window", "work");

  private static final Nanos EVERY = new Nanos(1_000_000_000L);
  private static final Nanos LEAST_EVERY = new Nanos(10_000_000L);
  private static final Nanos HOUR = new Nanos(3_600_000_000_000L);
  private static final Nanos CLOCK_BOUND = new Nanos(100_000_000L);
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Pattern TRACEPOINT = Pattern.compile("[A-Za-z0-9_-]+:[A-Za-z0-9_-]+");
  private static final Pattern POINTER = Pattern.compile("(/([^~/]|~[01])*)+");

  private final Values values;
  private final Set<String> placeholders;

  /**
   * @param placeholders that every scenario fills in
   */
  ObserveReader(Values values, Set<String> placeholders) {
    this.values = values;
    this.placeholders = placeholders;
  }

  Optional<Observe> read(Node node) {
    return values.table(node, "observe", Keys.OBSERVE).map(this::observe);
  }

  private Observe observe(Fields fields) {
    Set<String> taken = new HashSet<>();
    return new Observe(
        duration(fields, "every", LEAST_EVERY, "from 10ms to 1h").orElse(EVERY),
        values.bool(fields.get("host"), "observe.host", true),
        values.bool(fields.get("processes"), "observe.processes", true),
        fields.value("counters").map(n -> counters(n, taken)).orElse(List.of()),
        fields.value("witnesses").map(n -> witnesses(n, taken)).orElse(List.of()),
        duration(fields, "clock-bound", new Nanos(1), "above 0 and of at most 1h")
            .orElse(CLOCK_BOUND));
  }

  private Optional<Nanos> duration(Fields fields, String key, Nanos least, String range) {
    Optional<Node> node = fields.value(key);
    Optional<Nanos> given = node.flatMap(n -> values.duration(n, fields.path(key)));
    if (given.isPresent()
        && (given.get().compareTo(least) < 0 || given.get().compareTo(HOUR) > 0)) {
      values.reject(node.orElseThrow(), fields.path(key), "a duration " + range, "change it");
    }
    return given;
  }

  private boolean name(Node.Field field, String where, Set<String> taken) {
    if (!NAME.matcher(field.key()).matches() || RESERVED.contains(field.key())) {
      values
          .problems()
          .add(
              field.at(),
              where,
              "a name of letters, digits and _, not starting with a digit, that is none of "
                  + Values.list(RESERVED.stream().sorted().toList()),
              "'" + field.key() + "'",
              "rename it");
      return false;
    }
    if (!taken.add(field.key())) {
      values
          .problems()
          .add(
              field.at(),
              where,
              "names of counters and witnesses that differ",
              "'" + field.key() + "' twice",
              "rename one");
      return false;
    }
    return true;
  }

  private List<Observe.Counters> counters(Node node, Set<String> taken) {
    List<Observe.Counters> all = new ArrayList<>();
    for (Node.Field field :
        values.named(node, "observe.counters", "counters: { engine: { protocol: engine } }")) {
      String where = "observe.counters." + field.key();
      if (name(field, where, taken)) {
        values
            .table(field.value(), where, Keys.COUNTERS)
            .flatMap(fields -> source(field.key(), fields))
            .ifPresent(all::add);
      }
    }
    return all;
  }

  private Optional<Observe.Counters> source(String name, Fields fields) {
    List<String> kinds =
        List.of("json", "prometheus", "protocol").stream()
            .filter(k -> fields.get(k).isPresent())
            .toList();
    if (kinds.size() != 1) {
      values
          .problems()
          .add(
              fields.at(),
              fields.where(),
              "one of json, prometheus, protocol",
              kinds.isEmpty() ? "none" : Values.list(kinds),
              kinds.isEmpty() ? "say where the counters are" : "keep one");
      return Optional.empty();
    }
    if (kinds.getFirst().equals("protocol")) {
      for (String key : List.of("pid", "time", "names")) {
        fields
            .get(key)
            .ifPresent(
                f ->
                    values
                        .problems()
                        .add(
                            f.at(),
                            fields.where(),
                            "nothing beside 'protocol'",
                            "'" + key + "'",
                            "instances name these themselves; remove it"));
      }
      return values
          .text(fields.value("protocol").orElseThrow(), fields.path("protocol"))
          .map(component -> new Observe.Counters.Protocol(name, component));
    }
    return document(name, kinds.getFirst(), fields);
  }

  private Optional<Observe.Counters> document(String name, String kind, Fields fields) {
    Observe.Format format = kind.equals("json") ? Observe.Format.JSON : Observe.Format.PROMETHEUS;
    Optional<String> location = location(fields.value(kind).orElseThrow(), fields.path(kind));
    Optional<String> pid =
        fields
            .required(
                "pid", "say where the document holds the process id: foreign ones are refused")
            .flatMap(n -> place(n, fields.path("pid"), format));
    Optional<String> time =
        fields.value("time").flatMap(n -> place(n, fields.path("time"), format));
    Map<String, String> names = new LinkedHashMap<>();
    fields
        .value("names")
        .ifPresent(
            n -> {
              for (Node.Field field :
                  values.named(n, fields.path("names"), "names: { sends: /sends }")) {
                String where = fields.path("names") + "." + field.key();
                if (!ExpressionParser.PLAIN.matcher(field.key()).matches()) {
                  values
                      .problems()
                      .add(
                          field.at(),
                          where,
                          "a name of letters, digits, _ and points",
                          "'" + field.key() + "'",
                          "rename it; the value says what the document calls it");
                }
                place(field.value(), where, format).ifPresent(p -> names.put(field.key(), p));
              }
            });
    return location.isPresent() && pid.isPresent()
        ? Optional.of(
            new Observe.Counters.Document(name, format, location.get(), pid.get(), time, names))
        : Optional.empty();
  }

  private Optional<String> location(Node node, String where) {
    Optional<String> text = values.text(node, where);
    text.ifPresent(t -> new CommandReader(values).checkPlaceholders(node, where, t, placeholders));
    if (text.isPresent() && text.get().contains("://")) {
      if (!text.get().startsWith("http://") || text.get().contains(" ")) {
        values.reject(node, where, "an address that starts with http://, or a path", "change it");
        return Optional.empty();
      }
      return text;
    }
    return values.path(node, where).map(Object::toString);
  }

  private Optional<String> place(Node node, String where, Observe.Format format) {
    Optional<String> text = values.text(node, where);
    if (text.isEmpty()) {
      return text;
    }
    if (format == Observe.Format.JSON && !POINTER.matcher(text.get()).matches()) {
      values.reject(
          node, where, "a JSON pointer such as /zero_copy/sends", "start it with a slash");
      return Optional.empty();
    }
    if (text.get().isBlank()) {
      values.reject(node, where, "a metric with its labels as printed", "name one");
      return Optional.empty();
    }
    return text;
  }

  private List<Observe.Witness> witnesses(Node node, Set<String> taken) {
    List<Observe.Witness> all = new ArrayList<>();
    for (Node.Field field :
        values.named(
            node,
            "observe.witnesses",
            "witnesses: { sends: { tracepoint: \"syscalls:sys_enter_sendfile64\" } }")) {
      String where = "observe.witnesses." + field.key();
      Optional<Fields> fields =
          name(field, where, taken)
              ? values.table(field.value(), where, Keys.WITNESS)
              : Optional.empty();
      fields.ifPresent(f -> witness(field.key(), f).ifPresent(all::add));
    }
    return all;
  }

  private Optional<Observe.Witness> witness(String name, Fields fields) {
    Optional<Node> node = fields.required("tracepoint", "write 'tracepoint: \"group:event\"'");
    Optional<String> tracepoint = node.flatMap(n -> values.text(n, fields.path("tracepoint")));
    if (tracepoint.isPresent() && !TRACEPOINT.matcher(tracepoint.get()).matches()) {
      values.reject(
          node.orElseThrow(),
          fields.path("tracepoint"),
          "group:event, as /sys/kernel/tracing/available_events lists them",
          "change it");
      return Optional.empty();
    }
    Optional<String> filter =
        fields.value("filter").flatMap(n -> values.text(n, fields.path("filter")));
    if (filter.isPresent() && filter.get().isBlank()) {
      values.reject(
          fields.value("filter").orElseThrow(),
          fields.path("filter"),
          "a filter such as opcode == 47",
          "write one, or remove the key");
    }
    return tracepoint.map(t -> new Observe.Witness(name, t, filter));
  }
}
