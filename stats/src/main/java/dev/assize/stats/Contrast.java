package dev.assize.stats;

/**
 * Two arms' block values on the additive scale of their comparison: logarithms for {@link
 * Scale#RATIO}, the values themselves for {@link Scale#DIFFERENCE}.
 */
final class Contrast {
  private final double[] baseline;
  private final double[] candidate;
  private final Scale scale;

  /** A few units in the last place of the largest value: what subtraction can leave of nothing. */
  private final double tolerance;

  private final double[] differences;

  private Contrast(double[] baseline, double[] candidate, Scale scale) {
    this.baseline = baseline;
    this.candidate = candidate;
    this.scale = scale;
    double largest = 0;
    for (int b = 0; b < baseline.length; b++) {
      largest = Math.max(largest, Math.max(Math.abs(baseline[b]), Math.abs(candidate[b])));
    }
    this.tolerance = 16 * Math.ulp(largest);
    this.differences = BlockStatistic.differences(baseline, candidate, tolerance);
  }

  static Contrast of(double[] baseline, double[] candidate, Scale scale, int blocks) {
    return new Contrast(
        transformed("baseline", baseline, scale, blocks),
        transformed("candidate", candidate, scale, blocks),
        scale);
  }

  private static double[] transformed(String arm, double[] values, Scale scale, int blocks) {
    if (values.length != blocks) {
      throw new IllegalArgumentException(
          "randomisation test: expected "
              + blocks
              + " values of the "
              + arm
              + ", one for each block of the reference set, found "
              + values.length);
    }
    double[] result = new double[blocks];
    for (int b = 0; b < blocks; b++) {
      double value = values[b];
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException(
            "randomisation test: expected a finite value, found "
                + value
                + " in the "
                + arm
                + " at block index "
                + b
                + "; leave the block out of both arms and of the reference set");
      }
      if (scale == Scale.RATIO && value <= 0) {
        throw new IllegalArgumentException(
            "randomisation test: expected a value above 0 for a ratio, found "
                + value
                + " in the "
                + arm
                + " at block index "
                + b
                + "; a metric that can be zero or negative needs the difference scale");
      }
      // StrictMath: the same bits on every machine.
      result[b] = scale == Scale.RATIO ? StrictMath.log(value) : value;
    }
    return result;
  }

  /** Candidate minus baseline, per block; rounding noise is zero. */
  double[] differences() {
    return differences;
  }

  double location() {
    return Biweight.location(differences);
  }

  MinP.Evaluation evaluate(MinP minP, double shift) {
    return minP.evaluate(baseline, shifted(shift), tolerance(shift));
  }

  boolean rejects(MinP minP, double shift, double alpha) {
    return minP.rejects(baseline, shifted(shift), tolerance(shift), alpha);
  }

  private double tolerance(double shift) {
    return Math.max(tolerance, 16 * Math.ulp(shift));
  }

  private double[] shifted(double shift) {
    double[] moved = candidate.clone();
    for (int b = 0; b < moved.length; b++) {
      moved[b] -= shift;
    }
    return moved;
  }

  boolean allEqual() {
    for (int b = 0; b < baseline.length; b++) {
      if (Math.abs(baseline[b] - baseline[0]) > tolerance
          || Math.abs(candidate[b] - baseline[0]) > tolerance) {
        return false;
      }
    }
    return true;
  }

  /** All values of both arms lie within a range of this width. */
  double spread() {
    double low = baseline[0];
    double high = baseline[0];
    for (int b = 0; b < baseline.length; b++) {
      low = Math.min(low, Math.min(baseline[b], candidate[b]));
      high = Math.max(high, Math.max(baseline[b], candidate[b]));
    }
    return high - low;
  }

  /** From the additive scale to the effect a reader is shown; infinite ends stay infinite. */
  double toEffect(double shift) {
    if (scale == Scale.DIFFERENCE || Double.isInfinite(shift)) {
      return shift;
    }
    return StrictMath.expm1(shift);
  }
}
