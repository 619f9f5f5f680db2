package dev.assize.stats;

/**
 * The randomisation test of two arms over blocks, and the interval and estimate that go with it.
 *
 * <p>Several {@linkplain BlockStatistic statistics} of the block values are taken on every
 * relabelling the design could have drawn; each gives a two-sided p-value within that set, and the
 * smallest is calibrated against the smallest of every relabelling (min-p). Exact under any noise,
 * drift or position effect that does not depend on the arm; no distribution is assumed.
 *
 * <p>The interval collects the effects θ that are not rejected when the candidate's values are
 * moved back by θ (multiplied back, for {@link Scale#RATIO}). Its level is exact when the effect is
 * the same in every block.
 *
 * <p><b>Misleads</b> when the reference set is not the one the order was drawn from; when a trial
 * influences a later one (a cache left warm by one arm only); and when the effect differs between
 * blocks, where p is still exact for "no effect in any block" but the interval is then about a
 * typical effect.
 *
 * <p>Instances are immutable and can be shared between threads. Making one draws the relabellings,
 * so use one instance for all metrics of a contrast.
 */
public final class RandomisationTest {
  private final ReferenceSet set;
  private final Relabellings relabellings;

  private RandomisationTest(ReferenceSet set, Relabellings relabellings) {
    this.set = set;
    this.relabellings = relabellings;
  }

  /**
   * Prepares the test for a reference set. Sets above {@link ReferenceSet#ENUMERATION_LIMIT} are
   * sampled with that many draws.
   *
   * @param seed same seed, same draws, on every machine; without effect when the set is enumerated
   */
  public static RandomisationTest of(ReferenceSet set, long seed) {
    return of(set, seed, ReferenceSet.ENUMERATION_LIMIT);
  }

  /** As {@link #of(ReferenceSet, long)} with fewer draws, for simulations. */
  static RandomisationTest of(ReferenceSet set, long seed, int draws) {
    return new RandomisationTest(set, Relabellings.of(set, seed, draws));
  }

  /**
   * Compares two arms.
   *
   * @param baseline one value per block, in block order
   * @param candidate one value per block, in the same order, same unit
   * @param scale how values are compared; with {@link Scale#RATIO} they must be above zero
   * @param level confidence level of the interval, for instance 0.95
   * @throws IllegalArgumentException if the lengths differ from the reference set's, or a value
   *     can't be compared on this scale; the message names arm and block index
   */
  public RandomisationResult compare(
      double[] baseline, double[] candidate, Scale scale, double level) {
    Levels.requireLevel(level);
    Contrast contrast = Contrast.of(baseline, candidate, scale, set.blocks());
    MinP minP = new MinP(relabellings);
    MinP.Evaluation none = contrast.evaluate(minP, 0);
    Inversion.Ends ends =
        new Inversion(contrast, minP, 1 - level).ends(Levels.significant(none.p(), 1 - level));
    return new RandomisationResult(
        none.p(),
        none.each(),
        contrast.toEffect(contrast.location()),
        new EffectInterval(contrast.toEffect(ends.low()), contrast.toEffect(ends.high()), level),
        set.blocks(),
        set.size(),
        set.enumerated(),
        relabellings.count(),
        contrast.allEqual());
  }

  /** Returns the p-value of "no effect" alone, without estimate and interval. */
  public double pValue(double[] baseline, double[] candidate, Scale scale) {
    Contrast contrast = Contrast.of(baseline, candidate, scale, set.blocks());
    return contrast.evaluate(new MinP(relabellings), 0).p();
  }
}
