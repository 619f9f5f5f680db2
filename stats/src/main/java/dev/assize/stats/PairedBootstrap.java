package dev.assize.stats;

import java.math.BigDecimal;
import java.util.Arrays;

/**
 * The paired bootstrap of the change of medians.
 *
 * <p>A resample draws as many blocks as there are, with replacement, and takes both arms' medians
 * on the same blocks. The interval lies between the {@code α/2} and {@code 1 - α/2} quantiles (type
 * 7) of the change over the resamples: B. Efron's percentile interval.
 *
 * <p>It misleads when blocks are few: the resampled median takes few different values, and the true
 * coverage of a nominal 95 % lies well below 95 %. Decisions use the randomisation test; this
 * interval stands beside it because published records use it.
 */
public final class PairedBootstrap {
  /** Resamples drawn when there are too many to take all of them. */
  public static final int DRAWS = 5_000;

  /** Up to this many resamples, {@code n^n} for n blocks, all of them are taken: n ≤ 7. */
  public static final long ALL_RESAMPLES_LIMIT = 1_000_000;

  private PairedBootstrap() {}

  /**
   * Returns the interval of the change of medians.
   *
   * @param baseline one value for each block; at least two
   * @param candidate the value of the same block at the same index
   * @param scale {@link Scale#RATIO} for the change of the ratio, {@link Scale#DIFFERENCE} for that
   *     of the difference of medians
   * @param level the nominal coverage, above 0 and below 1
   * @param seed fixes the draws, on any machine; without effect for seven blocks and fewer
   * @throws SampleException naming the first value that does not fit the scale
   */
  public static BootstrapInterval ofMedians(
      double[] baseline, double[] candidate, Scale scale, double level, long seed) {
    Samples.requirePaired(baseline, candidate, scale);
    int blocks = baseline.length;
    if (blocks < 2) {
      throw new IllegalArgumentException(
          "blocks: expected at least 2, found 1; a single block has nothing to be resampled from");
    }
    BigDecimal tail = QuantileRank.tail(level);
    BigDecimal otherTail = BigDecimal.ONE.subtract(tail);
    ResampledMedian a = new ResampledMedian(baseline);
    ResampledMedian b = new ResampledMedian(candidate);
    double estimate = scale.change(a.original(), b.original());
    if (takesAll(blocks)) {
      Frequencies changes = AllResamples.changes(a, b, scale);
      double low = changes.type7(tail);
      double high = changes.type7(otherTail);
      return new BootstrapInterval(estimate, low, high, level, blocks, changes.total(), true);
    }
    double[] changes = draw(a, b, scale, seed);
    Arrays.sort(changes);
    double low = QuantileRank.type7(DRAWS, tail).read(changes);
    double high = QuantileRank.type7(DRAWS, otherTail).read(changes);
    return new BootstrapInterval(estimate, low, high, level, blocks, DRAWS, false);
  }

  /** Returns whether all {@code n^n} resamples of n blocks are taken, so that no seed matters. */
  public static boolean takesAll(int blocks) {
    return Math.pow(blocks, blocks) <= ALL_RESAMPLES_LIMIT;
  }

  private static double[] draw(ResampledMedian a, ResampledMedian b, Scale scale, long seed) {
    int blocks = a.blocks();
    int[] timesOfA = new int[blocks];
    int[] timesOfB = new int[blocks];
    SplitMix64 source = new SplitMix64(seed);
    double[] changes = new double[DRAWS];
    for (int draw = 0; draw < DRAWS; draw++) {
      Arrays.fill(timesOfA, 0);
      Arrays.fill(timesOfB, 0);
      for (int i = 0; i < blocks; i++) {
        int block = source.nextInt(blocks);
        timesOfA[a.rankOf(block)]++;
        timesOfB[b.rankOf(block)]++;
      }
      changes[draw] = scale.change(a.median(timesOfA), b.median(timesOfB));
    }
    return changes;
  }
}
