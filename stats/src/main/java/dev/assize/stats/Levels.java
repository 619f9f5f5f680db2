package dev.assize.stats;

/** The one place that says what "significant" means. */
final class Levels {
  /** Room for the last bits of {@code 1 − 0.95}; far below the step of any p-value here. */
  private static final double SLACK = 1e-12;

  private Levels() {}

  /** A test of level alpha rejects when p ≤ alpha. */
  static boolean significant(double p, double alpha) {
    return p <= alpha + SLACK;
  }

  static double requireLevel(double alpha) {
    if (!(alpha > 0 && alpha < 1)) {
      throw new IllegalArgumentException(
          "level: expected alpha above 0 and below 1 (0.05 for 95 %), found " + alpha);
    }
    return alpha;
  }
}
