package dev.assize.experiment;

/**
 * The sealed rule.
 *
 * @param level confidence of intervals, for instance 0.95
 * @param minimumFloor the stated minimum of the floor, as a fraction
 * @param compose how verdicts of the cells of a variant become the variant's
 * @param across how verdicts of variants become the verdict of the experiment
 * @param drift how many comparisons of control cells may go beyond the floor before DRIFT is raised
 */
public record Decision(
    Rule rule, double level, double minimumFloor, Compose compose, Compose across, int drift) {
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
