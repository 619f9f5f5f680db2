package dev.assize.lab;

import dev.assize.evidence.Attempt;
import dev.assize.evidence.Ending;
import dev.assize.evidence.Event;
import dev.assize.evidence.TrialRecord;
import dev.assize.experiment.Cell;
import dev.assize.experiment.PlannedTrial;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One session at a run: goes through the plan and does what is missing. */
final class Session {
  private static final long IDLE_FROM_NANOS = 500_000_000;
  private static final double IDLE_SHARE = 0.05;

  private final Bench bench;
  private final Log log;
  private final Setups setups;
  private final List<PlannedTrial> plan;
  private final Map<Cell, Integer> last = new HashMap<>();
  private final Set<Site> hinted = new HashSet<>();
  private final Eta eta = new Eta();

  Session(Bench bench, Log log, Setups setups) {
    this.bench = bench;
    this.log = log;
    this.setups = setups;
    this.plan = bench.run().plan().trials();
    plan.forEach(trial -> last.put(trial.cell(), trial.number()));
  }

  LabResult carryOut() throws IOException {
    log.progress().on(new ProgressEvent.PlanStarted(done(), plan.size()));
    for (PlannedTrial trial : plan) {
      Optional<String> end = log.tally().done(trial) ? Optional.empty() : until(trial);
      if (end.isPresent()) {
        return stopped(end.get());
      }
      if (last.get(trial.cell()) == trial.number()) {
        setups.finish(trial.cell());
      }
    }
    setups.finishAll();
    checkInputs();
    log.append(new Event.Closed(plan.size(), log.tally().attempts()));
    log.journal().sync();
    return new LabResult(true, "");
  }

  /** Tries until the trial is done; returns why the run must stop, if it must. */
  private Optional<String> until(PlannedTrial trial) throws IOException {
    while (!log.tally().done(trial)) {
      Optional<String> asked = bench.stop().requested();
      if (asked.isPresent()) {
        return asked;
      }
      try {
        if (log.tally().hopeless(trial).isEmpty()) {
          setups.ensure(trial.cell());
        }
      } catch (Interrupted e) {
        return Optional.of(String.valueOf(e.getMessage()));
      }
      TrialRecord record = attempt(trial);
      if (record.ending() instanceof Ending.Interrupted(String why)) {
        return Optional.of(why);
      }
      if (log.tally().cohort().isPresent()) {
        return Optional.of("cohort voided by " + log.tally().cohort().get());
      }
    }
    return Optional.empty();
  }

  private TrialRecord attempt(PlannedTrial trial) throws IOException {
    long begin = System.nanoTime();
    int done = done();
    log.progress()
        .on(
            new ProgressEvent.TrialStarting(
                done, plan.size(), trial.cell(), trial.arm(), trial.measured()));
    Attempt attempt = log.tally().next(trial);
    log.append(new Event.TrialStarted(attempt));
    log.journal().sync();
    Optional<String> hopeless = log.tally().hopeless(trial);
    TrialRecord record =
        hopeless.isPresent()
            ? Records.unmeasured(trial, attempt, new Ending.NotStarted(hopeless.get()))
            : Trial.carryOut(bench, trial, attempt);
    log.append(new Event.TrialEnded(record));
    bench.references().offer(record);
    hintAtIdleness(record);
    log.journal().sync();
    if (hopeless.isEmpty()) {
      eta.took(trial, System.nanoTime() - begin);
    }
    List<PlannedTrial> rest = plan.stream().filter(t -> !log.tally().done(t)).toList();
    log.progress()
        .on(
            new ProgressEvent.TrialFinished(
                record, plan.size() - rest.size(), plan.size(), eta.of(rest)));
    return record;
  }

  private int done() {
    return (int) plan.stream().filter(log.tally()::done).count();
  }

  /** A command that needs a terminal, or waits for something else, looks slow and does nothing. */
  private void hintAtIdleness(TrialRecord record) throws IOException {
    Site site = new Site(record.cell(), record.arm());
    if (!record.valid() || record.wall().isEmpty() || record.usage().isEmpty()) {
      return;
    }
    long wall = record.wall().get().value();
    long cpu = record.usage().get().user().value() + record.usage().get().system().value();
    if (wall >= IDLE_FROM_NANOS && cpu < IDLE_SHARE * wall && hinted.add(site)) {
      log.note(
          "idle",
          site
              + ": trial "
              + record.attempt()
              + " used "
              + Texts.seconds(cpu)
              + " of CPU in "
              + Texts.seconds(wall)
              + ": it mostly waited. Commands run without a terminal; if this one waits for one,"
              + " its time is not that of the work");
    }
  }

  private LabResult stopped(String why) throws IOException {
    log.append(new Event.Stopped(why));
    log.journal().sync();
    setups.finishAll();
    log.journal().sync();
    return new LabResult(false, why);
  }

  /** The full reading of all inputs at the end; what it finds can't be put down to one trial. */
  private void checkInputs() throws IOException {
    for (Map.Entry<Cell, Inventory> one : bench.inventories().all().entrySet()) {
      List<String> changes = one.getValue().changesInFull();
      if (!changes.isEmpty()) {
        log.note(
            "inventory-changed",
            one.getKey()
                + ": inputs differ from the start of this session although their times did not"
                + " tell: "
                + String.join(", ", changes));
      }
    }
  }
}
