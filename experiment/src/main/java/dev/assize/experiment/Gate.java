package dev.assize.experiment;

/**
 * A condition of the surroundings that must hold for a trial to count, with what its failure voids.
 * Checks of the work are {@link Check}s of the scenario; they are gates too, with the scope that
 * {@link Gates#checks()} states.
 */
public record Gate(Kind kind, Scope voids, double limit) {
  /** What is watched. The limit's meaning is given for each. */
  public enum Kind {
    /** Inputs (path, mode, size, SHA-256) are the same before and after. No limit. */
    INVENTORY("inventory"),
    /** No writes in the watched paths outside the workspace. No limit. */
    OUTSIDE_WRITES("outside-writes"),
    /** No process of the trial is left when the command has ended. No limit. */
    LEFTOVERS("leftovers"),
    /**
     * Largest share of one of our CPUs (0 to 1) that one other process may use during the trial.
     */
    INTERFERENCE("interference"),
    /** Largest step of the real-time clock against the monotonic one during the trial, in ns. */
    CLOCK_STEP("clock-step"),
    /** Largest share (0 to 1) of CPU time stolen by the hypervisor during the trial. */
    STEAL("steal");

    private final String key;

    Kind(String key) {
      this.key = key;
    }

    /** The name in specs and evidence. */
    public String key() {
      return key;
    }
  }

  /** What a failed gate voids. */
  public enum Scope {
    /** Recorded and reported; voids nothing. */
    NOTE,
    TRIAL,
    CELL,
    COHORT
  }
}
