package dev.assize.stats;

/** Order statistics without a full sort. */
final class Selection {
  private Selection() {}

  /**
   * Returns the value that would stand at {@code index} (0 = largest) in descending order. Reorders
   * {@code values}. Hoare's FIND with the median of three as pivot; no randomness.
   */
  static double largest(double[] values, int index) {
    int low = 0;
    int high = values.length - 1;
    while (low < high) {
      double pivot = medianOfThree(values[low], values[(low + high) >>> 1], values[high]);
      int i = low;
      int j = high;
      while (i <= j) {
        while (values[i] > pivot) {
          i++;
        }
        while (values[j] < pivot) {
          j--;
        }
        if (i <= j) {
          double swap = values[i];
          values[i] = values[j];
          values[j] = swap;
          i++;
          j--;
        }
      }
      if (index <= j) {
        high = j;
      } else if (index >= i) {
        low = i;
      } else {
        return values[index];
      }
    }
    return values[low];
  }

  private static double medianOfThree(double a, double b, double c) {
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }
}
