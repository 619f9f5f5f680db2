package dev.assize.stats;

import java.util.Arrays;

/** Checks that every estimator makes on what it is given. */
final class Samples {
  private Samples() {}

  /** Refuses an empty array and the first value that is infinite or not a number. */
  static void requireFinite(String sample, double[] values) {
    if (values.length == 0) {
      throw new IllegalArgumentException(sample + ": expected at least one value, found none");
    }
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        throw new SampleException(sample, i, values[i], "a finite number");
      }
    }
  }

  /** As {@link #requireFinite}; on the ratio scale also refuses the first value not above zero. */
  static void requireFits(String sample, double[] values, Scale scale) {
    requireFinite(sample, values);
    if (scale == Scale.RATIO) {
      for (int i = 0; i < values.length; i++) {
        if (values[i] <= 0) {
          throw new SampleException(
              sample,
              i,
              values[i],
              "a value above zero on the ratio scale (a metric that can be zero or negative is"
                  + " compared on the difference scale)");
        }
      }
    }
  }

  /** Checks two arms measured in the same blocks. */
  static void requirePaired(double[] baseline, double[] candidate, Scale scale) {
    requireFits("baseline", baseline, scale);
    requireFits("candidate", candidate, scale);
    if (baseline.length != candidate.length) {
      throw new IllegalArgumentException(
          "expected one value of each arm in every block, found %d baseline and %d candidate values"
              .formatted(baseline.length, candidate.length));
    }
  }

  static void requireProbability(String name, double p) {
    if (!(p >= 0 && p <= 1)) {
      throw new IllegalArgumentException(name + ": expected a number in [0, 1], found " + p);
    }
  }

  /** Checks a confidence level. */
  static void requireLevel(double level) {
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException(
          "level: expected a number above 0 and below 1 (0.95 for 95 %), found " + level);
    }
  }

  /** Returns a sorted copy of finite values. */
  static double[] sorted(String sample, double[] values) {
    requireFinite(sample, values);
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted;
  }
}
