package dev.assize.experiment;

import java.util.Optional;

/**
 * Evidence that the treated code ran where it must, or did not run where it must not, in every
 * trial. Where it is not, comparisons of the arm are NOT_EXERCISED.
 *
 * @param arm whose trials are looked at; every arm's when absent
 */
public record Exposure(Optional<ArmName> arm, Condition condition) {
  /** What must hold. */
  public sealed interface Condition {
    /** A metric that is above zero, or exactly zero. */
    record MetricBound(MetricName metric, Bound bound) implements Condition {}

    /**
     * An expression over what was observed that is true.
     *
     * @param text as the spec has it
     */
    record Holds(Expression expression, String text) implements Condition {}
  }

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
