package dev.assize.experiment;

import java.util.List;

/** Primary comparisons corrected together (Holm): every metric × contrast × cell named here. */
public record Family(
    String name, List<MetricName> metrics, List<Contrast> contrasts, List<Cell> cells) {
  public Family {
    metrics = List.copyOf(metrics);
    contrasts = List.copyOf(contrasts);
    cells = List.copyOf(cells);
  }

  /** How many comparisons the correction is over. */
  public int size() {
    return metrics.size() * contrasts.size() * cells.size();
  }
}
