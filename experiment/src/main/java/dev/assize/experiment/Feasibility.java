package dev.assize.experiment;

import dev.assize.stats.BlockOrder;
import dev.assize.stats.Planning;
import dev.assize.stats.ReferenceSet;
import java.util.Locale;

/**
 * Whether a design can reach its level at all, however clear the effect.
 *
 * @param refused true: no verdict is possible and the spec does not say {@code descriptive: true}
 * @param reachable true: the smallest possible p-value is at most {@code alpha}
 * @param blocks as the spec states
 * @param blocksNeeded the fewest that would do; 0 when no number would
 * @param comparisons in the largest family, corrected together by Holm
 * @param alpha the level of the first comparison in that family: (1 − level) / comparisons
 * @param smallestP the smallest p-value that the design is sure to be able to give
 * @param message one sentence: expected, found, what to do; also when feasible
 */
public record Feasibility(
    boolean refused,
    boolean reachable,
    int blocks,
    int blocksNeeded,
    int comparisons,
    double alpha,
    double smallestP,
    String message) {
  static Feasibility of(Experiment e) {
    int blocks = e.design().blocks();
    int comparisons = Math.max(1, e.families().stream().mapToInt(e::comparisons).max().orElse(1));
    double alpha = (1 - e.decision().level()) / comparisons;
    boolean descriptive = e.design().descriptive();
    if (e.decision().rule() == Decision.Rule.FLOOR || e.design().order() == Design.Order.A1_B_A2) {
      return new Feasibility(
          false, true, blocks, 1, comparisons, alpha, 1, "rule floor takes any number of blocks");
    }
    Planning planning = new Planning(order(e.design().order()), e.arms().size(), alpha);
    double smallestP = planning.smallestP(blocks);
    boolean reachable = reaches(smallestP, alpha);
    int needed =
        reaches(1.0 / (ReferenceSet.ENUMERATION_LIMIT + 1), alpha) ? planning.fewestBlocks() : 0;
    String message =
        "expected "
            + (needed > 0 ? "at least " + needed + " blocks" : "fewer comparisons in a family")
            + " to reach the "
            + percent(e.decision().level())
            + " level with "
            + comparisons
            + (comparisons == 1 ? " comparison" : " comparisons in a family")
            + ", found "
            + blocks
            + " (smallest possible p "
            + String.format(Locale.ROOT, "%.4g", smallestP)
            + ", needed "
            + String.format(Locale.ROOT, "%.4g", alpha)
            + "); "
            + (needed > 0 ? "raise blocks to " + needed : "split the family or lower the level")
            + ", or set descriptive: true for a description without a verdict";
    return new Feasibility(
        !reachable && !descriptive,
        reachable,
        blocks,
        needed,
        comparisons,
        alpha,
        smallestP,
        message);
  }

  /** With the same slack as the tests have for the last bits of 1 − 0.95. */
  private static boolean reaches(double p, double alpha) {
    return p <= alpha + 1e-12;
  }

  private static String percent(double level) {
    String text = String.format(Locale.ROOT, "%.2f", level * 100);
    return text.replaceAll("\\.?0+$", "") + " %";
  }

  static BlockOrder order(Design.Order order) {
    return switch (order) {
      case BALANCED -> BlockOrder.BALANCED;
      case ABBA -> BlockOrder.MIRRORED;
      case A1_B_A2 ->
          throw new IllegalArgumentException(
              "order a1-b-a2 is fixed: nothing was drawn, so no randomisation test; use rule floor");
    };
  }
}
