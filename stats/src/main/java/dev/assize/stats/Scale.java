package dev.assize.stats;

/** How two values of a metric are compared. */
public enum Scale {
  /**
   * By their ratio. For quantities that are above zero whenever they were measured at all:
   * durations and rates. A zero or a negative value is an error, because it means that something
   * was not measured.
   */
  RATIO {
    @Override
    double change(double baseline, double candidate) {
      return candidate / baseline - 1;
    }
  },

  /**
   * By their difference, in the metric's own unit. For quantities that may be zero or negative:
   * counters and differences.
   */
  DIFFERENCE {
    @Override
    double change(double baseline, double candidate) {
      return candidate - baseline;
    }
  };

  /** Returns the change of two values that fit the scale; nothing is checked here. */
  abstract double change(double baseline, double candidate);
}
