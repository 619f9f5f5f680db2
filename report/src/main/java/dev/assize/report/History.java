package dev.assize.report;

import dev.assize.evidence.Attempt;
import dev.assize.evidence.Entry;
import dev.assize.evidence.Event;
import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * The journal as the report tells it.
 *
 * @param trials every attempt that ended, in the order of running
 * @param inFlight attempts that began and never ended: the lab was killed meanwhile
 * @param events all other events worth telling, in order, each as a sentence
 */
record History(List<Trial> trials, List<Attempt> inFlight, List<String> events) {
  History {
    trials = List.copyOf(trials);
    inFlight = List.copyOf(inFlight);
    events = List.copyOf(events);
  }

  static History of(List<Entry> entries) {
    List<Trial> trials = new ArrayList<>();
    Set<Attempt> open = new LinkedHashSet<>();
    List<String> events = new ArrayList<>();
    for (Entry entry : entries) {
      switch (entry.event()) {
        case Event.TrialStarted(Attempt attempt) -> open.add(attempt);
        case Event.TrialEnded ended -> {
          open.remove(ended.trial().attempt());
          trials.add(new Trial(trials.size() + 1, ended.trial()));
        }
        case Event.SetUp(Cell cell, ArmName arm, boolean ok, String detail) -> {
          if (!ok) {
            events.add("Setup of " + cell + ", arm " + arm + ", failed: " + detail);
          }
        }
        case Event.CleanedUp(Cell cell, ArmName arm, boolean ok, String detail) -> {
          if (!ok) {
            events.add("Cleanup of " + cell + ", arm " + arm + ", failed: " + detail);
          }
        }
        case Event.Stopped(String why) -> events.add("The run was stopped: " + why);
        case Event.Resumed resumed -> events.add(resumed(resumed));
        case Event.Noted(String topic, String text) -> events.add(topic + ": " + text);
        case Event.Opened _ -> {}
        case Event.Closed _ -> {}
      }
    }
    return new History(trials, List.copyOf(open), events);
  }

  private static String resumed(Event.Resumed resumed) {
    if (resumed.hostChanges().isEmpty()) {
      return "The run was resumed by " + resumed.tool() + "; nothing about the host had changed.";
    }
    List<String> changes = new ArrayList<>();
    new TreeMap<>(resumed.hostChanges()).forEach((name, text) -> changes.add(name + ": " + text));
    return "The run was resumed by "
        + resumed.tool()
        + " on a host that had changed: "
        + String.join("; ", changes);
  }
}
