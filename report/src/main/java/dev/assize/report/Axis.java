package dev.assize.report;

import java.util.stream.DoubleStream;

/**
 * A range of values laid over the columns of a line of text.
 *
 * @param columns 2 or more
 */
record Axis(double low, double high, int columns) {
  /** Returns an axis over all finite values. */
  static Axis over(DoubleStream values, int columns) {
    double[] finite = values.filter(Double::isFinite).toArray();
    double low = DoubleStream.of(finite).min().orElse(0);
    double high = DoubleStream.of(finite).max().orElse(0);
    if (high <= low) {
      double room = low == 0 ? 1 : Math.abs(low) * 0.01;
      return new Axis(low - room, high + room, columns);
    }
    return new Axis(low, high, columns);
  }

  /** Returns the column of a value, at the nearer end when it lies outside. */
  int column(double value) {
    double share = (value - low) / (high - low);
    return Math.clamp(Math.round(share * (columns - 1)), 0, columns - 1);
  }

  /** Returns where the value lies, 0 at the low end and 1 at the high one. */
  double share(double value) {
    return Math.clamp((value - low) / (high - low), 0, 1);
  }
}
