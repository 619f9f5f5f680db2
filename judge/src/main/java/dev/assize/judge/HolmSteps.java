package dev.assize.judge;

import dev.assize.stats.Holm;
import java.util.Arrays;
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
 */
final class HolmSteps {
  /** The same slack as the tests have for the last bits of {@code 1 − 0.95}. */
  private static final double SLACK = 1e-12;

  private final double[] adjusted;
  private final double[] alphas;

  private HolmSteps(double[] adjusted, double[] alphas) {
    this.adjusted = adjusted;
    this.alphas = alphas;
  }

  /** The Holm-adjusted p-values, in the order given. */
  double[] adjusted() {
    return adjusted.clone();
  }

  /** The level of each hypothesis' own test, in the order given. */
  double[] alphas() {
    return alphas.clone();
  }

  /**
   * @param pValues of the hypotheses at hand
   * @param family how many hypotheses were declared, at least as many; those without a p-value
   *     count as p = 1
   * @param alpha of the family
   */
  static HolmSteps of(double[] pValues, int family, double alpha) {
    int m = Math.max(family, pValues.length);
    double[] all = new double[m];
    Arrays.fill(all, 1);
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
        Arrays.copyOf(adjusted, pValues.length), Arrays.copyOf(alphas, pValues.length));
  }
}
