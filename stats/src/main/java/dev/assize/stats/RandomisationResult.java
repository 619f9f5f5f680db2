package dev.assize.stats;

import java.math.BigInteger;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What a randomisation test found. Effects are relative changes (0.03 = 3 % more) for {@link
 * Scale#RATIO} and differences in the metric's unit for {@link Scale#DIFFERENCE}; candidate against
 * baseline, so that more is positive whichever sign is good.
 *
 * @param p two-sided min-p p-value of "no effect", in (0, 1]
 * @param statisticP the p-value of each statistic alone, uncorrected for there being several
 * @param estimate the effect: biweight location of the block differences, back-transformed
 * @param interval the effects that the same test does not reject
 * @param blocks number of blocks compared
 * @param setSize number of relabellings the design could have drawn
 * @param enumerated whether all of them were gone through; p is then exact
 * @param relabellings number gone through, the observed one included
 * @param allEqual whether all values of both arms were the same number; then p is 1, and the clock
 *     or counter deserves a look rather than the arms
 */
public record RandomisationResult(
    double p,
    Map<BlockStatistic, Double> statisticP,
    double estimate,
    EffectInterval interval,
    int blocks,
    BigInteger setSize,
    boolean enumerated,
    int relabellings,
    boolean allEqual) {
  public RandomisationResult {
    statisticP = Collections.unmodifiableMap(new EnumMap<>(statisticP));
  }

  /** Tells whether "no effect" is rejected at the interval's level: the interval excludes zero. */
  public boolean significant() {
    return interval.excludesZero();
  }
}
