package dev.assize.judge;

import dev.assize.experiment.Gate;

/**
 * Something wrong with an attempt.
 *
 * @param gate the gate's key, or {@code check:} and what was checked
 * @param own true when the arm's command did it, false when its surroundings did
 */
record Fault(String gate, Gate.Scope voids, String why, boolean own) {
  boolean voiding() {
    return voids != Gate.Scope.NOTE;
  }
}
