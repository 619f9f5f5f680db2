package dev.assize.cli;

import dev.assize.evidence.DamagedEvidenceException;
import dev.assize.evidence.Entry;
import dev.assize.evidence.Event;
import dev.assize.evidence.RunDirectory;
import dev.assize.evidence.TrialRecord;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Plan;
import dev.assize.experiment.PlannedTrial;
import dev.assize.experiment.Scenario;
import dev.assize.experiment.Spec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How long a plan will take.
 *
 * @param expected for all of it, warm-ups, preparation and retries as often as before included;
 *     empty when nothing is known of the trials
 * @param source where {@code expected} is from, or why there is none
 */
record Estimate(Optional<Duration> expected, String source) {

  static Estimate stated(Plan plan, Duration trial) {
    return new Estimate(
        Optional.of(trial.multipliedBy(plan.trials().size())), "--trial-time for each trial");
  }

  /** From a run of the same commands, whose cells may be others. */
  static Estimate of(Plan plan, RunDirectory run) throws DamagedEvidenceException {
    Times times = Times.of(run.entries());
    return times.trials() == 0
        ? new Estimate(Optional.empty(), "no trial of run " + run.runId() + " has ended")
        : new Estimate(
            Optional.of(times.ofAll(plan)),
            "as run " + run.runId() + " took, over " + times.trials() + " trials");
  }

  /** From the newest run of exactly this spec, if there is one with a trial that ended. */
  static Estimate ofEarlier(Plan plan, Spec spec, Runs runs) throws IOException {
    String name = spec.experiment().name();
    for (Path path : runs.all()) {
      if (Runs.experimentOf(path).equals(name)) {
        try {
          RunDirectory run = RunDirectory.open(path);
          if (run.seal().spec().equals(spec.sha256())) {
            Estimate estimate = of(plan, run);
            if (estimate.expected().isPresent()) {
              return estimate;
            }
          }
        } catch (IOException | DamagedEvidenceException unreadable) {
          // Another run may do; whoever names this one is told of its damage.
        }
      }
    }
    return new Estimate(Optional.empty(), "no run of this very spec is under " + runs.root());
  }

  /** The time after which every command has been ended by its timeout; preparation comes on top. */
  static Duration atMost(Experiment experiment, Plan plan) {
    Map<String, Duration> timeouts = new HashMap<>();
    for (Scenario scenario : experiment.scenarios()) {
      timeouts.put(scenario.name().value(), Duration.ofNanos(scenario.timeout().value()));
    }
    Duration total = Duration.ZERO;
    for (PlannedTrial trial : plan.trials()) {
      total = total.plus(timeouts.getOrDefault(trial.cell().scenario().value(), Duration.ZERO));
    }
    return total;
  }

  String sentence(Experiment experiment, Plan plan) {
    String most =
        "; at most "
            + Quantity.text(atMost(experiment, plan))
            + " by the timeouts, without preparation and retries";
    return "estimated duration: "
        + expected
            .map(duration -> Quantity.text(duration) + " (" + source + ")" + most)
            .orElse(
                "unknown ("
                    + source
                    + ")"
                    + most
                    + "; give --pilot RUN or --trial-time, or run it once");
  }

  /** What a journal tells of the times that cells and arms took. */
  private static final class Times {
    private final Map<String, Duration> spent = new HashMap<>();
    private final Map<String, Set<Integer>> trials = new HashMap<>();
    private Duration between = Duration.ZERO;

    static Times of(List<Entry> entries) {
      Times times = new Times();
      Entry started = null;
      Entry before = null;
      TrialRecord ended = null;
      for (Entry entry : entries) {
        switch (entry.event()) {
          case Event.TrialStarted _ -> {
            if (started != null && ended != null) {
              times.add(ended, started, entry);
            }
            started = entry;
            ended = null;
          }
          case Event.TrialEnded(TrialRecord trial) -> ended = trial;
          case Event.SetUp _, Event.CleanedUp _ -> {
            times.close(started, ended, before);
            started = null;
            ended = null;
            if (before != null) {
              times.between = times.between.plus(Duration.between(before.at(), entry.at()));
            }
          }
          case Event.Noted _ -> {
            // Says something of what goes on.
          }
          default -> {
            times.close(started, ended, before);
            started = null;
            ended = null;
          }
        }
        before = entry;
      }
      times.close(started, ended, before);
      return times;
    }

    private void close(@Nullable Entry started, @Nullable TrialRecord ended, @Nullable Entry last) {
      if (started != null && ended != null && last != null) {
        add(ended, started, last);
      }
    }

    private void add(TrialRecord trial, Entry from, Entry to) {
      String key = key(trial.cell(), trial.arm());
      spent.merge(key, Duration.between(from.at(), to.at()), Duration::plus);
      trials.computeIfAbsent(key, _ -> new HashSet<>()).add(trial.attempt().trial());
    }

    int trials() {
      return trials.values().stream().mapToInt(Set::size).sum();
    }

    Duration ofAll(Plan plan) {
      Duration mean =
          spent.values().stream().reduce(Duration.ZERO, Duration::plus).dividedBy(trials());
      Duration total = between;
      for (PlannedTrial planned : plan.trials()) {
        String key = key(planned.cell(), planned.arm());
        Duration known = spent.get(key);
        Set<Integer> seen = trials.get(key);
        total = total.plus(known == null || seen == null ? mean : known.dividedBy(seen.size()));
      }
      return total;
    }

    private static String key(Object cell, Object arm) {
      return cell + "\0" + arm;
    }
  }
}
