package dev.assize.lab;

import dev.assize.evidence.Attempt;
import dev.assize.evidence.Ending;
import dev.assize.evidence.Entry;
import dev.assize.evidence.Event;
import dev.assize.evidence.GateResult;
import dev.assize.evidence.TrialRecord;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Gate;
import dev.assize.experiment.PlannedTrial;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the journal says so far: which trials need another attempt and which never will get one.
 * Made from the entries at the start and kept up with each further event, so that a resumed run
 * decides as an uninterrupted one.
 */
final class Tally {
  private final int retries;
  private final Map<Integer, List<TrialRecord>> records = new HashMap<>();
  private final Map<Integer, Integer> started = new HashMap<>();
  private final Set<Attempt> inFlight = new LinkedHashSet<>();
  private final Map<Site, Boolean> setUp = new LinkedHashMap<>();
  private final Set<Site> open = new LinkedHashSet<>();
  private final Map<Cell, String> voided = new HashMap<>();
  private Optional<String> cohort = Optional.empty();
  private boolean closed;
  private int events;

  Tally(int retries) {
    this.retries = retries;
  }

  static Tally of(List<Entry> entries, int retries) {
    Tally tally = new Tally(retries);
    entries.forEach(entry -> tally.note(entry.event()));
    return tally;
  }

  void note(Event event) {
    events++;
    switch (event) {
      case Event.TrialStarted(Attempt attempt) -> {
        started.merge(attempt.trial(), attempt.number(), Math::max);
        inFlight.add(attempt);
      }
      case Event.TrialEnded(TrialRecord trial) -> ended(trial);
      case Event.SetUp(var cell, var arm, boolean ok, _) -> {
        setUp.put(new Site(cell, arm), ok);
        open.add(new Site(cell, arm));
      }
      case Event.CleanedUp(var cell, var arm, _, _) -> {
        // A failed setup is for good; one that was undone can be done again.
        setUp.remove(new Site(cell, arm), true);
        open.remove(new Site(cell, arm));
      }
      case Event.Closed _ -> closed = true;
      case Event.Opened _, Event.Stopped _, Event.Resumed _, Event.Noted _ -> {
        // Nothing that decides what is still to do.
      }
    }
  }

  private void ended(TrialRecord trial) {
    inFlight.remove(trial.attempt());
    started.merge(trial.attempt().trial(), trial.attempt().number(), Math::max);
    records.computeIfAbsent(trial.attempt().trial(), _ -> new ArrayList<>()).add(trial);
    for (GateResult gate : trial.gates()) {
      if (!gate.passed()) {
        String why =
            "trial " + trial.attempt() + ": gate " + gate.name() + " failed: " + gate.detail();
        if (gate.voids() == Gate.Scope.CELL) {
          voided.putIfAbsent(trial.cell(), why);
        } else if (gate.voids() == Gate.Scope.COHORT && cohort.isEmpty()) {
          cohort = Optional.of(why);
        }
      }
    }
  }

  /** Whether the trial needs no further attempt. */
  boolean done(PlannedTrial trial) {
    List<TrialRecord> all = records.getOrDefault(trial.number(), List.of());
    if (all.isEmpty() || all.getLast().ending() instanceof Ending.Interrupted) {
      return false;
    }
    return all.getLast().valid() || counted(all) > retries || hopeless(trial).isPresent();
  }

  /** Interruptions were not the trial's doing and use up no retry. */
  private static long counted(List<TrialRecord> all) {
    return all.stream().filter(r -> !(r.ending() instanceof Ending.Interrupted)).count();
  }

  /** Why the trial can't be run any more, if it can't. */
  Optional<String> hopeless(PlannedTrial trial) {
    String why = voided.get(trial.cell());
    if (why != null) {
      return Optional.of("cell voided by " + why);
    }
    return Boolean.FALSE.equals(setUp.get(new Site(trial.cell(), trial.arm())))
        ? Optional.of("the setup of " + trial.cell() + " " + trial.arm() + " failed")
        : Optional.empty();
  }

  Attempt next(PlannedTrial trial) {
    return new Attempt(trial.number(), started.getOrDefault(trial.number(), 0) + 1);
  }

  /** Attempts that a crash cut short. */
  Set<Attempt> inFlight() {
    return new LinkedHashSet<>(inFlight);
  }

  /** Whether a setup of the site ended, in whatever way, and was not undone. */
  boolean isSetUp(Site site) {
    return setUp.containsKey(site);
  }

  /** Sites whose setup ended, in whatever way, and had no cleanup since. */
  List<Site> openSetUps() {
    return List.copyOf(open);
  }

  /** Why the whole run is void, if it is. */
  Optional<String> cohort() {
    return cohort;
  }

  boolean closed() {
    return closed;
  }

  /** Whether an earlier session worked on this run: the first event is its opening. */
  boolean begun() {
    return events > 1;
  }

  int attempts() {
    return started.values().stream().mapToInt(Integer::intValue).sum();
  }

  List<TrialRecord> valid() {
    return records.values().stream()
        .flatMap(List::stream)
        .filter(TrialRecord::valid)
        .sorted((a, b) -> Integer.compare(a.attempt().trial(), b.attempt().trial()))
        .toList();
  }
}
