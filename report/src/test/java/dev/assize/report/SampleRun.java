package dev.assize.report;

import dev.assize.evidence.Attempt;
import dev.assize.evidence.Digest;
import dev.assize.evidence.Ending;
import dev.assize.evidence.Entry;
import dev.assize.evidence.Event;
import dev.assize.evidence.FileRecord;
import dev.assize.evidence.GateResult;
import dev.assize.evidence.HostRecord;
import dev.assize.evidence.Journal;
import dev.assize.evidence.OperationSample;
import dev.assize.evidence.RunDirectory;
import dev.assize.evidence.TrialRecord;
import dev.assize.evidence.Usage;
import dev.assize.experiment.Bytes;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Gate;
import dev.assize.experiment.Nanos;
import dev.assize.experiment.OperationName;
import dev.assize.experiment.Plan;
import dev.assize.experiment.PlannedTrial;
import dev.assize.experiment.Planner;
import dev.assize.experiment.Scenario;
import dev.assize.experiment.Seal;
import dev.assize.experiment.Spec;
import dev.assize.experiment.SpecException;
import dev.assize.judge.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A run with something of everything: two kinds of scenario, parameters in only one of them, drift,
 * warm-ups, a trial void for interference, one ended at its timeout, retries, a regression. The
 * numbers are made up from a fixed seed; nothing is run.
 */
final class SampleRun {
  static final String SPEC =
      """
      assize: 1
      name: copy-buffer
      question: "Does a 1 MiB copy buffer make copying faster than the default of 16 KiB?"
      arms:
        small: { env: { COPY_BUFFER: 16K } }
        large: { env: { COPY_BUFFER: 1M } }
      scenarios:
        copy:
          parameters: { size: [64M, 1G] }
          command: [copytool, --size, "${size}", "in put", out]
          operations: [read, write]
          rounds: 3
          checks: [ { stdout: equal }, { file: out, equal: true } ]
        list:
          command: "ls -R . | wc -l"
          shell: true
          checks: [ { stdout: equal } ]
      gates: { checks: trial, retries: 2, interference: { limit: 10%, voids: trial }, steal: { limit: 1%, voids: note } }
      metrics:
        wall: { primary: true, minimum-effect: 1 % }
        cpu: {}
        max-rss: {}
        major-faults: { scale: difference, minimum-effect: 5 }
        writing: { operations: [write] }
      design: { blocks: 16, warmups: 1, seed: 7 }
      isolation: { cpus: [1], nice: -5, memory: 512MiB, environment: [PATH, HOME] }
      """;

  private final Spec spec;
  private final Plan plan;
  private final List<Event> events = new ArrayList<>();
  private final SplittableRandom random = new SplittableRandom(11);

