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
    int[] extreme = extremeCounts(baseline, candidate, tolerance);
    Map<BlockStatistic, Double> each = new EnumMap<>(BlockStatistic.class);
    for (int k = 0; k < extreme.length; k++) {
      each.put(statistics[k], (double) extreme[k] / relabellings.count());
    }
    return new Evaluation(calibrated(least(extreme)), each);
  }

  /** Tells whether the calibrated p is at most alpha, without calibrating where bounds decide. */
  boolean rejects(double[] baseline, double[] candidate, double tolerance, double alpha) {
    int[] extreme = extremeCounts(baseline, candidate, tolerance);
    int least = least(extreme);
    double smallest = (double) least / relabellings.count();
    // smallest ≤ calibrated ≤ statistics × smallest (Bonferroni).
    if (!Levels.significant(smallest, alpha)) {
      return false;
    }
    return Levels.significant(smallest * extreme.length, alpha)
        || Levels.significant(calibrated(least), alpha);
  }

  /** For each statistic the number of relabellings at least as far from zero as the observed. */
  private int[] extremeCounts(double[] baseline, double[] candidate, double tolerance) {
    int[] extreme = new int[statistics.length];
    for (int k = 0; k < statistics.length; k++) {
      double[] weights = statistics[k].weights(baseline, candidate, tolerance);
      tolerances[k] = sumTolerance(weights);
      double[] sum = sums[k];
      relabellings.absoluteSums(weights, sum);
      double bar = sum[0] - tolerances[k];
      int count = 0;
      for (double s : sum) {
        count += s >= bar ? 1 : 0;
      }
      extreme[k] = count;
    }
    return extreme;
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
    return (double) hits / count;
  }

  /** Sums that are equal in exact arithmetic differ by far less than this in doubles. */
  private static double sumTolerance(double[] weights) {
    double total = 0;
    for (double w : weights) {
      total += Math.abs(w);
    }
    return 1e-11 * total;
  }

  private static int least(int[] counts) {
    int least = counts[0];
    for (int c : counts) {
      least = Math.min(least, c);
    }
    return least;
  }
}
