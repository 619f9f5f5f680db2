package dev.assize.evidence;

import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import java.util.Map;

/**
 * What the journal says happened. Each is one line, with its sequence, time and the previous line's
 * hash.
 */
public sealed interface Event {
  /**
   * The run began: the first line of every journal.
   *
   * @param seal SHA-256 of seal.json's bytes
   * @param host SHA-256 of host.json's bytes
   */
  record Opened(int schema, String tool, String seal, String host) implements Event {}

  /** A setup ended. An attempt at the trials of its cell and arm needs one that is ok. */
  record SetUp(Cell cell, ArmName arm, boolean ok, String detail) implements Event {}

  /** A cleanup ended. A failed one is reported and voids nothing. */
  record CleanedUp(Cell cell, ArmName arm, boolean ok, String detail) implements Event {}

  /**
   * An attempt is about to start. Without a later {@link TrialEnded} it was in flight at a kill.
   */
  record TrialStarted(Attempt attempt) implements Event {}

  /** An attempt ended, in whatever way. */
  record TrialEnded(TrialRecord trial) implements Event {}

  /** The lab stopped before the plan's end. */
  record Stopped(String why) implements Event {}

  /** The lab took the plan up again; the host may have changed. */
  record Resumed(String tool, Map<String, String> hostChanges) implements Event {
    public Resumed {
      hostChanges = Map.copyOf(hostChanges);
    }
  }

  /** Something that the report must mention: a deviation from the sealed plan, a warning. */
  record Noted(String topic, String text) implements Event {}

  /** Every planned trial has its last attempt; nothing is to come. */
  record Closed(int trials, int attempts) implements Event {}
}
