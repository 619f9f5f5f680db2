package dev.assize.stats;

/**
 * What a cell with twins says about its candidate.
 *
 * @param change {@code d = (B - mean(A1, A2)) / mean(A1, A2)}, a fraction
 * @param beyondFloor whether {@code |d|} exceeds the floor
 * @param beyondTwins whether B lies above both twins or below both
 */
public record TwinVote(double change, boolean beyondFloor, boolean beyondTwins) {

  /** Returns whether the cell counts, provided that it was exposed to the treatment. */
  public boolean votes() {
    return beyondFloor && beyondTwins;
  }

  static double mean(double first, double second) {
    return first + (second - first) / 2;
  }
}
