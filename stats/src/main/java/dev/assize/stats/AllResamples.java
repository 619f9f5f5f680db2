package dev.assize.stats;

import java.util.Arrays;

/**
 * The change on every one of the {@code n^n} resamples of n blocks. Resamples that draw each block
 * equally often have the same medians, so one of each kind is looked at and counted {@code n! /
 * (k1! … kn!)} times: 1,716 kinds stand for the 823,543 resamples of seven blocks.
 */
final class AllResamples {
  private final ResampledMedian a;
  private final ResampledMedian b;
  private final Scale scale;
  private final int[] timesOfA;
  private final int[] timesOfB;
  private final double[] changes;
  private final long[] counts;
  private int kinds;

  private AllResamples(ResampledMedian a, ResampledMedian b, Scale scale) {
    this.a = a;
    this.b = b;
    this.scale = scale;
    int blocks = a.blocks();
    timesOfA = new int[blocks];
    timesOfB = new int[blocks];
    int kindsAtMost = Math.toIntExact(choose(2 * blocks - 1, blocks));
    changes = new double[kindsAtMost];
    counts = new long[kindsAtMost];
  }

  static Frequencies changes(ResampledMedian a, ResampledMedian b, Scale scale) {
    AllResamples all = new AllResamples(a, b, scale);
    all.spread(0, a.blocks(), 1);
    return Frequencies.of(
        Arrays.copyOf(all.changes, all.kinds), Arrays.copyOf(all.counts, all.kinds));
  }

  /**
   * Gives the blocks from {@code block} on the {@code left} draws not yet given to those before, in
   * every way; {@code ways} is how many resamples agree with what has been given so far.
   */
  private void spread(int block, int left, long ways) {
    if (block == a.blocks() - 1) {
      set(block, left);
      changes[kinds] = scale.change(a.median(timesOfA), b.median(timesOfB));
      counts[kinds] = ways;
      kinds++;
      return;
    }
    for (int times = 0; times <= left; times++) {
      set(block, times);
      spread(block + 1, left - times, ways * choose(left, times));
    }
  }

  private void set(int block, int times) {
    timesOfA[a.rankOf(block)] = times;
    timesOfB[b.rankOf(block)] = times;
  }

  private static long choose(int n, int k) {
    long ways = 1;
    for (int i = 1; i <= k; i++) {
      ways = ways * (n - k + i) / i;
    }
    return ways;
  }
}
