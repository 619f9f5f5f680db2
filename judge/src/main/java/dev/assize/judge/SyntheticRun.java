package dev.assize.judge;

import dev.assize.evidence.Attempt;
import dev.assize.evidence.Digest;
import dev.assize.evidence.Entry;
import dev.assize.evidence.Event;
import dev.assize.evidence.HostRecord;
import dev.assize.evidence.Journal;
import dev.assize.evidence.Observation;
import dev.assize.evidence.ObservationFile;
import dev.assize.evidence.RunDirectory;
import dev.assize.evidence.TrialRecord;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Plan;
import dev.assize.experiment.PlannedTrial;
import dev.assize.experiment.Planner;
import dev.assize.experiment.Seal;
import dev.assize.experiment.Spec;
import dev.assize.experiment.SpecException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A run that nobody made: a real spec and plan, with a made-up record for each planned trial. Same
 * spec, seed and maker, same evidence, apart from the times at which its journal is written.
 */
final class SyntheticRun {
  private static final String TOOL = "assize synthetic";

  private final Spec spec;
  private final Plan plan;
  private final List<Event> events = new ArrayList<>();
  private final Map<Attempt, List<Observation>> observed = new HashMap<>();

  /** Makes the attempts of a trial, in their order; none when it was never made. */
  interface Maker extends Function<PlannedTrial, List<TrialRecord>> {}

  SyntheticRun(String yaml, long seed) {
    try {
      this.spec =
          Spec.parse(
              yaml.getBytes(StandardCharsets.UTF_8), Path.of("synthetic.yaml"), Path.of("/"));
    } catch (SpecException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    this.plan = Planner.plan(spec.experiment(), seed);
  }

  Experiment experiment() {
    return spec.experiment();
  }

  Plan plan() {
    return plan;
  }

  SyntheticTrial trial(PlannedTrial planned) {
    return new SyntheticTrial(spec.experiment(), planned);
  }

  /** Adds the records of every planned trial, in the order of the plan. */
  SyntheticRun carryOut(Maker maker) {
    for (PlannedTrial planned : plan.trials()) {
      for (TrialRecord record : maker.apply(planned)) {
        add(record);
      }
    }
    return this;
  }

  SyntheticRun add(TrialRecord record) {
    events.add(new Event.TrialStarted(record.attempt()));
    events.add(new Event.TrialEnded(record));
    return this;
  }

  /** Sets what was observed during an attempt. */
  SyntheticRun observe(Attempt attempt, List<Observation> observations) {
    observed.put(attempt, List.copyOf(observations));
    return this;
  }

  SyntheticRun add(Event event) {
    events.add(event);
    return this;
  }

  SyntheticRun close() {
    int attempts = (int) events.stream().filter(Event.TrialEnded.class::isInstance).count();
    return add(new Event.Closed(plan.trials().size(), attempts));
  }

  /** What the judge would read of the run, without a directory. */
  Docket docket() {
    List<Entry> entries = new ArrayList<>();
    for (Event event : events) {
      entries.add(new Entry(entries.size() + 2, Instant.EPOCH, "0".repeat(64), event));
    }
    return new Docket(
        "synthetic",
        spec.experiment(),
        plan,
        entries,
        trial -> observed.getOrDefault(trial.attempt(), List.of()),
        spec.overrides());
  }

  /** Writes the run into a directory that does not exist yet, as the lab would. */
  RunDirectory write(Path directory) throws IOException {
    Seal seal =
        new Seal(
            Experiment.SCHEMA,
            TOOL,
            spec.sha256(),
            Digest.sha256(plan.toJson()),
            spec.directory().toString(),
            plan.seed(),
            Instant.EPOCH);
    RunDirectory run =
        RunDirectory.create(
            directory, spec, plan, seal, new HostRecord(new TreeMap<>(), List.of()).toJson());
    try (Journal journal = run.openJournal()) {
      for (Event event : events) {
        journal.append(event);
      }
    }
    for (var attempt : observed.entrySet()) {
      Path place = Files.createDirectories(run.attemptDirectory(attempt.getKey()));
      try (var file = ObservationFile.Writer.create(place.resolve(ObservationFile.NAME))) {
        attempt.getValue().forEach(file::append);
      }
    }
    return run;
  }
}
