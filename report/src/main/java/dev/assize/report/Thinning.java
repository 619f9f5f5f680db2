package dev.assize.report;

/** Fewer values for a drawing, so that its shape and its ends stay. */
final class Thinning {
  private Thinning() {}

  /**
   * Returns all values, or so many of them at evenly spaced ranks, the first and last included.
   *
   * @param sorted ascending
   * @param most 2 or more
   */
  static double[] evenly(double[] sorted, int most) {
    if (sorted.length <= most) {
      return sorted.clone();
    }
    double[] kept = new double[most];
    for (int i = 0; i < most; i++) {
      kept[i] = sorted[rank(i, sorted.length, most)];
    }
    return kept;
  }

  /** Returns the rank, from 0, of the kept value {@code i} of {@code most} among {@code size}. */
  static int rank(int i, int size, int most) {
    return (int) ((long) i * (size - 1) / (most - 1));
  }

  /** Returns the median of at least one ascending value. */
  static double middle(double[] sorted) {
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
