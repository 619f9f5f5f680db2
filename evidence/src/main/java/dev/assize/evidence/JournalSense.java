package dev.assize.evidence;

import dev.assize.experiment.Plan;
import dev.assize.experiment.PlannedTrial;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks that an unbroken journal tells a possible story: attempts of planned trials, each started
 * once, ended at most once, recorded as what the plan says they are. Catches writers at fault,
 * which hashes don't.
 */
final class JournalSense {
  private final List<Finding> findings;
  private final Set<Attempt> started = new HashSet<>();
  private final Set<Attempt> ended = new HashSet<>();
  private boolean closed;

  JournalSense(List<Finding> findings) {
    this.findings = findings;
  }

  /** Checks the entries; the plan is null when it is damaged. */
  void check(List<Entry> entries, @Nullable Plan plan) {
    Map<Integer, PlannedTrial> planned = new HashMap<>();
    if (plan != null) {
      plan.trials().forEach(trial -> planned.put(trial.number(), trial));
    }
    for (Entry entry : entries) {
      if (closed) {
        add(entry, "expected nothing after 'closed'");
      }
      switch (entry.event()) {
        case Event.TrialStarted(Attempt attempt) -> {
          if (!started.add(attempt)) {
            add(entry, "attempt " + attempt + " started before");
          }
          if (plan != null && !planned.containsKey(attempt.trial())) {
            add(entry, "the plan has no trial " + attempt.trial());
          }
        }
        case Event.TrialEnded(TrialRecord trial) -> {
          if (!started.contains(trial.attempt())) {
            add(entry, "attempt " + trial.attempt() + " ended but never started");
          }
          if (!ended.add(trial.attempt())) {
            add(entry, "attempt " + trial.attempt() + " ended before");
          }
          PlannedTrial as = planned.get(trial.attempt().trial());
          if (as != null && !isAsPlanned(trial, as)) {
            add(entry, "expected attempt " + trial.attempt() + " to be " + as + " as planned");
          }
        }
        case Event.Closed _ -> closed = true;
        default -> {}
      }
    }
  }

  private static boolean isAsPlanned(TrialRecord trial, PlannedTrial planned) {
    return trial.measured() == planned.measured()
        && trial.cell().equals(planned.cell())
        && trial.arm().equals(planned.arm())
        && trial.block() == planned.block()
        && trial.position() == planned.position();
  }

  private void add(Entry entry, String message) {
    findings.add(new Finding(RunDirectory.JOURNAL, entry.sequence(), message));
  }
}
