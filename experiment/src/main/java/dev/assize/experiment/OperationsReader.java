package dev.assize.experiment;

import dev.assize.stats.Scale;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the metrics that are sums of operation clocks. */
final class OperationsReader {
  private final Values values;
  private final List<Scenario> scenarios;

  OperationsReader(Values values, List<Scenario> scenarios) {
    this.values = values;
    this.scenarios = scenarios;
  }

  Optional<Metric.Source> read(Position at, Fields fields) {
    Set<OperationName> known = new LinkedHashSet<>();
    scenarios.forEach(s -> known.addAll(s.operations()));
    List<OperationName> operations = new ArrayList<>();
    String where = fields.path("operations");
    Optional<Node> node = fields.value("operations");
    if (node.isPresent()) {
      for (String text : values.texts(node.get(), where, "[load]")) {
        Optional<OperationName> name =
            known.stream().filter(o -> o.value().equals(text)).findFirst();
        name.ifPresent(operations::add);
        if (name.isEmpty()) {
          List<String> names = known.stream().map(OperationName::value).toList();
          values
              .problems()
              .add(
                  node.get().at(),
                  where,
                  "operations of the scenarios: "
                      + (names.isEmpty() ? "none is declared" : Values.list(names)),
                  "'" + text + "'",
                  Nearest.of(text, names)
                      .map(n -> "did you mean '" + n + "'?")
                      .orElse("declare it under the scenario's 'operations'"));
        }
      }
    } else if (known.isEmpty()) {
      values
          .problems()
          .add(at, fields.where(), "scenarios with 'operations'", "none", "declare them");
    }
    List<Integer> rounds = rounds(fields);
    Metric.Source.Operations sum = new Metric.Source.Operations(operations, rounds);
    Metric probe =
        new Metric(new MetricName("probe"), sum, Metric.Better.LOWER, Scale.RATIO, 0, "ns", false);
    if (!values.problems().any() && scenarios.stream().noneMatch(probe::appliesTo)) {
      values
          .problems()
          .add(
              at,
              fields.where(),
              "a scenario that reports all of these operations and rounds",
              "none",
              "check 'operations' and 'rounds' of the metric and of the scenarios");
    }
    return Optional.of(sum);
  }

  private List<Integer> rounds(Fields fields) {
    List<Integer> rounds = new ArrayList<>();
    Optional<Node> node = fields.value("rounds");
    int most = scenarios.stream().mapToInt(Scenario::rounds).max().orElse(1);
    if (node.isPresent()) {
      for (Node item : values.items(node.get(), fields.path("rounds"), "[1, 2]")) {
        var round = values.integer(item, fields.path("rounds"), 1, most);
        if (round.isPresent() && rounds.contains((int) round.getAsLong())) {
          values.reject(item, fields.path("rounds"), "each round once", "remove it");
        }
        round.ifPresent(r -> rounds.add((int) r));
      }
    }
    return rounds;
  }
}
