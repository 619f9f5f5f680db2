package dev.assize.experiment;

/**
 * Evidence that the treated code ran where it must, or did not run where it must not: a counter of
 * an arm that is above zero, or exactly zero, in every trial. Where it is not, comparisons of the
 * arm are NOT_EXERCISED.
 */
public record Exposure(ArmName arm, MetricName metric, Bound bound) {
  /** What the metric must be. */
  public enum Bound {
    ABOVE_ZERO("above-zero"),
    ZERO("zero");

    private final String key;

    Bound(String key) {
      this.key = key;
    }

    /** The name in specs and evidence. */
    public String key() {
      return key;
    }
  }
}
