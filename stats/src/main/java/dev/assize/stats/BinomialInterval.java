package dev.assize.stats;

/**
 * The interval of a rate from how often something happened: C. Clopper, E. Pearson, "The use of
 * confidence or fiducial limits illustrated in the case of the binomial", Biometrika 26 (1934).
 *
 * <p>The lower end is the rate at which {@code events} or more happen with probability α/2, the
 * upper end the rate at which {@code events} or fewer do. Its coverage is never below the level and
 * often above it. It misleads when trials are not independent of each other.
 *
 * @param events how often it happened
 * @param trials how often it could have
 * @param level the least coverage, for instance 0.95
 * @param low the lower end of the rate, in [0, 1]
 * @param high the upper end of the rate, in [0, 1]
 */
public record BinomialInterval(int events, int trials, double level, double low, double high) {

  /**
   * Returns the interval.
   *
   * @param events from 0 to {@code trials}
   * @param trials at least 1
   * @param level above 0 and below 1
   */
  public static BinomialInterval of(int events, int trials, double level) {
    if (trials < 1 || events < 0 || events > trials) {
      throw new IllegalArgumentException(
          "expected at least one trial and from none to all of them as events, found %d events in %d trials"
              .formatted(events, trials));
    }
    double tail = QuantileRank.tail(level).doubleValue();
    double low = events == 0 ? 0 : BinomialTail.rateOf(events, trials, tail);
    double high = events == trials ? 1 : 1 - BinomialTail.rateOf(trials - events, trials, tail);
    return new BinomialInterval(events, trials, level, low, high);
  }

  /** Returns the observed rate. */
  public double rate() {
    return (double) events / trials;
  }
}
