package dev.assize.stats;

import java.math.BigInteger;

/**
 * Design arithmetic: what a number of blocks can show, before anything is run.
 *
 * @param order how the two arms of a contrast are ordered inside blocks
 * @param arms number of arms in each block, at least 2
 * @param alpha level of the two-sided test, for instance 0.05; for the first of m contrasts under
 *     Holm, 0.05 / m
 */
public record Planning(BlockOrder order, int arms, double alpha) {
  /**
   * Blocks the min-p test needs for each block the paired t test needs under normal noise. From the
   * power simulation in docs/statistics/power.md.
   */
  static final double COST_OF_ROBUSTNESS = 1.1;

  private static final int MOST_BLOCKS = 1_000_000;

  /** From here on every order has over 2^50 relabellings; the binomials need not be worked out. */
  private static final int SURELY_SAMPLED = 128;

  public Planning {
    if (arms < 2) {
      throw new IllegalArgumentException("planning: expected at least 2 arms, found " + arms);
    }
    Levels.requireLevel(alpha);
  }

  /**
   * Returns the number of relabellings of two arms that {@code blocks} blocks are sure to have. For
   * a balanced order with blocks left over (blocks not a multiple of the arms) this is the smallest
   * number over who gets the surplus.
   */
  public BigInteger setSize(int blocks) {
    if (blocks < 1) {
      throw new IllegalArgumentException("planning: expected at least 1 block, found " + blocks);
    }
    return switch (order) {
      case FREE -> BigInteger.TWO.pow(blocks);
      case MIRRORED -> BigInteger.TWO.pow((blocks + 1) / 2);
      case BALANCED -> smallestBalanced(blocks);
    };
  }

  private BigInteger smallestBalanced(int blocks) {
    int each = blocks / arms;
    int surplus = blocks % arms;
    BigInteger smallest = null;
    for (int first = 0; first <= Math.min(1, surplus); first++) {
      for (int second = 0; second <= Math.min(1, surplus - first); second++) {
        // What the two arms don't lead must be led by the others, at most one surplus block each.
        if (surplus - first - second > arms - 2) {
          continue;
        }
        int a = each + first;
        int b = each + second;
        BigInteger orders = ReferenceSet.binomial(a + b, a);
        if (a != b) {
          orders = orders.shiftLeft(1);
        }
        BigInteger size = orders.shiftLeft(blocks - a - b);
        smallest = smallest == null ? size : smallest.min(size);
      }
    }
    return smallest == null ? BigInteger.ONE : smallest;
  }

  /**
   * Returns the smallest two-sided p-value that {@code blocks} blocks are sure to be able to give.
   */
  public double smallestP(int blocks) {
    BigInteger limit = BigInteger.valueOf(ReferenceSet.ENUMERATION_LIMIT);
    if (blocks >= SURELY_SAMPLED || setSize(blocks).compareTo(limit) > 0) {
      return 1.0 / (ReferenceSet.ENUMERATION_LIMIT + 1);
    }
    return Math.min(1, 2 / setSize(blocks).doubleValue());
  }

  /**
   * Returns the fewest blocks with which a two-sided test can reach the level, among the numbers of
   * blocks that the order balances: multiples of the arms for {@code BALANCED}, even numbers for
   * {@code MIRRORED}. At 0.05 with two arms: 6 free, 8 balanced, 12 mirrored.
   *
   * <p>A number of blocks that is not a multiple can also do (7 balanced blocks give 2/70); ask
   * {@link ReferenceSet#canReach} about the plan itself before refusing it.
   *
   * @throws IllegalArgumentException if alpha is below what the sampled relabellings can resolve,
   *     1/100,001
   */
  public int fewestBlocks() {
    if (!Levels.significant(1.0 / (ReferenceSet.ENUMERATION_LIMIT + 1), alpha)) {
      throw new IllegalArgumentException(
          "planning: expected alpha of at least 1/"
              + (ReferenceSet.ENUMERATION_LIMIT + 1)
              + ", the smallest p-value of a sampled reference set, found "
              + alpha);
    }
    int blocks = multiple();
    while (!Levels.significant(smallestP(blocks), alpha)) {
      blocks += multiple();
    }
    return blocks;
  }

