package dev.assize.judge;

import dev.assize.experiment.Metric;
import dev.assize.stats.Scale;
import java.util.OptionalDouble;

/** The point estimate of a comparison and what it means for better or worse. */
final class Effect {
  private Effect() {}

  /**
   * Returns the change on the metric's scale: the randomisation estimate, else that of the medians.
   * Empty when there is none: no values, separated groups, a ratio of zero.
   */
  static OptionalDouble of(Comparison c) {
    if (c.separated() || c.blocks().isEmpty()) {
      return OptionalDouble.empty();
    }
    if (c.randomisation().isPresent()) {
      return OptionalDouble.of(c.randomisation().get().estimate());
    }
    if (c.metric().scale() == Scale.DIFFERENCE) {
      return OptionalDouble.of(c.candidateMedian() - c.baselineMedian());
    }
    return c.baselineMedian() > 0 && c.candidateMedian() > 0
        ? OptionalDouble.of(c.candidateMedian() / c.baselineMedian() - 1)
        : OptionalDouble.empty();
  }

  /** True when the point estimate lies in the bad direction. */
  static boolean worse(Comparison c) {
    OptionalDouble change = of(c);
    return change.isPresent()
        && (c.metric().better() == Metric.Better.LOWER
            ? change.getAsDouble() > 0
            : change.getAsDouble() < 0);
  }
}
