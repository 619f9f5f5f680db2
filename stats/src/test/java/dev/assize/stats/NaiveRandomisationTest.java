package dev.assize.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * The randomisation test written as its definition reads: relabel, recompute every statistic from
 * the relabelled values, count. Shares no code with the fast one. For up to about ten blocks.
 */
final class NaiveRandomisationTest {
  private NaiveRandomisationTest() {}

  /** The four p-values in declaration order, then the calibrated one. */
  static double[] pValues(double[] x, double[] y, int[] lead) {
    List<double[]> all = new ArrayList<>();
    for (int mask : new TreeSet<>(ReferenceSetTest.allowed(lead))) {
      double[] a = x.clone();
      double[] b = y.clone();
      for (int i = 0; i < x.length; i++) {
        if ((mask >> i & 1) == 1) {
          a[i] = y[i];
          b[i] = x[i];
        }
      }
      all.add(new double[] {biweight(a, b), signedRank(a, b), rankSum(a, b), neighbours(a, b)});
    }
    int members = all.size();
    double[][] p = new double[members][5];
    for (int k = 0; k < 4; k++) {
      for (int m = 0; m < members; m++) {
        // Where every sum is zero, the largest is itself rounding noise and no yardstick for it.
        // The
        // values of these tests are of the order of 1.
        double bar = Math.abs(all.get(m)[k]) - Math.max(1e-12, 1e-8 * largest(all, k));
        for (double[] other : all) {
          p[m][k] += Math.abs(other[k]) >= bar ? 1.0 / members : 0;
        }
      }
    }
    double smallest = smallest(p[0]);
    double hits = 0;
    for (double[] each : p) {
      hits += smallest(each) <= smallest + 1e-9 ? 1 : 0;
    }
    double[] result = p[0].clone();
    result[4] = hits / members;
    return result;
  }

  private static double largest(List<double[]> all, int k) {
    return all.stream().mapToDouble(t -> Math.abs(t[k])).max().orElseThrow();
  }

  private static double smallest(double[] p) {
    return Math.min(Math.min(p[0], p[1]), Math.min(p[2], p[3]));
  }

  private static double biweight(double[] a, double[] b) {
    double[] absolute = new double[a.length];
    Arrays.setAll(absolute, i -> Math.abs(b[i] - a[i]));
    Arrays.sort(absolute);
    int n = a.length;
    double scale = (absolute[(n - 1) / 2] + absolute[n / 2]) / 2;
    if (scale < 1e-12) {
      scale = Arrays.stream(absolute).sum() / n;
    }
    double sum = 0;
    for (int i = 0; i < n; i++) {
      double u = (b[i] - a[i]) / (4.685 * 1.482602218505602 * scale);
      sum += scale > 1e-12 && Math.abs(u) < 1 ? u * Math.pow(1 - u * u, 2) : 0;
    }
    return sum;
  }

  private static double signedRank(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      double d = b[i] - a[i];
      if (Math.abs(d) < 1e-12) {
        continue;
      }
      double rank = 0.5;
      for (int j = 0; j < a.length; j++) {
        double difference = Math.abs(d) - Math.abs(b[j] - a[j]);
        rank += Math.abs(difference) < 1e-12 ? 0.5 : difference > 0 ? 1 : 0;
      }
      sum += Math.signum(d) * rank;
    }
    return sum;
  }

  /** Σ over pairs of candidate and baseline of the sign of their difference: 2U − n². */
  private static double rankSum(double[] a, double[] b) {
    double sum = 0;
    for (double x : a) {
      for (double y : b) {
        sum += Math.abs(y - x) < 1e-12 ? 0 : Math.signum(y - x);
      }
    }
    return sum;
  }

  private static double neighbours(double[] a, double[] b) {
    int n = a.length;
    double[] all = Arrays.copyOf(a, 2 * n);
    System.arraycopy(b, 0, all, n, n);
    List<Double> distances = new ArrayList<>();
    for (int i = 0; i < 2 * n; i++) {
      for (int j = 0; j < i; j++) {
        distances.add(Math.abs(all[i] - all[j]));
      }
    }
    distances.sort(null);
    double[] absolute = new double[n];
    Arrays.setAll(absolute, i -> Math.abs(b[i] - a[i]));
    Arrays.sort(absolute);
    double reach = 4 * Math.max(2.2219 * distances.get((n + 1) * n / 2 - 1), absolute[(n - 1) / 4]);
    if (reach < 1e-12) {
      reach = 4 * distances.getLast();
    }
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += score(b[i], all, reach) - score(a[i], all, reach);
    }
    return sum;
  }

  private static double score(double x, double[] all, double reach) {
    double weights = 0;
    double weighted = 0;
    for (double other : all) {
      double u = (x - other) / reach;
      double weight = Math.abs(u) < 1 ? Math.pow(1 - u * u, 2) : 0;
      weights += weight;
      weighted += weight * other;
    }
    return weights == 0 ? 0 : x - weighted / weights;
  }
}
