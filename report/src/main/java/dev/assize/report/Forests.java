package dev.assize.report;

import dev.assize.experiment.Metric;
import dev.assize.judge.Comparison;
import dev.assize.stats.Scale;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Comparisons drawn one below the other over a common axis. */
final class Forests {
  private final Labels labels;

  Forests(Labels labels) {
    this.labels = labels;
  }

  /** One forest for all ratios, and one for each unit of a difference. */
  List<Block> of(String id, List<Comparison> comparisons) {
    Map<String, List<Comparison>> byAxis = new LinkedHashMap<>();
    for (Comparison comparison : comparisons) {
      boolean ratio = comparison.metric().scale() == Scale.RATIO;
      String axis = ratio ? "%" : comparison.metric().name().value();
      byAxis.computeIfAbsent(axis, _ -> new ArrayList<>()).add(comparison);
    }
    List<Block> figures = new ArrayList<>();
    byAxis.forEach(
        (axis, group) -> {
          List<Chart.Effect> effects = new ArrayList<>();
          String unit = "";
          for (Comparison comparison : group) {
            Change change = Change.of(comparison);
            if (change.leading().isPresent() && !comparison.separated()) {
              unit = change.unit();
              effects.add(effect(comparison, change));
            }
          }
          if (!effects.isEmpty()) {
            figures.add(
                new Block.Figure(
                    id + "-" + figures.size(),
                    "Change and interval"
                        + (group.getFirst().primary() || labels.oneCell()
                            ? ""
                            : " in " + labels.cell(group.getFirst().cell()))
                        + ". In the shaded zone a change does not matter. Left of zero is less,"
                        + " right of it more.",
                    new Chart.Forest(unit, effects),
                    group.getFirst().primary()));
          }
        });
    return figures;
  }

  private Chart.Effect effect(Comparison comparison, Change change) {
    return new Chart.Effect(
        comparison.primary() ? labels.comparison(comparison) : labels.metric(comparison),
        comparison.outcome(),
        comparison.primary(),
        comparison.metric().better() == Metric.Better.LOWER,
        change.shown(comparison.threshold()),
        comparison.randomisation().map(change::span),
        comparison.bootstrap().map(change::span),
        change.estimate() + " " + change.bounds(change.leading()));
  }
}
