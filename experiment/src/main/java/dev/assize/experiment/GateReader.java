package dev.assize.experiment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads {@code gates} over the defaults. */
final class GateReader {
  private static final Map<String, Gate.Scope> SCOPES =
      scopes(Gate.Scope.NOTE, Gate.Scope.TRIAL, Gate.Scope.CELL, Gate.Scope.COHORT);
  private static final Map<String, Gate.Scope> CHECK_SCOPES =
      scopes(Gate.Scope.TRIAL, Gate.Scope.CELL, Gate.Scope.COHORT);

  private final Values values;

  GateReader(Values values) {
    this.values = values;
  }

  /** The gates of a spec that names none. */
  static Gates defaults() {
    List<Gate> gates = new ArrayList<>();
    for (Gate.Kind kind : Gate.Kind.values()) {
      if (kind != Gate.Kind.OUTSIDE_WRITES) {
        gates.add(byDefault(kind));
      }
    }
    return new Gates(Gate.Scope.CELL, 0, gates, List.of());
  }

  private static Gate byDefault(Gate.Kind kind) {
    return switch (kind) {
      case INVENTORY -> new Gate(kind, Gate.Scope.COHORT, 0);
      case OUTSIDE_WRITES -> new Gate(kind, Gate.Scope.NOTE, 0);
      case LEFTOVERS -> new Gate(kind, Gate.Scope.TRIAL, 0);
      case INTERFERENCE -> new Gate(kind, Gate.Scope.NOTE, 0.2);
      case CLOCK_STEP -> new Gate(kind, Gate.Scope.TRIAL, 10_000_000);
      case STEAL -> new Gate(kind, Gate.Scope.NOTE, 0.05);
    };
  }

  Gates read(Node node) {
    Optional<Fields> read = values.table(node, "gates", Keys.GATES);
    if (read.isEmpty()) {
      return defaults();
    }
    Fields fields = read.get();
    List<Gate> gates = new ArrayList<>();
    List<Path> watch = new ArrayList<>();
    for (Gate.Kind kind : Gate.Kind.values()) {
      Optional<Node> value = fields.value(kind.key());
      if (value.isPresent()) {
        gates.add(gate(kind, value.get(), fields.path(kind.key()), watch));
      } else if (kind != Gate.Kind.OUTSIDE_WRITES) {
        gates.add(byDefault(kind));
      }
    }
    Gate.Scope checks =
        fields
            .value("checks")
            .flatMap(n -> values.choice(n, fields.path("checks"), CHECK_SCOPES))
            .orElse(Gate.Scope.CELL);
    int retries = values.integer(fields.get("retries"), fields.path("retries"), 0, 100, 0);
    return new Gates(checks, retries, gates, watch);
  }

  private Gate gate(Gate.Kind kind, Node node, String where, List<Path> watch) {
    Gate otherwise = byDefault(kind);
    if (node instanceof Node.Scalar && kind != Gate.Kind.OUTSIDE_WRITES) {
      return new Gate(
          kind, values.choice(node, where, SCOPES).orElse(otherwise.voids()), otherwise.limit());
    }
    List<String> known =
        switch (kind) {
          case INVENTORY, LEFTOVERS -> List.of("voids");
          case OUTSIDE_WRITES -> Keys.WATCHING_GATE;
          case INTERFERENCE, CLOCK_STEP, STEAL -> Keys.LIMITED_GATE;
        };
    Optional<Fields> read = values.table(node, where, known);
    if (read.isEmpty()) {
      return otherwise;
    }
    Fields fields = read.get();
    Gate.Scope scope =
        fields
            .value("voids")
            .flatMap(n -> values.choice(n, fields.path("voids"), SCOPES))
            .orElse(otherwise.voids());
    double limit =
        fields
            .value("limit")
            .flatMap(n -> limit(kind, n, fields.path("limit")))
            .orElse(otherwise.limit());
    if (kind == Gate.Kind.OUTSIDE_WRITES) {
      fields.required("watch", "list the directories to watch").ifPresent(n -> paths(n, watch));
    }
    return new Gate(kind, scope, limit);
  }

  private void paths(Node node, List<Path> watch) {
    String where = "gates.outside-writes.watch";
    for (Node item : values.items(node, where, "watch: [/tmp]")) {
      values.path(item, where).ifPresent(watch::add);
    }
  }

  private Optional<Double> limit(Gate.Kind kind, Node node, String where) {
    return kind == Gate.Kind.CLOCK_STEP
        ? values.duration(node, where).map(n -> (double) n.value())
        : values.percent(node, where, 0, 1);
  }

  private static Map<String, Gate.Scope> scopes(Gate.Scope... scopes) {
    Map<String, Gate.Scope> map = new LinkedHashMap<>();
    for (Gate.Scope scope : scopes) {
      map.put(scope.name().toLowerCase(Locale.ROOT), scope);
    }
    return map;
  }
}