  /**
   * Returns the blocks needed to find an effect with a given power under normal noise.
   *
   * <p>n = c·σ²(z<sub>1−α/2</sub> + z<sub>power</sub>)² / δ² + z²<sub>1−α/2</sub>/2 (Guenther,
   * "Sample size formulas for normal theory t tests", The American Statistician 35, 1981), with δ =
   * ln(1 + |effect|) for ratios; c = 1.1 is the price of the robust test where a paired t test
   * would do. Mirrored blocks are counted in pairs with σ²/2.
   *
   * <p><b>Misleads</b> when the pilot's spread is not the later one's. With outliers the standard
   * deviation overstates the need: give a robust one (1.4826 × median absolute deviation).
   *
   * @param sd standard deviation of the block differences: of ln(candidate/baseline) for {@link
   *     Scale#RATIO}, in the metric's unit for {@link Scale#DIFFERENCE}; at least 0
   * @param effect size of the effect to be found, not 0, either sign; relative change for ratios
   * @param power probability of finding it, above 0 and below 1, for instance 0.8
   */
  public SampleSize blocksNeeded(double sd, double effect, Scale scale, double power) {
    double delta = onScale(effect, scale);
    double critical = critical();
    double z = critical + Normal.quantile(requirePower(power));
    double ratio = requireSd(sd) * Math.max(0, z) / delta;
    double units = COST_OF_ROBUSTNESS * ratio * ratio / blocksPerUnit() + critical * critical / 2;
    double exact = units * blocksPerUnit();
    if (!(exact <= MOST_BLOCKS)) {
      throw new IllegalArgumentException(
          "planning: an effect of "
              + effect
              + " with standard deviation "
              + sd
              + " would take more than "
              + MOST_BLOCKS
              + " blocks; look for a larger effect or a quieter measurement");
    }
    int forPower = (int) Math.ceil(exact);
    int forLevel = fewestBlocks();
    int most = Math.max(forPower, forLevel);
    int blocks = (most + multiple() - 1) / multiple() * multiple();
    return new SampleSize(blocks, forPower, forLevel, detectableEffect(sd, blocks, scale, power));
  }

  /**
   * Returns the smallest effect (above zero) that {@code blocks} blocks find with a given power:
   * the inverse of {@link #blocksNeeded}. Infinite when the blocks can't reach the level at all.
   *
   * @param sd as in {@link #blocksNeeded}
   * @param blocks number of blocks, at least 1
   */
  public double detectableEffect(double sd, int blocks, Scale scale, double power) {
    requireSd(sd);
    double critical = critical();
    double z = Math.max(0, critical + Normal.quantile(requirePower(power)));
    double spare = (double) blocks / blocksPerUnit() - critical * critical / 2;
    if (spare <= 0 || !Levels.significant(smallestP(blocks), alpha)) {
      return Double.POSITIVE_INFINITY;
    }
    double delta = sd * z * Math.sqrt(COST_OF_ROBUSTNESS / blocksPerUnit() / spare);
    return scale == Scale.RATIO ? StrictMath.expm1(delta) : delta;
  }

  private double critical() {
    return Normal.quantile(1 - alpha / 2);
  }

  private int blocksPerUnit() {
    return order == BlockOrder.MIRRORED ? 2 : 1;
  }

  private int multiple() {
    return switch (order) {
      case FREE -> 1;
      case BALANCED -> arms;
      case MIRRORED -> 2;
    };
  }

  private static double onScale(double effect, Scale scale) {
    double size = Math.abs(effect);
    if (!(size > 0 && size < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "planning: expected a finite effect other than 0, found " + effect);
    }
    return scale == Scale.RATIO ? StrictMath.log1p(size) : size;
  }

  private static double requireSd(double sd) {
    if (!(sd >= 0 && sd < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "planning: expected a finite standard deviation of at least 0, found " + sd);
    }
    return sd;
  }

  private static double requirePower(double power) {
    if (!(power > 0 && power < 1)) {
      throw new IllegalArgumentException(
          "planning: expected a power above 0 and below 1 (0.8 for 80 %), found " + power);
    }
    return power;
  }
}
