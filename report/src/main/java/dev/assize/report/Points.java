package dev.assize.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/** Points of a series for drawing. */
final class Points {
  private Points() {}

  /**
   * Returns all points, or about so many: those without a value or void, and of the others those at
   * evenly spaced ranks of their values, both extremes included. In the order of running.
   */
  static List<Chart.Point> thinned(List<Chart.Point> points, int most) {
    if (points.size() <= most) {
      return points;
    }
    List<Chart.Point> valid = new ArrayList<>();
    List<Chart.Point> others = new ArrayList<>();
    for (Chart.Point point : points) {
      boolean plain = point.value().isPresent() && point.trial().state() != Trial.State.VOID;
      (plain ? valid : others).add(point);
    }
    List<Chart.Point> kept = new ArrayList<>(ranked(others, most));
    kept.addAll(ranked(valid, most));
    kept.sort(Comparator.comparingInt(Chart.Point::order));
    return kept;
  }

  private static List<Chart.Point> ranked(List<Chart.Point> points, int most) {
    if (points.size() <= most) {
      return points;
    }
    List<Chart.Point> sorted = new ArrayList<>(points);
    sorted.sort(
        Comparator.comparingDouble((Chart.Point point) -> point.value().orElse(0.0))
            .thenComparingInt(Chart.Point::order));
    List<Chart.Point> kept = new ArrayList<>();
    for (int i = 0; i < most; i++) {
      kept.add(sorted.get(Thinning.rank(i, sorted.size(), most)));
    }
    return kept;
  }

  /** The median of the points that count. */
  static OptionalDouble median(List<Chart.Point> points) {
    double[] sorted =
        points.stream()
            .filter(point -> point.trial().state() == Trial.State.COUNTED)
            .flatMap(point -> point.value().stream())
            .mapToDouble(d -> d)
            .sorted()
            .toArray();
    return sorted.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Thinning.middle(sorted));
  }
}
