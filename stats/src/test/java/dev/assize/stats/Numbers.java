package dev.assize.stats;

import java.util.Arrays;

/** Numbers for tests. */
final class Numbers {
  private Numbers() {}

  /** Reads numbers separated by blanks. */
  static double[] parse(String numbers) {
    return Arrays.stream(numbers.strip().split("\\s+", -1))
        .mapToDouble(Double::parseDouble)
        .toArray();
  }
}
