package dev.assize.experiment;

import dev.assize.stats.Scale;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads {@code metrics}, and adds the readings that the spec does not name as exploratory ones. */
final class MetricReader {
  static final double DEFAULT_MINIMUM_EFFECT = 0.01;

  private static final Map<String, Metric.Kind> KINDS = new LinkedHashMap<>();
  private static final Map<String, Metric.Better> BETTER = new LinkedHashMap<>();
  private static final Map<String, Scale> SCALES = new LinkedHashMap<>();

  static {
    for (Metric.Kind kind : Metric.Kind.values()) {
      KINDS.put(kind.key(), kind);
    }
    BETTER.put("lower", Metric.Better.LOWER);
    BETTER.put("higher", Metric.Better.HIGHER);
    SCALES.put("ratio", Scale.RATIO);
    SCALES.put("difference", Scale.DIFFERENCE);
  }

  private final Values values;
  private final List<Scenario> scenarios;

  MetricReader(Values values, List<Scenario> scenarios) {
    this.values = values;
    this.scenarios = scenarios;
  }

  /** The metrics of a spec that names none: wall time decides, the other readings are shown. */
  List<Metric> defaults() {
    List<Metric> metrics = new ArrayList<>();
    metrics.add(reading(Metric.Kind.WALL, DEFAULT_MINIMUM_EFFECT, true));
    addUnnamed(metrics);
    return metrics;
  }

  List<Metric> read(Node node, boolean descriptive) {
    int before = values.problems().count();
    List<Metric> metrics = new ArrayList<>();
    for (Node.Field field : values.named(node, "metrics", "metrics: { wall: { primary: true } }")) {
      String where = "metrics." + field.key();
      Optional<MetricName> name = values.name(field.at(), field.key(), where, MetricName::new);
      Optional<Fields> fields = values.table(field.value(), where, Keys.METRIC);
      if (name.isPresent() && fields.isPresent()) {
        metric(name.get(), field.at(), fields.get()).ifPresent(metrics::add);
      }
    }
    if (!descriptive
        && values.problems().count() == before
        && metrics.stream().noneMatch(Metric::primary)) {
      values.reject(
          node, "metrics", "at least one with 'primary: true'", "mark the one that decides");
    }
    addUnnamed(metrics);
    return metrics;
  }

  private void addUnnamed(List<Metric> metrics) {
    for (Metric.Kind kind : Metric.Kind.values()) {
      boolean named =
          metrics.stream()
              .anyMatch(
                  m ->
                      m.name().value().equals(kind.key())
                          || m.source().equals(new Metric.Source.Reading(kind)));
      boolean taken =
          kind != Metric.Kind.READY
              || (!scenarios.isEmpty()
                  && scenarios.stream().allMatch(s -> s.readiness().isPresent()));
      if (!named && taken) {
        metrics.add(reading(kind, 0, false));
      }
    }
  }

  private static Metric reading(Metric.Kind kind, double minimumEffect, boolean primary) {
    return new Metric(
        new MetricName(kind.key()),
        new Metric.Source.Reading(kind),
        Metric.Better.LOWER,
        scale(kind),
        minimumEffect,
        kind.unit(),
        primary);
  }

  /** Counters, and the two halves of CPU time, can be zero in a short trial. */
  private static Scale scale(Metric.Kind kind) {
    return switch (kind) {
      case WALL, READY, CPU, MAX_RSS -> Scale.RATIO;
      case USER, SYSTEM, MINOR_FAULTS, MAJOR_FAULTS, VOLUNTARY_SWITCHES, INVOLUNTARY_SWITCHES ->
          Scale.DIFFERENCE;
    };
  }

  private Optional<Metric> metric(MetricName name, Position at, Fields fields) {
    Optional<Metric.Source> source = source(name, at, fields);
    if (source.isEmpty()) {
      return Optional.empty();
    }
    boolean isReading = source.get() instanceof Metric.Source.Reading;
    boolean custom =
        source.get() instanceof Metric.Source.StdoutNumber
            || source.get() instanceof Metric.Source.Derived;
    boolean primary = values.bool(fields.get("primary"), fields.path("primary"), false);
    Optional<Node> better =
        custom
            ? fields.required("better", "write 'better: lower' or 'better: higher'")
            : fields.value("better");
    Scale scale =
        fields
            .value("scale")
            .flatMap(n -> values.choice(n, fields.path("scale"), SCALES))
            .orElse(
                source.get() instanceof Metric.Source.Reading(Metric.Kind kind)
                    ? scale(kind)
                    : Scale.RATIO);
    String unit =
        source.get() instanceof Metric.Source.Reading(Metric.Kind kind)
            ? kind.unit()
            : custom ? "number" : "ns";
    if (fields.get("unit").isPresent()) {
      String given =
          values.text(fields.value("unit").orElseThrow(), fields.path("unit")).orElse(unit);
      if (!custom && !given.equals(unit)) {
        values.reject(
            fields.value("unit").orElseThrow(),
            fields.path("unit"),
            "no unit, or " + unit + ", the unit of this " + (isReading ? "reading" : "sum"),
            "remove it");
      }
      unit = given;
    }
    return Optional.of(
        new Metric(
            name,
            source.get(),
            better
                .flatMap(n -> values.choice(n, fields.path("better"), BETTER))
                .orElse(Metric.Better.LOWER),
            scale,
            minimumEffect(fields, scale, unit, primary),
            unit,
            primary));
  }

