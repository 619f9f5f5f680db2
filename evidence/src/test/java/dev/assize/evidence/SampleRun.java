package dev.assize.evidence;

import dev.assize.experiment.Bytes;
import dev.assize.experiment.Gate;
import dev.assize.experiment.MetricName;
import dev.assize.experiment.Nanos;
import dev.assize.experiment.OperationName;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Makes runs as the lab does, without running anything. */
final class SampleRun {
  private static final String SPEC =
      """
      assize: 1
      name: sample
      question: Is new faster than old?
      arms:
        old: {}
        new: { args: [--fast] }
      scenarios:
        work:
          command: [work, input]
          checks: [ { stdout: equal } ]
      """;

  private SampleRun() {}

  static RunDirectory create(Path directory) throws IOException {
    Spec spec;
    try {
      spec =
          Spec.parse(
              SPEC.getBytes(StandardCharsets.UTF_8), Path.of("sample.yaml"), Path.of("/specs"));
    } catch (SpecException e) {
      throw new AssertionError(e);
    }
    Plan plan = Planner.plan(spec.experiment(), 7);
    Seal seal = Seal.of(spec, plan, Instant.parse("2026-12-02T07:15:00Z"));
    byte[] host =
        new HostRecord(
                new java.util.TreeMap<>(Map.of("kernel", "Linux 6", "processor", "Ünïcode")),
                List.of(new FileRecord("/bin/work", new Bytes(3), Digest.sha256(new byte[3]))))
            .toJson();
    return RunDirectory.create(directory, spec, plan, seal, host);
  }

  /** Carries out the first trials of the plan. */
  static RunDirectory withTrials(Path directory, int trials) throws IOException {
    RunDirectory run = create(directory);
    try (Journal journal = run.openJournal()) {
      for (PlannedTrial planned : run.plan().trials().subList(0, trials)) {
        journal.append(new Event.TrialStarted(new Attempt(planned.number(), 1)));
        journal.append(new Event.TrialEnded(carryOut(run, planned, 1)));
        journal.sync();
      }
    }
    return run;
  }

  /** Leaves the files of an attempt and returns its record. */
  static TrialRecord carryOut(RunDirectory run, PlannedTrial planned, int attempt)
      throws IOException {
    Path directory =
        Files.createDirectories(run.attemptDirectory(new Attempt(planned.number(), attempt)));
    List<FileRecord> files = new ArrayList<>();
    for (String name : List.of("stdout", "stderr")) {
      byte[] content = (name + " of " + planned.number() + "\n").getBytes(StandardCharsets.UTF_8);
      Files.write(directory.resolve(name), content);
      files.add(new FileRecord(name, new Bytes(content.length), Digest.sha256(content)));
    }
    return record(planned, attempt, new Ending.Exited(0), files);
  }

  static TrialRecord record(
      PlannedTrial planned, int attempt, Ending ending, List<FileRecord> files) {
    return new TrialRecord(
        new Attempt(planned.number(), attempt),
        planned.measured(),
        planned.cell(),
        planned.arm(),
        planned.block(),
        planned.position(),
        ending,
        1_000_000_007L * planned.number(),
        Optional.of(new Nanos(123_456_789)),
        Optional.empty(),
        Optional.empty(),
        List.of(new OperationSample(new OperationName("read"), 1, new Nanos(4_321))),
        Map.of(new MetricName("rate"), new Reading.Decimal("12.50")),
        files,
        List.of(new GateResult("steal", true, Gate.Scope.TRIAL, "")),
        files,
        Map.of("cpus", "0-1"));
  }

  static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : all.toList()) {
        Files.copy(path, to.resolve(from.relativize(path).toString()));
      }
    }
  }

  static void delete(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
