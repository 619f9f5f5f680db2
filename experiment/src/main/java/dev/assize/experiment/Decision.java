package dev.assize.experiment;

/**
 * The sealed rule.
 *
 * @param level confidence of intervals, for instance 0.95
 * @param minimumFloor the stated minimum of the floor, as a fraction
 * @param compose how verdicts of cells become the verdict of the experiment
 */
public record Decision(Rule rule, double level, double minimumFloor, Compose compose) {
  /** How a contrast is decided. */
  public enum Rule {
    INTERVAL,
    FLOOR
  }

  /** How cells compose. */
  public enum Compose {
    /** WIN when some cell wins and none loses; LOSS when any loses. */
    ANY,
    /** WIN (or LOSS) only when every cell says so. */
    ALL
  }
}
