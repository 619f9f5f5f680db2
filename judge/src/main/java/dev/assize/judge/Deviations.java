package dev.assize.judge;

import dev.assize.evidence.Event;
import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import dev.assize.experiment.PlannedTrial;
import dev.assize.judge.Verdict.Counts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Where the run differs from the sealed plan, and what the lab noted on the way. */
final class Deviations {
  private static final int MOST_QUOTED = 5;

  private final Docket docket;
  private final Examination examination;
  private final List<String> found = new ArrayList<>();

  private Deviations(Docket docket, Examination examination) {
    this.docket = docket;
    this.examination = examination;
  }

  static List<String> of(Docket docket, Examination examination, Counts counts) {
    Deviations deviations = new Deviations(docket, examination);
    deviations.found.addAll(docket.overrides().deviations());
    deviations.attempts(counts);
    deviations.interruptions();
    deviations.order();
    deviations.setups();
    deviations.notes();
    return deviations.found;
  }

  private void attempts(Counts counts) {
    if (counts.missing() > 0) {
      found.add(
          Words.count(counts.missing(), "planned trial") + " of " + counts.planned() + " not made");
    }
    if (counts.voided() > 0) {
      found.add(
          Words.count(counts.voided(), "trial")
              + " made that "
              + (counts.voided() == 1 ? "does" : "do")
              + " not count, see voids");
    }
    if (counts.retries() > 0) {
      found.add(
          counts.retries()
              + (counts.retries() == 1 ? " retry" : " retries")
              + " of failed or voided trials; the spec allows "
              + docket.experiment().gates().retries()
              + " a trial");
    }
    Map<Integer, Integer> tries = new TreeMap<>();
    for (Examined attempt : examination.attempts()) {
      // What the lab itself cut short is not charged to the trial.
      if (attempt.faults().stream().noneMatch(f -> f.gate().equals("interrupted"))) {
        tries.merge(attempt.record().attempt().trial(), 1, Integer::sum);
      }
    }
    int allowed = docket.experiment().gates().retries() + 1;
    tries.forEach(
        (trial, n) -> {
          if (n > allowed) {
            found.add("trial " + trial + " was tried " + n + " times; the spec allows " + allowed);
          }
        });
  }

  private void interruptions() {
    docket.events(Event.Stopped.class).forEach(e -> found.add("stopped: " + e.why()));
    docket
        .events(Event.Resumed.class)
        .forEach(
            e ->
                found.add(
                    e.hostChanges().isEmpty()
                        ? "resumed on an unchanged host"
                        : "resumed on a changed host: "
                            + String.join(
                                "; ",
                                new TreeMap<>(e.hostChanges())
                                    .entrySet().stream()
                                        .map(c -> c.getKey() + " " + c.getValue())
                                        .toList())));
  }

  /** Blocks whose counted trials were not made in the order that the plan drew. */
  private void order() {
    record Block(Cell cell, int number) {}
    Map<Integer, Integer> positions = new HashMap<>();
    for (PlannedTrial trial : docket.plan().trials()) {
      positions.put(trial.number(), trial.position());
    }
    Map<Block, List<Examined>> blocks = new LinkedHashMap<>();
    for (Cell cell : docket.experiment().cells()) {
      for (var arm : docket.experiment().arms()) {
        ArmName name = arm.name();
        examination
            .trials(cell, name)
            .forEach(
                (number, trial) ->
                    blocks
                        .computeIfAbsent(new Block(cell, number), _ -> new ArrayList<>())
                        .add(trial));
      }
    }
    List<String> swapped = new ArrayList<>();
    blocks.forEach(
        (block, trials) -> {
          trials.sort(Comparator.comparingLong(Examined::sequence));
          for (int i = 1; i < trials.size(); i++) {
            if (position(positions, trials.get(i)) < position(positions, trials.get(i - 1))) {
              swapped.add(block.cell() + " block " + block.number());
              break;
            }
          }
        });
    if (!swapped.isEmpty()) {
      found.add(
          "arms not in the drawn order, after retries, in "
              + Words.count(swapped.size(), "block")
              + ": "
              + quoted(swapped));
    }
  }

  private static int position(Map<Integer, Integer> positions, Examined trial) {
    return positions.getOrDefault(trial.record().attempt().trial(), 0);
  }

  private void setups() {
    docket
        .events(Event.SetUp.class)
        .filter(e -> !e.ok())
        .forEach(
            e -> found.add("setup failed for " + e.arm() + " in " + e.cell() + ": " + e.detail()));
    docket
        .events(Event.CleanedUp.class)
        .filter(e -> !e.ok())
        .forEach(
            e ->
                found.add("cleanup failed for " + e.arm() + " in " + e.cell() + ": " + e.detail()));
  }

  private void notes() {
    Map<String, List<String>> byGate = new LinkedHashMap<>();
    for (Examined attempt : examination.attempts()) {
      for (Fault fault : attempt.faults()) {
        if (!fault.voiding()) {
          byGate
              .computeIfAbsent(fault.gate(), _ -> new ArrayList<>())
              .add(attempt.name() + (fault.why().isEmpty() ? "" : ": " + fault.why()));
        }
      }
    }
    byGate.forEach(
        (gate, trials) ->
            found.add(
                "gate "
                    + gate
                    + " failed in "
                    + Words.count(trials.size(), "attempt")
                    + " and voids nothing by the spec: "
                    + quoted(trials)));
    docket
        .events(Event.Noted.class)
        .map(e -> e.topic() + ": " + e.text())
        .distinct()
        .forEach(found::add);
  }

  private static String quoted(List<String> all) {
    return String.join("; ", all.subList(0, Math.min(MOST_QUOTED, all.size())))
        + (all.size() > MOST_QUOTED ? "; and " + (all.size() - MOST_QUOTED) + " more" : "");
  }
}
