package dev.assize.stats;

import java.util.Arrays;

/**
 * The statistics a {@link RandomisationTest} looks at. Each is a signed sum over blocks, T = Σ w_b,
 * and swapping a block's labels turns the sign of its w_b. That holds because everything else in
 * w_b (scales, ranks of absolute values) depends on the two values of a block but not on which arm
 * had which.
 *
 * <p>Below, d_b = candidate − baseline in block b, on the scale of the comparison and after taking
 * away the hypothetical effect.
 *
 * <p>The set was chosen by simulation (docs/statistics/power.md): biweight and signed rank for
 * outliers among blocks, rank sum for heavy tails, neighbours for slow trials and for well-behaved
 * noise. The plain mean of differences adds nothing to them.
 */
public enum BlockStatistic {
  /**
   * Σ ψ(d_b / (4.685 s)), ψ Tukey's biweight, s = 1.4826 × median |d_b|: the score of the biweight
   * location. Outliers beyond 4.7 s count nothing.
   */
  BIWEIGHT {
    @Override
    double[] weights(double[] baseline, double[] candidate, double tolerance) {
      double[] d = differences(baseline, candidate, tolerance);
      double[] absolute = absolute(d);
      double scale = Quantiles.median(absolute);
      if (scale == 0) {
        scale = Arrays.stream(absolute).average().orElse(0);
      }
      double reach = Biweight.TUNING * Biweight.MAD_TO_SIGMA * scale;
      double[] w = new double[d.length];
      if (reach > 0) {
        Arrays.setAll(w, b -> Biweight.psi(d[b] / reach));
      }
      return w;
    }
  },

  /** Σ sign(d_b) · rank |d_b| with midranks: Wilcoxon's signed-rank sum. */
  SIGNED_RANK {
    @Override
    double[] weights(double[] baseline, double[] candidate, double tolerance) {
      double[] d = differences(baseline, candidate, tolerance);
      double[] ranks = Ranks.midranks(absolute(d), tolerance);
      Arrays.setAll(ranks, b -> Math.signum(d[b]) * ranks[b]);
      return ranks;
    }
  },

  /**
   * Σ rank(candidate_b) − rank(baseline_b), midranks among all 2n values: the Mann–Whitney sum,
   * judged by swaps inside blocks. Strong when single trials, not blocks, are slow.
   */
  RANK_SUM {
    @Override
    double[] weights(double[] baseline, double[] candidate, double tolerance) {
      int n = baseline.length;
      double[] all = Arrays.copyOf(baseline, 2 * n);
      System.arraycopy(candidate, 0, all, n, n);
      double[] ranks = Ranks.midranks(all, tolerance);
      double[] w = new double[n];
      Arrays.setAll(w, b -> ranks[n + b] - ranks[b]);
      return w;
    }
  },

  /**
   * Σ g(candidate_b) − g(baseline_b), g(x) = the distance of x from the kernel-weighted mean of the
   * values of both arms near it. Under normal noise the same as the mean of the differences, so
   * that a paired t test is part of the set; with clusters or outliers, a comparison inside
   * clusters.
   */
  NEIGHBOURS {
    @Override
    double[] weights(double[] baseline, double[] candidate, double tolerance) {
      return Neighbours.weights(baseline, candidate, tolerance);
    }
  };

  /**
   * Returns w_b of every block.
   *
   * @param tolerance differences up to this size are rounding noise and count as zero
   */
  abstract double[] weights(double[] baseline, double[] candidate, double tolerance);

  static double[] differences(double[] baseline, double[] candidate, double tolerance) {
    double[] d = new double[baseline.length];
    for (int b = 0; b < d.length; b++) {
      double difference = candidate[b] - baseline[b];
      d[b] = Math.abs(difference) <= tolerance ? 0 : difference;
    }
    return d;
  }

  private static double[] absolute(double[] values) {
    double[] absolute = new double[values.length];
    Arrays.setAll(absolute, b -> Math.abs(values[b]));
    return absolute;
  }
}
