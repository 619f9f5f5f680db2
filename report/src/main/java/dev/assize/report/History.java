package dev.assize.report;

import dev.assize.evidence.Attempt;
import dev.assize.evidence.Entry;
import dev.assize.evidence.Event;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The journal as the report tells it.
 *
 * @param trials every attempt that ended, in the order of running
 * @param inFlight attempts that began and never ended: the lab was killed meanwhile
 */
record History(List<Trial> trials, List<Attempt> inFlight) {
  History {
    trials = List.copyOf(trials);
    inFlight = List.copyOf(inFlight);
  }

  static History of(List<Entry> entries) {
    List<Trial> trials = new ArrayList<>();
    Set<Attempt> open = new LinkedHashSet<>();
    for (Entry entry : entries) {
      switch (entry.event()) {
        case Event.TrialStarted(Attempt attempt) -> open.add(attempt);
        case Event.TrialEnded ended -> {
          open.remove(ended.trial().attempt());
          trials.add(new Trial(trials.size() + 1, ended.trial()));
        }
        case Event.SetUp _,
            Event.CleanedUp _,
            Event.Stopped _,
            Event.Resumed _,
            Event.Noted _,
            Event.Opened _,
            Event.Closed _ -> {
          // The judge tells these among the deviations.
        }
      }
    }
    return new History(trials, List.copyOf(open));
  }
}
