package dev.assize.stats;

import java.util.Arrays;

/**
 * Inverts the test: finds the ends of the set of shifts that it does not reject.
 *
 * <p>That set need not be an interval (p is not monotone in the shift for redescending and rank
 * statistics), so each end is looked for from outside inwards on a grid, then bisected: the
 * interval covers gaps rather than leaving accepted shifts out. The one exception is zero: when "no
 * effect" is rejected the interval stays on its centre's side of zero, so that interval and p-value
 * never contradict each other.
 */
final class Inversion {
  /** Grid of distances from the centre, in standard errors. */
  private static final double[] GRID = {
    0.25, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 8, 12, 16, 32, 64
  };

  /** Ends that are no block's difference are located to this share of a standard error. */
  private static final double PRECISION = 1e-4;

  private final Contrast contrast;
  private final MinP minP;
  private final double alpha;
  private final double standardError;

  record Ends(double low, double high) {}

  Inversion(Contrast contrast, MinP minP, double alpha) {
    this.contrast = contrast;
    this.minP = minP;
    this.alpha = alpha;
    this.standardError = standardError(contrast.differences());
  }

  Ends ends(boolean zeroRejected) {
    if (standardError == 0) {
      return ofConstant(contrast.differences()[0], zeroRejected);
    }
    double centre = centre(zeroRejected);
    double low = -end(-1, centre, zeroRejected);
    double high = end(1, centre, zeroRejected);
    return new Ends(low, high);
  }

  /** Every block has the same difference: any other shift has all blocks on one side. */
  private Ends ofConstant(double difference, boolean zeroRejected) {
    double elsewhere = difference + (difference == 0 ? 1 : Math.abs(difference));
    boolean pinned = difference == 0 ? rejected(elsewhere) : zeroRejected;
    return pinned
        ? new Ends(difference, difference)
        : new Ends(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
  }

  /** A shift that is not rejected; if none is found, the estimate. */
  private double centre(boolean zeroRejected) {
    double estimate = contrast.location();
    double median = Quantiles.median(contrast.differences());
    double mean = Arrays.stream(contrast.differences()).average().orElse(0);
    double[] candidates = {estimate, median, mean};
    for (double candidate : candidates) {
      if (zeroRejected ? candidate != 0 && !rejected(candidate) : !rejected(candidate)) {
        return candidate;
      }
    }
    return zeroRejected ? estimate : 0;
  }

  /** Returns direction × the end on that side of the centre, so that outward is always up. */
  private double end(int direction, double centre, boolean zeroRejected) {
    double from = direction * centre;
    double wall = zeroRejected && from < 0 ? 0 : Double.POSITIVE_INFINITY;
    if (!zeroRejected) {
      from = Math.max(from, 0);
    }
    double far = from + 64 * standardError + 4 * contrast.spread() + Math.abs(from);
    if (wall > far && !rejected(direction * far)) {
      return Double.POSITIVE_INFINITY;
    }
    double outside = Math.min(wall, far);
    for (int i = GRID.length - 1; i >= 0; i--) {
      double point = from + GRID[i] * standardError;
      if (point < outside) {
        if (!rejected(direction * point)) {
          return bisect(direction, point, outside, wall);
        }
        outside = point;
      }
    }
    return bisect(direction, from, outside, wall);
  }

  private double bisect(int direction, double accepted, double rejected, double wall) {
    double in = accepted;
    double out = rejected;
    while (out - in > PRECISION * standardError) {
      double middle = (in + out) / 2;
      if (middle <= in || middle >= out) {
        break;
      }
      if (rejected(direction * middle)) {
        out = middle;
      } else {
        in = middle;
      }
    }
    double tie = tieAtTheEnd(direction, in, out);
    if (!Double.isNaN(tie)) {
      return tie;
    }
    // The rejected side keeps every accepted shift inside; zero itself is outside once rejected.
    return out < wall ? out : in;
  }

  /**
   * Returns the block difference that is the end itself, if one between the two is: p jumps there.
   * Counts often have most differences at one value; the end a share of a standard error beyond it
   * would be a number that nobody measured. NaN when there is none.
   */
  private double tieAtTheEnd(int direction, double accepted, double rejected) {
    double tie = Double.NaN;
    for (double difference : contrast.differences()) {
      double point = direction * difference;
      if (point >= accepted && point < rejected && !(point <= tie)) {
        tie = point;
      }
    }
    return !Double.isNaN(tie)
            && !rejected(direction * tie)
            && rejected(direction * (tie + (rejected - tie) * PRECISION))
        ? tie
        : Double.NaN;
  }

  private boolean rejected(double shift) {
    return contrast.rejects(minP, shift, alpha);
  }

  /** A robust standard error of the differences' location, falling back to the usual one. */
  private static double standardError(double[] differences) {
    double median = Quantiles.median(differences);
    double[] deviations = new double[differences.length];
    Arrays.setAll(deviations, b -> Math.abs(differences[b] - median));
    double sigma = Biweight.MAD_TO_SIGMA * Quantiles.median(deviations);
    if (sigma == 0) {
      sigma = Arrays.stream(deviations).average().orElse(0);
    }
    return sigma / Math.sqrt(differences.length);
  }
}
