package dev.assize.stats;

/**
 * The noise measured between identical arms, below which no difference is believed.
 *
 * <p>{@code max(statedMinimum, p90)}, where p90 is the 90th percentile by nearest rank of {@code
 * |A2 - A1| / mean(A1, A2)} over the cells of a variant group. With under ten cells that is the
 * largest of them.
 *
 * <p>It misleads when the cells are not alike (one noisy cell raises the floor of all), when A1 and
 * A2 stand next to each other in time and the candidate does not, and with few cells.
 *
 * @param value the floor, as a fraction: 0.03 is 3 %
 * @param statedMinimum the least floor that the experiment asked for, as a fraction
 * @param p90 the measured part, as a fraction
 * @param cells how many pairs of identical arms it was measured on
 */
public record Floor(double value, double statedMinimum, double p90, int cells) {

  /**
   * Returns {@code |A2 - A1| / mean(A1, A2)}, from 0 to 2.
   *
   * @param first the value of a baseline arm, above zero
   * @param second the value of its twin in the same cell, above zero
   */
  public static double spread(double first, double second) {
    requirePositive("twins", first, second);
    return Math.abs(second - first) / TwinVote.mean(first, second);
  }

  /**
   * Returns the floor of a group of cells.
   *
   * @param spreads {@link #spread} of each cell; at least one
   * @param statedMinimum a fraction, zero or more
   */
  public static Floor of(double[] spreads, double statedMinimum) {
    for (int i = 0; i < spreads.length; i++) {
      if (!(spreads[i] >= 0)) {
        throw new SampleException("spreads", i, spreads[i], "a fraction of zero or more");
      }
    }
    if (!(statedMinimum >= 0 && Double.isFinite(statedMinimum))) {
      throw new IllegalArgumentException(
          "stated minimum: expected a fraction of zero or more, found " + statedMinimum);
    }
    double p90 = Quantiles.nearestRank(spreads, 0.9);
    return new Floor(Math.max(statedMinimum, p90), statedMinimum, p90, spreads.length);
  }

  /**
   * Judges a candidate that was measured between two runs of the same baseline.
   *
   * @param first the baseline, above zero
   * @param second its twin, above zero
   * @param candidate above zero
   */
  public TwinVote vote(double first, double second, double candidate) {
    requirePositive("twins", first, second);
    requirePositive("candidate", candidate);
    double mean = TwinVote.mean(first, second);
    double change = (candidate - mean) / mean;
    boolean beyondTwins =
        candidate > Math.max(first, second) || candidate < Math.min(first, second);
    return new TwinVote(change, Math.abs(change) > value, beyondTwins);
  }

  private static void requirePositive(String sample, double... values) {
    Samples.requireFits(sample, values, Scale.RATIO);
  }
}
