package dev.assize.evidence;

import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Plan;
import dev.assize.experiment.PlannedTrial;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.TreeMap;

/** How far a plan has been carried out, read off the journal. Does not change after it was made. */
public final class EvidenceState {
  /**
   * A setup that was not cleaned up.
   *
   * @param ok false when the setup failed; it needs its cleanup all the same
   */
  public record OpenSetup(Cell cell, ArmName arm, boolean ok) {}

  private record Place(Cell cell, ArmName arm) {}

  private final Map<Integer, List<TrialRecord>> ended = new TreeMap<>();
  private final Map<Integer, Integer> lastAttempt = new TreeMap<>();
  private final SequencedSet<Attempt> inFlight = new LinkedHashSet<>();
  private final SequencedMap<Place, OpenSetup> openSetups = new LinkedHashMap<>();
  private final List<PlannedTrial> withoutRecord = new ArrayList<>();
  private boolean closed;

  private EvidenceState() {}

  /**
   * Reads the state off the entries.
   *
   * @throws IllegalArgumentException when an attempt is of a trial that the plan does not have
   */
  public static EvidenceState of(List<Entry> entries, Plan plan) {
    EvidenceState state = new EvidenceState();
    int trials = plan.trials().size();
    for (Entry entry : entries) {
      state.take(entry, trials);
    }
    for (PlannedTrial trial : plan.trials()) {
      if (!state.ended.containsKey(trial.number())) {
        state.withoutRecord.add(trial);
      }
    }
    return state;
  }

  private void take(Entry entry, int trials) {
    switch (entry.event()) {
      case Event.TrialStarted(Attempt attempt) -> {
        requirePlanned(entry, attempt, trials);
        inFlight.add(attempt);
        lastAttempt.merge(attempt.trial(), attempt.number(), Math::max);
      }
      case Event.TrialEnded(TrialRecord trial) -> {
        Attempt attempt = trial.attempt();
        requirePlanned(entry, attempt, trials);
        inFlight.remove(attempt);
        lastAttempt.merge(attempt.trial(), attempt.number(), Math::max);
        ended.computeIfAbsent(attempt.trial(), _ -> new ArrayList<>()).add(trial);
      }
      case Event.SetUp(Cell cell, ArmName arm, boolean ok, _) ->
          openSetups.put(new Place(cell, arm), new OpenSetup(cell, arm, ok));
      case Event.CleanedUp(Cell cell, ArmName arm, _, _) -> openSetups.remove(new Place(cell, arm));
      case Event.Closed _ -> closed = true;
      case Event.Opened _, Event.Stopped _, Event.Resumed _, Event.Noted _ -> {}
    }
  }

  private static void requirePlanned(Entry entry, Attempt attempt, int trials) {
    if (attempt.trial() < 1 || attempt.trial() > trials) {
      throw new IllegalArgumentException(
          "%s:%d: expected a trial from 1 to %d as planned, found %d"
              .formatted(RunDirectory.JOURNAL, entry.sequence(), trials, attempt.trial()));
    }
  }

  /** The record of the trial's last attempt that ended; empty when none has. */
  public Optional<TrialRecord> last(int trial) {
    List<TrialRecord> records = attempts(trial);
    return records.isEmpty() ? Optional.empty() : Optional.of(records.getLast());
  }

  /** The records of the trial's attempts that ended, in the order of the journal. */
  public List<TrialRecord> attempts(int trial) {
    return List.copyOf(ended.getOrDefault(trial, List.of()));
  }

  /** The last record of every trial that has one, in plan order. */
  public List<TrialRecord> lastRecords() {
    return ended.values().stream().map(List::getLast).toList();
  }

  /** Every record of every attempt that ended, in plan order, then by attempt. */
  public List<TrialRecord> allRecords() {
    return ended.values().stream().flatMap(List::stream).toList();
  }

  /** The highest number of an attempt at the trial, started or ended; 0 when there was none. */
  public int attemptsMade(int trial) {
    return lastAttempt.getOrDefault(trial, 0);
  }

  /** Attempts that started and did not end: in flight when the lab was killed, or now. */
  public List<Attempt> inFlight() {
    return List.copyOf(inFlight);
  }

  /** Setups without a cleanup after them, oldest first. */
  public List<OpenSetup> openSetups() {
    return List.copyOf(openSetups.values());
  }

  /** Planned trials of which no attempt has ended, in plan order. */
  public List<PlannedTrial> withoutRecord() {
    return List.copyOf(withoutRecord);
  }

  /** True when the plan was carried out to its end. */
  public boolean closed() {
    return closed;
  }
}
