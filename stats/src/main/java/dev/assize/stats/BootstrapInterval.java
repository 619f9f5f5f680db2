package dev.assize.stats;

/**
 * A bootstrap percentile interval of a change.
 *
 * @param estimate the change of the measured medians: a fraction on the ratio scale (0.05 is 5 %
 *     more), in the metric's unit on the difference scale
 * @param low the lower end, as {@code estimate}
 * @param high the upper end, as {@code estimate}
 * @param level the nominal coverage, for instance 0.95
 * @param blocks how many blocks were resampled
 * @param resamples how many resamples the interval stands on
 * @param exact whether those are all the resamples there are, so that no seed took part
 */
public record BootstrapInterval(
    double estimate,
    double low,
    double high,
    double level,
    int blocks,
    long resamples,
    boolean exact) {

  /** Returns whether no change at all lies outside the interval. */
  public boolean excludesZero() {
    return low > 0 || high < 0;
  }
}