  private double minimumEffect(Fields fields, Scale scale, String unit, boolean primary) {
    String where = fields.path("minimum-effect");
    Optional<Node> node = fields.value("minimum-effect");
    if (scale == Scale.RATIO) {
      return node.flatMap(n -> values.percent(n, where, 0, 10))
          .orElse(primary ? DEFAULT_MINIMUM_EFFECT : 0);
    }
    if (node.isEmpty()) {
      if (primary) {
        fields.required(
            "minimum-effect",
            "a difference has no percentage: state the smallest one that matters, in " + unit);
      }
      return 0;
    }
    if (unit.equals("ns")) {
      return values.duration(node.get(), where).map(n -> (double) n.value()).orElse(0.0);
    }
    if (unit.equals("B")) {
      return values.size(node.get(), where).map(n -> (double) n.value()).orElse(0.0);
    }
    if (node.get() instanceof Node.Scalar scalar
        && scalar.text().matches("[0-9]{1,15}(\\.[0-9]{1,9})?")) {
      return Double.parseDouble(scalar.text());
    }
    values.reject(
        node.get(), where, "a number of " + unit + ", 0 or more", "write it without a unit");
    return 0;
  }

  private Optional<Metric.Source> source(MetricName name, Position at, Fields fields) {
    boolean sum = fields.get("operations").isPresent() || fields.get("rounds").isPresent();
    int sources =
        (fields.get("reading").isPresent() ? 1 : 0)
            + (fields.get("stdout").isPresent() ? 1 : 0)
            + (fields.get("derived").isPresent() ? 1 : 0)
            + (sum ? 1 : 0);
    Metric.Kind own = KINDS.get(name.value());
    if (sources > 1 || (sources == 0 && own == null)) {
      values
          .problems()
          .add(
              at,
              fields.where(),
              "one source: 'reading', 'operations' (with 'rounds'), 'stdout' or 'derived'; or the"
                  + " name of a reading: "
                  + Values.list(KINDS.keySet()),
              sources == 0 ? "none" : sources + "",
              Nearest.of(name.value(), KINDS.keySet())
                  .filter(_ -> sources == 0)
                  .map(n -> "did you mean '" + n + "'?")
                  .orElse("keep one"));
      return Optional.empty();
    }
    if (sum) {
      return new OperationsReader(values, scenarios).read(at, fields);
    }
    if (fields.get("stdout").isPresent()) {
      return stdout(fields);
    }
    if (fields.get("derived").isPresent()) {
      return ExpressionReader.read(
              fields.value("derived").orElseThrow(), fields.path("derived"), false, values)
          .map(e -> new Metric.Source.Derived(e.expression(), e.text()));
    }
    Optional<Metric.Kind> kind =
        own != null && sources == 0
            ? Optional.of(own)
            : fields.value("reading").flatMap(n -> values.choice(n, fields.path("reading"), KINDS));
    if (kind.isPresent()
        && kind.get() == Metric.Kind.READY
        && scenarios.stream().noneMatch(s -> s.readiness().isPresent())) {
      values
          .problems()
          .add(
              at,
              fields.where(),
              "a scenario with 'ready'",
              "none",
              "add it, or remove the metric");
    }
    return kind.map(Metric.Source.Reading::new);
  }

  private Optional<Metric.Source> stdout(Fields fields) {
    Node node = fields.value("stdout").orElseThrow();
    String where = fields.path("stdout");
    Optional<String> regex =
        values.text(node, where).filter(t -> ScenarioReader.regex(node, where, t, values));
    if (regex.isPresent() && Pattern.compile(regex.get()).matcher("").groupCount() < 1) {
      values.reject(
          node, where, "a regular expression with a group around the number", "write ([0-9.]+)");
    }
    if (scenarios.stream().anyMatch(s -> s.output() == Scenario.Output.NULL)) {
      values.reject(
          node, where, "scenarios whose output is kept", "remove 'output: null' from them");
    }
    return regex.map(Metric.Source.StdoutNumber::new);
  }
}
