package dev.assize.judge;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Whether a series rises or falls: S = Σ<sub>i&lt;j</sub> sign(x<sub>j</sub> − x<sub>i</sub>), with
 * variance (n(n−1)(2n+5) − Σ t(t−1)(2t+5)) / 18 over groups of t ties, z = (S ∓ 1)/√variance (M. G.
 * Kendall, <i>Rank Correlation Methods</i>, 1975); slope = median of (x<sub>j</sub> −
 * x<sub>i</sub>)/(j − i) (P. K. Sen, JASA 63, 1968).
 *
 * <p>Misleads on a step that is undone again within the run, and when neighbouring blocks depend on
 * each other without any trend: then it says so too often.
 *
 * @param z normal deviate; 0 when the series is constant
 * @param change slope times the length of the series, in its unit
 */
record MannKendall(double z, double change) {
  /** Two-sided 1 %. */
  static final double SIGNIFICANT = 2.5758293035489004;

  /** Below this many values the normal approximation is poor and no trend is looked for. */
  static final int FEWEST = 8;

  /** Longer series are averaged into this many stretches: pairs grow with the square. */
  private static final int LONGEST = 1_000;

  static MannKendall of(double[] series) {
    double[] x = shortened(series);
    int n = x.length;
    long s = 0;
    double[] slopes = new double[n * (n - 1) / 2];
    int k = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        double rise = x[j] - x[i];
        s += (long) Math.signum(rise);
        slopes[k++] = rise / (j - i);
      }
    }
    // Only a series of ties all through has no variance, and then S is zero too.
    double variance = (n * (n - 1.0) * (2 * n + 5) - ties(x)) / 18;
    double z = s == 0 ? 0 : (s - Long.signum(s)) / Math.sqrt(variance);
    Arrays.sort(slopes);
    double slope =
        slopes.length == 0 ? 0 : (slopes[slopes.length / 2] + slopes[(slopes.length - 1) / 2]) / 2;
    return new MannKendall(z, slope * (n - 1));
  }

  boolean significant() {
    return Math.abs(z) >= SIGNIFICANT;
  }

  private static double ties(double[] x) {
    double[] sorted = x.clone();
    Arrays.sort(sorted);
    double sum = 0;
    int from = 0;
    for (int i = 1; i <= sorted.length; i++) {
      if (i == sorted.length || sorted[i] != sorted[from]) {
        double t = i - from;
        sum += t * (t - 1) * (2 * t + 5);
        from = i;
      }
    }
    return sum;
  }

  private static double[] shortened(double[] series) {
    int n = series.length;
    if (n <= LONGEST) {
      return series;
    }
    return IntStream.range(0, LONGEST)
        .mapToDouble(
            i -> {
              int from = (int) ((long) i * n / LONGEST);
              int to = (int) ((long) (i + 1) * n / LONGEST);
              return Arrays.stream(series, from, to).average().orElseThrow();
            })
        .toArray();
  }
}
