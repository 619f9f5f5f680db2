package dev.assize.judge;

import dev.assize.stats.Holm;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Holm's procedure over a family, with the level at which it tested each hypothesis.
 *
 * <p>Sorted by p-value, the i-th of m hypotheses (from 0) is tested at α/(m − i) until the first
 * that is not rejected; that one and all after it are tested at the α/(m − r) where the procedure
 * stopped after r rejections. A two-sided interval at one minus that level excludes zero exactly
 * when the hypothesis is rejected, so that interval and decision never contradict each other. The
 * family-wise guarantee is about which intervals exclude zero; the intervals of rejected hypotheses
 * do not cover their effects simultaneously.
 *
 * @param adjusted Holm-adjusted p-values, in the order given
 * @param alphas the level of each hypothesis' own test, in the order given
 */
record HolmSteps(double[] adjusted, double[] alphas) {
  /** The same slack as the tests have for the last bits of {@code 1 − 0.95}. */
  private static final double SLACK = 1e-12;

  /**
   * @param pValues of the hypotheses at hand
   * @param family how many hypotheses were declared, at least as many; those without a p-value count
   *     as p = 1
   * @param alpha of the family
   */
  static HolmSteps of(double[] pValues, int family, double alpha) {
    int m = Math.max(family, pValues.length);
    double[] all = new double[m];
    java.util.Arrays.fill(all, 1);
    System.arraycopy(pValues, 0, all, 0, pValues.length);
    double[] adjusted = Holm.adjust(all);
    int[] ascending =
        IntStream.range(0, m)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> all[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] alphas = new double[m];
    int rejections = 0;
    for (int i = 0; i < m; i++) {
      boolean rejected = rejections == i && adjusted[ascending[i]] <= alpha + SLACK;
      alphas[ascending[i]] = alpha / (m - rejections);
      rejections += rejected ? 1 : 0;
    }
    return new HolmSteps(
        java.util.Arrays.copyOf(adjusted, pValues.length),
        java.util.Arrays.copyOf(alphas, pValues.length));
  }
}
