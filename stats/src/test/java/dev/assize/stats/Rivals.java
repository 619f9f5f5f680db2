package dev.assize.stats;

import java.util.Arrays;
import java.util.Random;
import org.apache.commons.statistics.distribution.TDistribution;

/** The methods that the randomisation test is measured against, on the logarithms of the values. */
final class Rivals {
  private Rivals() {}

  static double welch(double[] a, double[] b) {
    int n = a.length;
    double va = variance(a) / n;
    double vb = variance(b) / n;
    double t = (mean(b) - mean(a)) / Math.sqrt(va + vb);
    double df = (va + vb) * (va + vb) / ((va * va + vb * vb) / (n - 1));
    return 2 * TDistribution.of(df).survivalProbability(Math.abs(t));
  }

  static double pairedT(double[] a, double[] b) {
    int n = a.length;
    double[] d = new double[n];
    Arrays.setAll(d, i -> b[i] - a[i]);
    double t = mean(d) / Math.sqrt(variance(d) / n);
    return 2 * TDistribution.of(n - 1.0).survivalProbability(Math.abs(t));
  }

  /** Exact two-sided Mann–Whitney p for continuous values: counts of U by the usual recursion. */
  static double mannWhitney(double[] a, double[] b, double[] tail) {
    int u = 0;
    for (double x : a) {
      for (double y : b) {
        u += y > x ? 1 : 0;
      }
    }
    return Math.min(1, 2 * tail[Math.min(u, a.length * b.length - u)]);
  }

  /** P(U ≤ u) for u = 0 … n², both samples of size n. */
  static double[] mannWhitneyTail(int n) {
    // ways[k][u]: subsets of k of the ranks seen so far with rank sum k(k+1)/2 + u.
    double[][] ways = new double[n + 1][n * n + 1];
    ways[0][0] = 1;
    for (int rank = 1; rank <= 2 * n; rank++) {
      for (int k = Math.min(rank, n); k >= 1; k--) {
        int add = rank - k;
        for (int u = n * n; u >= add; u--) {
          ways[k][u] += ways[k - 1][u - add];
        }
      }
    }
    double[] tail = ways[n].clone();
    double total = Arrays.stream(tail).sum();
    double sum = 0;
    for (int u = 0; u < tail.length; u++) {
      sum += tail[u];
      tail[u] = sum / total;
    }
    return tail;
  }

  /** Whether the 95 % percentile interval of the ratio of medians, blocks resampled, excludes 1. */
  static boolean bootstrapExcludesZero(double[] a, double[] b, Random random, int draws) {
    int n = a.length;
    double[] changes = new double[draws];
    double[] x = new double[n];
    double[] y = new double[n];
    for (int draw = 0; draw < draws; draw++) {
      for (int i = 0; i < n; i++) {
        int block = random.nextInt(n);
        x[i] = a[block];
        y[i] = b[block];
      }
      Arrays.sort(x);
      Arrays.sort(y);
      changes[draw] = y[(n - 1) / 2] + y[n / 2] - x[(n - 1) / 2] - x[n / 2];
    }
    Arrays.sort(changes);
    return quantile(changes, 0.025) > 0 || quantile(changes, 0.975) < 0;
  }

  private static double quantile(double[] sorted, double q) {
    double h = (sorted.length - 1) * q;
    int i = (int) h;
    return sorted[i] + (h - i) * (sorted[Math.min(i + 1, sorted.length - 1)] - sorted[i]);
  }

  private static double mean(double[] v) {
    return Arrays.stream(v).sum() / v.length;
  }

  private static double variance(double[] v) {
    double mean = mean(v);
    return Arrays.stream(v).map(x -> (x - mean) * (x - mean)).sum() / (v.length - 1);
  }
}
