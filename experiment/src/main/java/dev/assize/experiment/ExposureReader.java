package dev.assize.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads {@code exposure}: a list of {@code { arm: A, metric: M, is: above-zero }} and {@code { arm:
 * A, expression: E }}.
 */
final class ExposureReader {
  private static final Map<String, Exposure.Bound> BOUNDS =
      Map.of(
          Exposure.Bound.ABOVE_ZERO.key(), Exposure.Bound.ABOVE_ZERO,
          Exposure.Bound.ZERO.key(), Exposure.Bound.ZERO);
  private static final String EXAMPLE = "exposure: [ { arm: new, metric: hits, is: above-zero } ]";

  private final Values values;
  private final List<Arm> arms;
  private final List<Metric> metrics;
  private final ObservedNames names;

  ExposureReader(Values values, List<Arm> arms, List<Metric> metrics, ObservedNames names) {
    this.values = values;
    this.names = names;
    this.arms = arms;
    this.metrics = metrics;
  }

  List<Exposure> read(Node node) {
    List<Exposure> exposures = new ArrayList<>();
    for (Node item : values.items(node, "exposure", EXAMPLE)) {
      values
          .table(item, "exposure", Keys.EXPOSURE)
          .flatMap(this::exposure)
          .ifPresent(
              read -> {
                boolean again =
                    exposures.stream()
                        .anyMatch(
                            e ->
                                e.equals(read)
                                    || (metricOf(e).equals(metricOf(read)) && sameArm(e, read)));
                if (again) {
                  values.reject(
                      item,
                      "exposure",
                      metricOf(read).isPresent()
                          ? "each arm and metric once"
                          : "each expression of an arm once",
                      "remove one of the two");
                } else {
                  exposures.add(read);
                }
              });
    }
    return exposures;
  }

  private Optional<Exposure> exposure(Fields fields) {
    return fields.get("expression").isPresent() ? holds(fields) : bound(fields);
  }

  private Optional<Exposure> holds(Fields fields) {
    Node node = fields.value("expression").orElseThrow();
    for (String key : List.of("metric", "is")) {
      fields
          .get(key)
          .ifPresent(
              f ->
                  values
                      .problems()
                      .add(
                          f.at(),
                          "exposure",
                          "no 'metric' or 'is' beside 'expression'",
                          "'" + key + "'",
                          "remove it, or make two items"));
    }
    Optional<Node> named = fields.value("arm");
    Optional<ArmName> arm = named.flatMap(n -> known(n, "exposure.arm", arms, Arm::name));
    Optional<ExpressionReader.Read> read =
        ExpressionReader.read(node, "exposure.expression", true, values);
    read.ifPresent(r -> names.check(node, "exposure.expression", r.expression()));
    return read.filter(_ -> named.isPresent() == arm.isPresent())
        .map(r -> new Exposure(arm, new Exposure.Condition.Holds(r.expression(), r.text())));
  }

  private static boolean sameArm(Exposure a, Exposure b) {
    return metricOf(a).isPresent() && a.arm().equals(b.arm());
  }

  private Optional<Exposure> bound(Fields fields) {
    Optional<ArmName> arm =
        fields
            .required("arm", "write " + EXAMPLE)
            .flatMap(n -> known(n, "exposure.arm", arms, Arm::name));
    Optional<MetricName> metric =
        fields
            .required("metric", "write " + EXAMPLE)
            .flatMap(n -> known(n, "exposure.metric", metrics, Metric::name));
    Optional<Exposure.Bound> bound =
        fields
            .required("is", "write 'is: above-zero' or 'is: zero'")
            .flatMap(n -> values.choice(n, "exposure.is", BOUNDS));
    return arm.isPresent() && metric.isPresent() && bound.isPresent()
        ? Optional.of(
            new Exposure(arm, new Exposure.Condition.MetricBound(metric.get(), bound.get())))
        : Optional.empty();
  }

  private static Optional<MetricName> metricOf(Exposure exposure) {
    return exposure.condition() instanceof Exposure.Condition.MetricBound(MetricName name, var _)
        ? Optional.of(name)
        : Optional.empty();
  }

  private <T, N> Optional<N> known(Node node, String where, List<T> all, Function<T, N> name) {
    Optional<String> text = values.text(node, where);
    List<String> names = all.stream().map(a -> name.apply(a).toString()).toList();
    if (text.isPresent() && !names.contains(text.get())) {
      values
          .problems()
          .add(
              node.at(),
              where,
              "one of " + Values.list(names),
              "'" + text.get() + "'",
              Nearest.of(text.get(), names)
                  .map(n -> "did you mean '" + n + "'?")
                  .orElse("name one of this spec"));
    }
    return text.flatMap(
        t -> all.stream().map(name).filter(n -> n.toString().equals(t)).findFirst());
  }
}
