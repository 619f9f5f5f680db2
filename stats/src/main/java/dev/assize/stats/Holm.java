package dev.assize.stats;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Holm's correction of a family of p-values: the chance of one or more false rejections in the
 * family stays at or below α whatever the dependence between them.
 *
 * <p>Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian
 * Journal of Statistics 6 (1979). It misleads when the family was chosen after seeing the p-values.
 */
public final class Holm {
  private Holm() {}

  /**
   * Returns the adjusted p-values, in the order given: {@code max over j ≤ i of min(1, (m - j + 1)
   * p(j))} for the i-th smallest of m.
   *
   * @param pValues each in [0, 1]; an empty family has no adjusted values
   */
  public static double[] adjust(double[] pValues) {
    int m = pValues.length;
    for (int i = 0; i < m; i++) {
      Samples.requireProbability("pValues[" + i + "]", pValues[i]);
    }
    int[] ascending =
        IntStream.range(0, m)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> pValues[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] adjusted = new double[m];
    double running = 0;
    for (int i = 0; i < m; i++) {
      running = Math.max(running, Math.min(1, (m - i) * pValues[ascending[i]]));
      adjusted[ascending[i]] = running;
    }
    return adjusted;
  }

  /**
   * Returns which hypotheses are rejected, in the order given.
   *
   * @param alpha the family's level, above 0 and below 1: 0.05 for 95 %
   */
  public static boolean[] reject(double[] pValues, double alpha) {
    if (!(alpha > 0 && alpha < 1)) {
      throw new IllegalArgumentException(
          "alpha: expected a number above 0 and below 1 (0.05 for 95 %), found " + alpha);
    }
    double[] adjusted = adjust(pValues);
    boolean[] rejected = new boolean[adjusted.length];
    for (int i = 0; i < adjusted.length; i++) {
      rejected[i] = adjusted[i] <= alpha;
    }
    return rejected;
  }
}
