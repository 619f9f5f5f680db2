package dev.assize.stats;

import java.util.EnumMap;
import java.util.Map;

/**
 * The smallest of several p-values, calibrated against the smallest of every relabelling (Westfall
 * and Young, <i>Resampling-Based Multiple Testing</i>, 1993, §2.6; Tippett's combining function in
 * Pesarin and Salmaso, 2010). Exact within the set: P(p ≤ α) ≤ α.
 *
 * <p>Holds scratch space: one instance per thread.
 */
final class MinP {
  private final Relabellings relabellings;
  private final BlockStatistic[] statistics = BlockStatistic.values();
  private final double[][] sums;
  private final double[] tolerances = new double[statistics.length];
  private final double[] scratch;

  MinP(Relabellings relabellings) {
    this.relabellings = relabellings;
    this.sums = new double[statistics.length][relabellings.count()];
    this.scratch = new double[relabellings.count()];
  }

  /** What {@link #evaluate} found: the calibrated p and each statistic's own. */
  record Evaluation(double p, Map<BlockStatistic, Double> each) {}

  Evaluation evaluate(double[] baseline, double[] candidate, double tolerance) {
    Map<BlockStatistic, Double> each = new EnumMap<>(BlockStatistic.class);
    int least = relabellings.count();
    for (int k = 0; k < statistics.length; k++) {
      int extreme = extremeCount(k, baseline, candidate, tolerance);
      each.put(statistics[k], share(extreme));
      least = Math.min(least, extreme);
    }
    return new Evaluation(calibrated(least), each);
  }

  /** Tells whether the calibrated p is at most alpha, without calibrating where bounds decide. */
  boolean rejects(double[] baseline, double[] candidate, double tolerance, double alpha) {
    // smallest ≤ calibrated ≤ statistics × smallest (Bonferroni).
    int least = relabellings.count();
    for (int k = 0; k < statistics.length; k++) {
      least = Math.min(least, extremeCount(k, baseline, candidate, tolerance));
      if (Levels.significant(share(least) * statistics.length, alpha)) {
        return true;
      }
    }
    return Levels.significant(share(least), alpha) && Levels.significant(calibrated(least), alpha);
  }

  /**
   * The number of relabellings whose k-th statistic is at least as far from zero as the observed.
   */
  private int extremeCount(int k, double[] baseline, double[] candidate, double tolerance) {
    double[] weights = statistics[k].weights(baseline, candidate, tolerance);
    tolerances[k] = sumTolerance(weights);
    double[] sum = sums[k];
    relabellings.absoluteSums(weights, sum);
    double bar = sum[0] - tolerances[k];
    int count = 0;
    for (double s : sum) {
      count += s >= bar ? 1 : 0;
    }
    return count;
  }

  private double share(int members) {
    return (double) members / relabellings.count();
  }

  /** The share of relabellings with some statistic among its {@code least} most extreme ones. */
  private double calibrated(int least) {
    int count = relabellings.count();
    if (least >= count) {
      return 1;
    }
    double[] bars = new double[statistics.length];
    for (int k = 0; k < statistics.length; k++) {
      System.arraycopy(sums[k], 0, scratch, 0, count);
      // Whatever ties with the (least + 1)-th largest has more than `least` at or above it.
      bars[k] = Selection.largest(scratch, least) + tolerances[k];
    }
    int hits = 0;
    for (int m = 0; m < count; m++) {
      for (int k = 0; k < bars.length; k++) {
        if (sums[k][m] > bars[k]) {
          hits++;
          break;
        }
      }
    }
    return share(hits);
  }

  /** Sums that are equal in exact arithmetic differ by far less than this in doubles. */
  private static double sumTolerance(double[] weights) {
    double total = 0;
    for (double w : weights) {
      total += Math.abs(w);
    }
    return 1e-11 * total;
  }
}
