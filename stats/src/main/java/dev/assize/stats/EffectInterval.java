package dev.assize.stats;

/**
 * An interval for the effect of a candidate against its baseline.
 *
 * @param low lower end; negative infinity when no effect, however low, would be rejected
 * @param high upper end; positive infinity when no effect, however high, would be rejected
 * @param level confidence level, for instance 0.95
 */
public record EffectInterval(double low, double high, double level) {
  public EffectInterval {
    if (!(low <= high)) {
      throw new IllegalArgumentException(
          "effect interval: expected low ≤ high, found " + low + " and " + high);
    }
    Levels.requireLevel(level);
  }

  /** Tells whether {@code effect} lies in the closed interval. */
  public boolean contains(double effect) {
    return low <= effect && effect <= high;
  }

  /** Tells whether no effect (0) lies outside: the same as p ≤ 1 − level. */
  public boolean excludesZero() {
    return !contains(0);
  }

  /** Tells whether both ends are finite. */
  public boolean bounded() {
    return Double.isFinite(low) && Double.isFinite(high);
  }
}
