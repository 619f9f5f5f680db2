package dev.assize.judge;

import dev.assize.evidence.Attempt;
import dev.assize.evidence.Entry;
import dev.assize.evidence.Event;
import dev.assize.evidence.TrialRecord;
import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Gate;
import dev.assize.experiment.Plan;
import dev.assize.experiment.PlannedTrial;
import dev.assize.judge.Verdict.Counts;
import dev.assize.judge.Verdict.Tally;
import dev.assize.judge.Verdict.Voided;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Which attempts count, and why the others don't. */
final class Examination {
  private final Docket docket;
  private final List<Examined> attempts;
  private final List<Voided> voids = new ArrayList<>();
  private final Map<Cell, Fault> voidCells = new LinkedHashMap<>();
  private Optional<Fault> voidCohort = Optional.empty();

  /** The attempt that counts of each trial, by the trial's number. */
  private final Map<Integer, Examined> counting = new HashMap<>();

  private final Map<Cell, Map<ArmName, NavigableMap<Integer, Examined>>> measured = new HashMap<>();

  private Examination(Docket docket, List<Examined> attempts) {
    this.docket = docket;
    this.attempts = List.copyOf(attempts);
  }

  static Examination of(Docket docket) {
    Experiment experiment = docket.experiment();
    Map<Cell, GateRules> rules = new LinkedHashMap<>();
    for (Cell cell : experiment.cells()) {
      rules.put(cell, new GateRules(experiment.scenario(cell.scenario()), experiment.gates()));
    }
    Observing observing = new Observing(experiment, docket.observations());
    List<Examined> attempts = new ArrayList<>();
    for (Entry entry : docket.entries()) {
      if (entry.event() instanceof Event.TrialEnded(TrialRecord trial)) {
        GateRules rule = rules.get(trial.cell());
        if (rule == null) {
          throw new IllegalArgumentException(
              "journal line "
                  + entry.sequence()
                  + ": expected a trial of a cell of the sealed spec, found "
                  + trial.cell());
        }
        List<Fault> faults = new ArrayList<>(rule.faults(trial));
        faults.addAll(rule.proofs(trial, experiment.arm(trial.arm()).proofs().size()));
        Examined examined = new Examined(trial, entry.sequence(), faults, observing.of(trial));
        attempts.add(notAsPlanned(docket.plan(), trial).map(examined::with).orElse(examined));
      }
    }
    Examination examination = new Examination(docket, compareWork(docket, rules, attempts));
    examination.applyScopes();
    examination.pickCounting();
    return examination;
  }

  /** A record that is not of the trial whose number it bears says nothing about it. */
  private static Optional<Fault> notAsPlanned(Plan plan, TrialRecord trial) {
    int number = trial.attempt().trial();
    String found = describe(trial.cell(), trial.arm(), trial.measured(), trial.block());
    String expected = "no such trial";
    if (number >= 1 && number <= plan.trials().size()) {
      PlannedTrial planned = plan.trials().get(number - 1);
      expected = describe(planned.cell(), planned.arm(), planned.measured(), planned.block());
    }
    return expected.equals(found)
        ? Optional.empty()
        : Optional.of(
            new Fault(
                "plan",
                Gate.Scope.TRIAL,
                "expected by the plan " + expected + ", found " + found,
                false));
  }

  private static String describe(Cell cell, ArmName arm, boolean measured, int block) {
    return arm + " in " + cell + ", " + (measured ? "block " : "warm-up block ") + block;
  }

  private static List<Examined> compareWork(
      Docket docket, Map<Cell, GateRules> rules, List<Examined> attempts) {
    Experiment experiment = docket.experiment();
    Map<Attempt, List<Fault>> found = new HashMap<>();
    rules.forEach(
        (cell, rule) -> {
          List<Examined> done =
              attempts.stream()
                  .filter(a -> a.record().cell().equals(cell) && rule.endedWell(a.record()))
                  .toList();
          new WorkComparison(
                  cell,
                  experiment.scenario(cell.scenario()),
                  experiment.gates().checks(),
                  experiment.baseline().name())
              .faults(done)
              .forEach(found::put);
        });
    List<Examined> all = new ArrayList<>();
    for (Examined attempt : attempts) {
      Examined with = attempt;
      for (Fault fault : found.getOrDefault(attempt.record().attempt(), List.of())) {
        with = with.with(fault);
      }
      all.add(with);
    }
    return all;
  }

  /** Faults that void a cell or the cohort are told once, with how many attempts had them. */
  private record Wide(Gate.Scope scope, Cell cell, String gate, String why) {}

