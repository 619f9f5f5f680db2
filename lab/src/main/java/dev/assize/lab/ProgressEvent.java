package dev.assize.lab;

import dev.assize.evidence.TrialRecord;
import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Nanos;
import java.util.Optional;

/** What the lab tells while it works. */
public sealed interface ProgressEvent {
  /**
   * The lab takes up the plan.
   *
   * @param done trials that need no further attempt, from an earlier session
   */
  record PlanStarted(int done, int total) implements ProgressEvent {}

  /** An attempt is about to start. */
  record TrialStarting(int done, int total, Cell cell, ArmName arm, boolean measured)
      implements ProgressEvent {}

  /**
   * An attempt ended.
   *
   * @param eta the time that the rest will take if every trial takes as long as those of its cell
   *     and arm in this session have taken, what surrounds them included; empty while none has
   *     ended
   */
  record TrialFinished(TrialRecord record, int done, int total, Optional<Nanos> eta)
      implements ProgressEvent {}

  /** Something worth a line: a warning, a setup that runs. */
  record Note(String text) implements ProgressEvent {}
}
