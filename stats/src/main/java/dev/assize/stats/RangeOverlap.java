package dev.assize.stats;

import java.util.Arrays;

/**
 * How the ranges of two sets of trial statistics lie. A description: ranges widen with every
 * further trial, so an overlap proves no equality, disjoint ranges are no test, and neither is a
 * reason to drop a trial.
 *
 * @param baseline the range of the baseline
 * @param candidate the range of the candidate
 * @param baselineInside how many baseline values lie inside the candidate's range
 * @param candidateInside how many candidate values lie inside the baseline's range
 */
public record RangeOverlap(
    Range baseline, Range candidate, int baselineInside, int candidateInside) {

  /** From the smallest to the largest value, both included. */
  public record Range(double min, double max) {
    private static Range of(String sample, double[] values) {
      double[] sorted = Samples.sorted(sample, values);
      return new Range(sorted[0], sorted[sorted.length - 1]);
    }

    /** Returns whether the value lies in the range. */
    public boolean contains(double value) {
      return value >= min && value <= max;
    }
  }

  /** Describes two sets of finite values in any order; at least one value each. */
  public static RangeOverlap of(double[] baseline, double[] candidate) {
    Range a = Range.of("baseline", baseline);
    Range b = Range.of("candidate", candidate);
    return new RangeOverlap(a, b, count(baseline, b), count(candidate, a));
  }

  /** Returns whether the ranges share at least one point. */
  public boolean overlaps() {
    return baseline.min() <= candidate.max() && candidate.min() <= baseline.max();
  }

  /** Returns the distance between disjoint ranges, in the unit of the values; 0 if they overlap. */
  public double gap() {
    return Math.max(
        0, Math.max(candidate.min() - baseline.max(), baseline.min() - candidate.max()));
  }

  private static int count(double[] values, Range range) {
    return (int) Arrays.stream(values).filter(range::contains).count();
  }
}
