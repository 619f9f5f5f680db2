package dev.assize.evidence;

import dev.assize.experiment.Nanos;
import dev.assize.experiment.OperationName;
import dev.assize.experiment.PlannedTrial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Writes and reads one trial with 1,000,000 operation samples; run with a small heap. */
final class MillionSamples {
  private static final int SAMPLES = 1_000_000;

  private MillionSamples() {}

  public static void main(String[] arguments) throws Exception {
    RunDirectory run = SampleRun.create(Path.of(arguments[0]));
    PlannedTrial planned = run.plan().trials().getFirst();
    TrialRecord plain = SampleRun.record(planned, 1, new Ending.Exited(0), List.of());
    List<OperationName> names =
        IntStream.range(0, 100).mapToObj(n -> new OperationName("operation-" + n)).toList();
    List<OperationSample> samples = new ArrayList<>(SAMPLES);
    for (int i = 0; i < SAMPLES; i++) {
      samples.add(
          new OperationSample(names.get(i % 100), 1 + i / 100, new Nanos(1_000_000_000L + i)));
    }
    TrialRecord trial =
        new TrialRecord(
            plain.attempt(),
            plain.measured(),
            plain.cell(),
            plain.arm(),
            plain.block(),
            plain.position(),
            plain.ending(),
            plain.startRaw(),
            plain.wall(),
            plain.ready(),
            plain.usage(),
            samples,
            plain.values(),
            plain.checked(),
            plain.gates(),
            plain.files(),
            plain.inForce());
    long begin = System.nanoTime();
    try (Journal journal = run.openJournal()) {
      journal.append(new Event.TrialStarted(trial.attempt()));
      journal.append(new Event.TrialEnded(trial));
    }
    long written = System.nanoTime();
    List<Entry> entries = RunDirectory.open(run.path()).entries();
    long read = System.nanoTime();
    if (!entries.getLast().event().equals(new Event.TrialEnded(trial))) {
      throw new AssertionError("expected the record that was written, found another");
    }
    if (!Verifier.verify(run.path()).isEmpty()) {
      throw new AssertionError("expected intact evidence");
    }
    System.out.printf(
        "%d samples, %d bytes, written in %d ms, read in %d ms, heap limit %d MiB%n",
        SAMPLES,
        Files.size(run.path().resolve("journal.jsonl")),
        (written - begin) / 1_000_000,
        (read - written) / 1_000_000,
        Runtime.getRuntime().maxMemory() >> 20);
  }
}