  private void applyScopes() {
    Map<Wide, List<Examined>> wide = new LinkedHashMap<>();
    List<Voided> single = new ArrayList<>();
    for (Examined attempt : attempts) {
      Cell cell = attempt.record().cell();
      for (Fault fault : attempt.faults()) {
        switch (fault.voids()) {
          case NOTE -> {
            // Told among the deviations.
          }
          case TRIAL -> single.add(new Voided(attempt.name(), fault.gate(), fault.why()));
          case CELL, COHORT ->
              wide.computeIfAbsent(
                      new Wide(fault.voids(), cell, fault.gate(), fault.why()),
                      _ -> new ArrayList<>())
                  .add(attempt);
        }
        if (fault.voids() == Gate.Scope.COHORT && voidCohort.isEmpty()) {
          voidCohort = Optional.of(fault);
        } else if (fault.voids() == Gate.Scope.CELL) {
          voidCells.putIfAbsent(cell, fault);
        }
      }
    }
    wide.forEach((fault, with) -> voids.add(voided(fault, with)));
    voids.addAll(single);
  }

  private static Voided voided(Wide fault, List<Examined> with) {
    return new Voided(
        fault.scope() == Gate.Scope.COHORT ? "cohort" : "cell " + fault.cell(),
        fault.gate(),
        with.getFirst().name()
            + (with.size() > 1 ? " and " + Words.count(with.size() - 1L, "more attempt") : "")
            + ": "
            + fault.why());
  }

  private void pickCounting() {
    for (Examined attempt : attempts) {
      if (attempt.valid() && voidReason(attempt.record().cell()).isEmpty()) {
        counting.put(attempt.record().attempt().trial(), attempt);
      }
    }
    for (Examined attempt : counting.values()) {
      TrialRecord trial = attempt.record();
      if (trial.measured()) {
        measured
            .computeIfAbsent(trial.cell(), _ -> new HashMap<>())
            .computeIfAbsent(trial.arm(), _ -> new TreeMap<>())
            .put(trial.block(), attempt);
      }
    }
  }

  /** All attempts that ended, in the order of the journal. */
  List<Examined> attempts() {
    return attempts;
  }

  List<Voided> voids() {
    return List.copyOf(voids);
  }

  /** Why nothing in the cell counts; empty when the cell is not void. */
  Optional<Fault> voidReason(Cell cell) {
    return voidCohort.or(() -> Optional.ofNullable(voidCells.get(cell)));
  }

  /** The measured trials that count, by block. */
  NavigableMap<Integer, Examined> trials(Cell cell, ArmName arm) {
    return measured.getOrDefault(cell, Map.of()).getOrDefault(arm, new TreeMap<>());
  }

  /** Why attempts of the arm in the cell do not count, most frequent reason first; may be empty. */
  Optional<String> commonFault(Cell cell, ArmName arm) {
    Map<String, Integer> reasons = new LinkedHashMap<>();
    for (Examined attempt : attempts) {
      if (attempt.record().cell().equals(cell) && attempt.record().arm().equals(arm)) {
        attempt.faults().stream()
            .filter(Fault::voiding)
            .findFirst()
            .ifPresent(f -> reasons.merge(f.gate() + ": " + f.why(), 1, Integer::sum));
      }
    }
    return reasons.entrySet().stream()
        .reduce((a, b) -> b.getValue() > a.getValue() ? b : a)
        .map(Map.Entry::getKey);
  }

  Counts counts() {
    Set<Attempt> started = new HashSet<>();
    docket.events(Event.TrialStarted.class).forEach(e -> started.add(e.attempt()));
    Set<Integer> ended = new HashSet<>();
    for (Examined attempt : attempts) {
      started.add(attempt.record().attempt());
      ended.add(attempt.record().attempt().trial());
    }
    int retries = (int) started.stream().filter(a -> a.number() > 1).count();
    int planned = docket.plan().trials().size();
    int valid = counting.size();
    int missing = planned - ended.size();
    return new Counts(
        planned, started.size(), retries, valid, ended.size() - valid, Math.max(0, missing));
  }

  List<Tally> tallies() {
    record Key(Cell cell, ArmName arm) {}
    Map<Key, int[]> sums = new HashMap<>();
    for (PlannedTrial trial : docket.plan().trials()) {
      if (trial.measured()) {
        sums.computeIfAbsent(new Key(trial.cell(), trial.arm()), _ -> new int[4])[0]++;
      }
    }
    for (Examined attempt : attempts) {
      if (attempt.record().measured()) {
        Key key = new Key(attempt.record().cell(), attempt.record().arm());
        int[] sum = sums.computeIfAbsent(key, _ -> new int[4]);
        sum[1]++;
        if (attempt.failed()) {
          sum[2]++;
        } else if (!attempt.valid()) {
          sum[3]++;
        }
      }
    }
    List<Tally> tallies = new ArrayList<>();
    for (Cell cell : docket.experiment().cells()) {
      docket
          .experiment()
          .arms()
          .forEach(
              arm -> {
                int[] sum = sums.getOrDefault(new Key(cell, arm.name()), new int[4]);
                int valid = trials(cell, arm.name()).size();
                tallies.add(new Tally(cell, arm.name(), sum[0], sum[1], valid, sum[2], sum[3]));
              });
    }
    return tallies;
  }
}