  SampleRun(String yaml) {
    try {
      spec =
          Spec.parse(yaml.getBytes(StandardCharsets.UTF_8), Path.of("s.yaml"), Path.of("/specs"));
    } catch (SpecException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    plan = Planner.plan(spec.experiment(), spec.experiment().design().seed().orElse(1));
  }

  /** The whole sample, closed. */
  static SampleRun complete() {
    SampleRun run = new SampleRun(SPEC);
    for (PlannedTrial planned : run.plan.trials()) {
      run.attempts(planned);
    }
    run.close();
    return run;
  }

  /** Stopped by a kill while trial 40 ran. */
  static SampleRun incomplete() {
    SampleRun run = new SampleRun(SPEC);
    for (PlannedTrial planned : run.plan.trials().subList(0, 39)) {
      run.attempts(planned);
    }
    run.add(new Event.TrialStarted(new Attempt(40, 1)));
    return run;
  }

  Plan plan() {
    return plan;
  }

  Experiment experiment() {
    return spec.experiment();
  }

  SampleRun add(Event event) {
    events.add(event);
    return this;
  }

  SampleRun close() {
    long attempts = events.stream().filter(Event.TrialEnded.class::isInstance).count();
    return add(new Event.Closed(plan.trials().size(), (int) attempts));
  }

  private void attempts(PlannedTrial planned) {
    switch (planned.number()) {
      case 21 -> {
        ended(trial(planned, 1, gate("interference", "pid 4711 (cc1plus) used 0.82 of CPU 1")));
        ended(trial(planned, 2));
      }
      case 34 -> {
        ended(timedOut(planned, 1));
        ended(trial(planned, 2));
      }
      case 50 ->
          ended(
              trial(
                  planned,
                  1,
                  new GateResult(
                      "steal",
                      false,
                      Gate.Scope.NOTE,
                      "0.013 of CPU time was stolen; the limit is 0.01")));
      // The same cause again: one note. Interference would void here; NotesTest has it as a note.
      case 60, 61, 63 -> ended(trial(planned, 1, stolen(planned.number() - 58)));
      default -> ended(trial(planned, 1));
    }
  }

  private static GateResult stolen(int percent) {
    return new GateResult(
        "steal",
        false,
        Gate.Scope.NOTE,
        "expected at most 1.0 % of CPU time stolen by the hypervisor, found " + percent + ".0 %");
  }

  void ended(TrialRecord record) {
    add(new Event.TrialStarted(record.attempt()));
    add(new Event.TrialEnded(record));
  }

  static GateResult gate(String name, String detail) {
    return new GateResult(name, false, Gate.Scope.TRIAL, detail);
  }

  private double noise(double size) {
    double sum = 0;
    for (int i = 0; i < 4; i++) {
      sum += random.nextDouble() - 0.5;
    }
    return 1 + size * sum;
  }

  TrialRecord trial(PlannedTrial planned, int attempt, GateResult... gates) {
    boolean large = planned.arm().value().equals("large");
    String scenario = planned.cell().scenario().value();
    double size = scenario.contains("1G") ? 812e6 : scenario.contains("64M") ? 53e6 : 6.1e6;
    double effect = scenario.startsWith("copy") && large ? 0.885 : 1;
    double drift = 1 + 0.05 * planned.number() / plan.trials().size();
    double wall = size * effect * drift * noise(0.02) * (planned.measured() ? 1 : 1.08);
    if (planned.number() == 61) {
      wall *= 1.31;
    }
    boolean disturbed = gates.length > 0 && gates[0].voids() == Gate.Scope.TRIAL;
    return record(planned, attempt, Math.round(disturbed ? wall * 1.4 : wall), gates);
  }

  TrialRecord record(PlannedTrial planned, int attempt, long wall, GateResult... gates) {
    boolean large = planned.arm().value().equals("large");
    Scenario scenario = experiment().scenario(planned.cell().scenario());
    List<OperationSample> operations = new ArrayList<>();
    for (int round = 1; round <= scenario.rounds(); round++) {
      for (OperationName operation : scenario.operations()) {
        operations.add(
            new OperationSample(
                operation, round, new Nanos(Math.round(wall * 0.15 * noise(0.05)))));
      }
    }
    long user = Math.round(wall * 0.2 * noise(0.03));
    long system = Math.round(wall * 0.7 * noise(0.02));
    long rss = (large ? 5_980_160L : 5_242_880L) + 4096L * random.nextInt(12);
    return new TrialRecord(
        new Attempt(planned.number(), attempt),
        planned.measured(),
        planned.cell(),
        planned.arm(),
        planned.block(),
        planned.position(),
        new Ending.Exited(0),
        1_000_000_000L * planned.number(),
        Optional.of(new Nanos(wall)),
        Optional.empty(),
        Optional.of(
            new Usage(
                new Nanos(user),
                new Nanos(system),
                new Bytes(rss),
                900 + random.nextInt(40),
                random.nextInt(3),
                12,
                random.nextInt(9))),
        operations,
        Map.of(),
        checked(scenario),
        all(gates),
        List.of(),
        inForce());
  }

  /** Every gate of the spec passed, but for those given. */
  private List<GateResult> all(GateResult... failed) {
    Map<String, GateResult> results = new LinkedHashMap<>();
    for (Gate gate : experiment().gates().gates()) {
      String key = gate.kind().key();
      results.put(key, new GateResult(key, true, gate.voids(), ""));
    }
    for (GateResult result : failed) {
      results.put(result.name(), result);
    }
    return List.copyOf(results.values());
  }

  private static List<FileRecord> checked(Scenario scenario) {
    FileRecord stdout = new FileRecord("stdout", new Bytes(31), "5".repeat(64));
    return scenario.name().value().startsWith("copy")
        ? List.of(stdout, new FileRecord("out", new Bytes(67_108_864), "6".repeat(64)))
        : List.of(stdout);
  }

  private static Map<String, String> inForce() {
    return Map.of("cpus", "1", "nice", "-5", "memory.max", "536870912");
  }

  private TrialRecord timedOut(PlannedTrial planned, int attempt) {
    return new TrialRecord(
        new Attempt(planned.number(), attempt),
        planned.measured(),
        planned.cell(),
        planned.arm(),
        planned.block(),
        planned.position(),
        new Ending.TimedOut(),
        1_000_000_000L * planned.number(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Map.of(),
        List.of(),
        all(),
        List.of(),
        inForce());
  }

  static HostRecord host() {
    TreeMap<String, String> facts = new TreeMap<>();
    facts.put("cpu.model", "Example CPU 3000 @ 2.40GHz");
    facts.put("cpu.count", "2");
    facts.put("cpu.governor", "performance");
    facts.put("kernel.release", "6.8.0-40-generic");
    facts.put("memory.total", "24 GiB");
    facts.put("clocksource", "tsc");
    facts.put("mount /", "ext4 rw,relatime");
    facts.put("limit open files", "1024");
    return new HostRecord(
        facts,
        List.of(
            new FileRecord("/usr/local/bin/copytool", new Bytes(91_232), "7".repeat(64)),
            new FileRecord("/usr/bin/ls", new Bytes(151_344), "8".repeat(64))));
  }

  private Seal seal() {
    return new Seal(
        Experiment.SCHEMA,
        "assize 0.1.0",
        spec.sha256(),
        Digest.sha256(plan.toJson()),
        spec.directory().toString(),
        plan.seed(),
        Instant.parse("2026-12-02T07:15:00Z"));
  }

  List<TrialRecord> records() {
    return events.stream()
        .filter(Event.TrialEnded.class::isInstance)
        .map(event -> ((Event.TrialEnded) event).trial())
        .toList();
  }

  /** What a report would read of the run, without a directory. */
  Material material(Verdict verdict) {
    List<Entry> entries = new ArrayList<>();
    for (Event event : events) {
      entries.add(new Entry(entries.size() + 2, Instant.EPOCH, "0".repeat(64), event));
    }
    return new Material(Samples.RUN_ID, spec.experiment(), seal(), plan, entries, host(), verdict);
  }

  /** Writes the run as the lab would. */
  RunDirectory write(Path directory) throws IOException {
    RunDirectory run = RunDirectory.create(directory, spec, plan, seal(), host().toJson());
    try (Journal journal = run.openJournal()) {
      for (Event event : events) {
        journal.append(event);
      }
    }
    return run;
  }
}
