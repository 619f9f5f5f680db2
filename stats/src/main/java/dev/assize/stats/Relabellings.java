package dev.assize.stats;

import java.util.Arrays;

/**
 * The members of a reference set that a test goes through, as bits: 1 where a block's labels are
 * swapped. The first member is always the observed labelling (no swaps), so a sampled set has the
 * "+1" correction of Phipson and Smyth (2010) built in: p = (1 + extreme draws) / (1 + draws).
 *
 * <p>Eight blocks make a byte and one array holds one byte column, because a statistic that is a
 * signed sum over blocks is then a few table look-ups per member.
 */
final class Relabellings {
  private static final int STRETCH = 2048;

  private final int blocks;
  private final int count;
  private final byte[][] columns;
  private int filled;

  private Relabellings(int blocks, int count) {
    this.blocks = blocks;
    this.count = count;
    this.columns = new byte[(blocks + 7) / 8][count];
  }

  /**
   * All members when the set is small enough, else {@code draws} uniform draws after the observed.
   */
  static Relabellings of(ReferenceSet set, long seed, int draws) {
    if (set.enumerated()) {
      Relabellings all = new Relabellings(set.blocks(), set.size().intValueExact());
      int first = ReferenceSet.count(set.lead(), 1);
      int second = ReferenceSet.count(set.lead(), -1);
      all.enumerate(set, 0, first, first, second, new boolean[set.blocks()]);
      return all;
    }
    Relabellings drawn = new Relabellings(set.blocks(), draws + 1);
    drawn.filled = 1;
    drawn.draw(set, new SplitMix64(seed));
    return drawn;
  }

  int blocks() {
    return blocks;
  }

  int count() {
    return count;
  }

  boolean swapped(int member, int block) {
    return (columns[block >> 3][member] >> (block & 7) & 1) == 1;
  }

  /**
   * Writes |Σ ± weight| of every member into {@code out}, the sign of a block turned where its
   * labels are swapped.
   */
  void absoluteSums(double[] weights, double[] out) {
    double[][] tables = new double[columns.length][];
    for (int c = 0; c < columns.length; c++) {
      tables[c] = signedSums(weights, c * 8);
    }
    // A stretch at a time, so that the sums stay in the processor's first cache.
    for (int from = 0; from < count; from += STRETCH) {
      addStretch(tables, out, from, Math.min(count, from + STRETCH));
    }
  }

  private void addStretch(double[][] tables, double[] out, int from, int to) {
    Arrays.fill(out, from, to, 0);
    for (int c = 0; c < columns.length; c++) {
      double[] table = tables[c];
      byte[] column = columns[c];
      for (int m = from; m < to; m++) {
        out[m] += table[column[m] & 0xff];
      }
    }
    for (int m = from; m < to; m++) {
      out[m] = Math.abs(out[m]);
    }
  }

  private static double[] signedSums(double[] weights, int from) {
    int width = Math.min(8, weights.length - from);
    double[] table = new double[256];
    for (int bits = 0; bits < 1 << width; bits++) {
      double sum = 0;
      for (int i = 0; i < width; i++) {
        sum += (bits >> i & 1) == 1 ? -weights[from + i] : weights[from + i];
      }
      table[bits] = sum;
    }
    return table;
  }

  /**
   * Depth first over units, "not swapped" first, so that the observed labelling comes out first.
   */
  private void enumerate(
      ReferenceSet set, int unit, int leads, int first, int second, boolean[] swap) {
    if (unit == set.units().length) {
      if (leads == first || leads == second) {
        store(filled++, swap);
      }
      return;
    }
    int lead = set.lead()[unit];
    int remaining = remainingLeads(set, unit + 1);
    for (int swapped = 0; swapped <= 1; swapped++) {
      int after = leads - swapped * lead;
      // Dead branches are cut here: with a rare lead the full tree would be 2^blocks.
      if (canEnd(set, unit + 1, after, first, remaining)
          || canEnd(set, unit + 1, after, second, remaining)) {
        mark(set, unit, swap, swapped == 1);
        enumerate(set, unit + 1, after, first, second, swap);
      }
    }
    mark(set, unit, swap, false);
  }

  private static boolean canEnd(ReferenceSet set, int from, int leads, int target, int ledLater) {
    int ledByFirst = 0;
    for (int u = from; u < set.lead().length; u++) {
      ledByFirst += set.lead()[u] == 1 ? 1 : 0;
    }
    return leads - ledByFirst <= target && target <= leads + (ledLater - ledByFirst);
  }

  private static int remainingLeads(ReferenceSet set, int from) {
    int n = 0;
    for (int u = from; u < set.lead().length; u++) {
      n += set.lead()[u] == 0 ? 0 : 1;
    }
    return n;
  }

  private void draw(ReferenceSet set, SplitMix64 random) {
    int first = ReferenceSet.count(set.lead(), 1);
    int second = ReferenceSet.count(set.lead(), -1);
    boolean[] swap = new boolean[blocks];
    long bits = 0;
    int left = 0;
    for (int m = filled; m < count; m++) {
      // Both targets have the same number of arrangements, C(f + s, f) = C(f + s, s).
      int toPlace = first;
      if (first != second && random.nextLong() < 0) {
        toPlace = second;
      }
      int open = first + second;
      for (int u = 0; u < set.units().length; u++) {
        int lead = set.lead()[u];
        boolean turn;
        if (lead == 0) {
          if (left == 0) {
            bits = random.nextLong();
            left = 64;
          }
          turn = (bits & 1) == 1;
          bits >>>= 1;
          left--;
        } else {
          // Selection sampling (Knuth, TAOCP 2, 3.4.2, algorithm S): leads placed uniformly.
          boolean leads = random.nextInt(open) < toPlace;
          open--;
          toPlace -= leads ? 1 : 0;
          turn = leads != (lead == 1);
        }
        mark(set, u, swap, turn);
      }
      store(m, swap);
    }
    filled = count;
  }

  private static void mark(ReferenceSet set, int unit, boolean[] swap, boolean value) {
    for (int block : set.units()[unit]) {
      swap[block] = value;
    }
  }

  private void store(int member, boolean[] swap) {
    for (int b = 0; b < blocks; b++) {
      if (swap[b]) {
        columns[b >> 3][member] |= (byte) (1 << (b & 7));
      }
    }
  }
}
