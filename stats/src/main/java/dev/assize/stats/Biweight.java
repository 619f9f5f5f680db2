package dev.assize.stats;

import java.util.Arrays;

/**
 * Tukey's biweight: ψ(u) = u (1 − u²)² for |u| &lt; 1, else 0 (Mosteller and Tukey, <i>Data
 * Analysis and Regression</i>, 1977, ch. 10; tuning as in Huber and Ronchetti, <i>Robust
 * Statistics</i>, 2nd ed.).
 */
final class Biweight {
  /** Rejection point in standard deviations: 95 % efficiency under normal noise. */
  static final double TUNING = 4.685;

  /** Makes the median absolute deviation estimate a standard deviation under normal noise. */
  static final double MAD_TO_SIGMA = 1.482602218505602;

  private static final int MAX_ITERATIONS = 100;

  private Biweight() {}

  static double psi(double u) {
    double v = 1 - u * u;
    return v <= 0 ? 0 : u * v * v;
  }

  /**
   * Returns the biweight location: the solution of Σ ψ((x − t) / (4.685 s)) = 0 reached from the
   * median by reweighting, s = 1.4826 × the median absolute deviation from the median.
   *
   * <p>With s = 0 (more than half of the values equal) the median is returned.
   *
   * <p><b>Misleads</b> with two clusters of about equal size: it picks the one the median is in.
   */
  static double location(double[] values) {
    double median = Quantiles.median(values);
    double[] deviations = new double[values.length];
    Arrays.setAll(deviations, i -> Math.abs(values[i] - median));
    double reach = TUNING * MAD_TO_SIGMA * Quantiles.median(deviations);
    if (reach == 0) {
      return median;
    }
    double t = median;
    for (int i = 0; i < MAX_ITERATIONS; i++) {
      double weights = 0;
      double weighted = 0;
      for (double x : values) {
        double u = (x - t) / reach;
        double v = 1 - u * u;
        if (v > 0) {
          weights += v * v;
          weighted += v * v * (x - t);
        }
      }
      double step = weighted / weights;
      t += step;
      if (Math.abs(step) <= 1e-12 * reach) {
        break;
      }
    }
    return t;
  }
}
