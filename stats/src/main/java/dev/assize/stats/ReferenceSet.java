package dev.assize.stats;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The relabellings of two arms that a design could have drawn instead of the one it did.
 *
 * <p>Outcomes stay where they were measured: same block, same position, same instant. A relabelling
 * only swaps the names of the two arms in some of the blocks. Under the hypothesis that the arms do
 * not differ, every member of the set was equally likely to be observed, whatever the noise, so the
 * set is the exact reference distribution of any statistic (Edgington and Onghena, <i>Randomization
 * Tests</i>, 4th ed., 2007, ch. 3 and 6).
 *
 * <p><b>Misleads</b> when the lab did not draw the order in this way: a set larger than the true
 * one gives p-values that are too small. The order actually run decides, not the one intended.
 */
public final class ReferenceSet {
  /** Sets up to this size are enumerated; larger ones are sampled with as many draws. */
  public static final int ENUMERATION_LIMIT = 100_000;

  private final int blocks;

  /** Blocks that swap together, each block in exactly one unit. */
  private final int[][] units;

  /**
   * For each unit, which arm leads: +1 the first-named, −1 the other, 0 neither or unconstrained.
   */
  private final int[] lead;

  private final BigInteger size;

  private ReferenceSet(int blocks, int[][] units, int[] lead) {
    this.blocks = blocks;
    this.units = units;
    this.lead = lead;
    int first = count(lead, 1);
    int second = count(lead, -1);
    BigInteger orders = binomial(first + second, first);
    if (first != second) {
      orders = orders.shiftLeft(1);
    }
    this.size = orders.shiftLeft(units.length - first - second);
  }

  /**
   * Each block swaps on its own: the order of the arms inside a block was drawn without regard to
   * the other blocks. Size 2<sup>blocks</sup>.
   *
   * @param blocks number of blocks, at least 1
   */
  public static ReferenceSet free(int blocks) {
    return balanced(new int[requireBlocks(blocks)]);
  }

  /**
   * Each arm goes first equally often. Blocks in which one of the two arms led can only exchange
   * that lead: after swapping, the first-named arm leads in as many blocks as one of the two arms
   * led in what was observed. (The two numbers differ when the blocks are not a multiple of the
   * arms: which arm gets the surplus is drawn too.) Blocks led by a third arm swap freely.
   *
   * <p>With two arms and an even number n of blocks the size is C(n, n/2); n odd, 2·C(n, (n−1)/2).
   *
   * @param lead for each block +1 when the first-named arm was at position 0, −1 when the other one
   *     was, 0 when neither was; at least one block
   */
  public static ReferenceSet balanced(int[] lead) {
    requireBlocks(lead.length);
    int[][] units = new int[lead.length][];
    for (int b = 0; b < lead.length; b++) {
      if (lead[b] < -1 || lead[b] > 1) {
        throw new IllegalArgumentException(
            "balanced reference set: expected lead -1, 0 or +1, found "
                + lead[b]
                + " at block index "
                + b);
      }
      units[b] = new int[] {b};
    }
    return new ReferenceSet(lead.length, units, lead.clone());
  }

  /**
   * Blocks that share a unit swap together, units swap freely: ABBA, where consecutive blocks are
   * each other's mirror image. Size 2<sup>units</sup>.
   *
   * @param unit for each block the number of its unit, any integers; at least one block
   */
  public static ReferenceSet mirrored(int[] unit) {
    requireBlocks(unit.length);
    Map<Integer, int[]> members = new LinkedHashMap<>();
    for (int b = 0; b < unit.length; b++) {
      int[] old = members.getOrDefault(unit[b], new int[0]);
      int[] grown = Arrays.copyOf(old, old.length + 1);
      grown[old.length] = b;
      members.put(unit[b], grown);
    }
    return new ReferenceSet(
        unit.length, members.values().toArray(new int[0][]), new int[members.size()]);
  }

  /** Returns the number of blocks. */
  public int blocks() {
    return blocks;
  }

  /** Returns the number of relabellings, the observed one included. */
  public BigInteger size() {
    return size;
  }

  /** Tells whether the whole set is gone through rather than sampled. */
  public boolean enumerated() {
    return size.compareTo(BigInteger.valueOf(ENUMERATION_LIMIT)) <= 0;
  }

  /**
   * Returns the smallest two-sided p-value any result can have within this set: 2/size, because a
   * relabelling and its complement are equally far from zero; with sampling, 1/(draws + 1).
   */
  public double smallestP() {
    return enumerated() ? Math.min(1, 2 / size.doubleValue()) : 1.0 / (ENUMERATION_LIMIT + 1);
  }

  /**
   * Tells whether a two-sided test at level {@code alpha} can reject at all within this set.
   *
   * @param alpha level of the test, 0 &lt; alpha &lt; 1; for the first of m contrasts under Holm
   *     use alpha / m
   */
  public boolean canReach(double alpha) {
    return Levels.significant(smallestP(), Levels.requireLevel(alpha));
  }

  int[][] units() {
    return units;
  }

  int[] lead() {
    return lead;
  }

  static int count(int[] lead, int which) {
    int n = 0;
    for (int l : lead) {
      n += l == which ? 1 : 0;
    }
    return n;
  }

  static BigInteger binomial(int n, int k) {
    BigInteger result = BigInteger.ONE;
    for (int i = 1; i <= k; i++) {
      result = result.multiply(BigInteger.valueOf(n - k + i)).divide(BigInteger.valueOf(i));
    }
    return result;
  }

  private static int requireBlocks(int blocks) {
    if (blocks < 1) {
      throw new IllegalArgumentException(
          "reference set: expected at least 1 block, found " + blocks);
    }
    return blocks;
  }
}
