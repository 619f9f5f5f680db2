package dev.assize.judge;

import dev.assize.evidence.Observation.Clocks;
import dev.assize.evidence.OperationSample;
import dev.assize.evidence.TrialRecord;
import dev.assize.experiment.Nanos;
import dev.assize.experiment.OperationName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The windows of an attempt: one for each operation and round, from its start and the warm-up after
 * that to its end. When the workload did not tell when each of them started, one over the whole
 * attempt, from the spawn to the end.
 */
final class Windows {
  private final TrialRecord trial;
  private final long warmUp;
  private final long bound;
  private final Recording recording;

  private Windows(TrialRecord trial, long warmUp, long bound, Recording recording) {
    this.trial = trial;
    this.warmUp = warmUp;
    this.bound = bound;
    this.recording = recording;
  }

  /**
   * Places the windows of an attempt.
   *
   * @param warmUp in ns
   * @param bound in ns, the largest disagreement of clocks
   */
  static List<Window> of(TrialRecord trial, long warmUp, long bound, Recording recording) {
    return new Windows(trial, warmUp, bound, recording).all();
  }

  private List<Window> all() {
    Optional<Clocks> clocks = recording.first();
    if (clocks.isEmpty()) {
      return List.of(
          Window.unplaced(
              WindowStatus.NO_TIMESTAMPS, "the observations have no reading of the lab's clocks"));
    }
    if (trial.wall().isEmpty()) {
      return List.of(
          Window.unplaced(WindowStatus.NO_TIMESTAMPS, "the attempt has no recorded end"));
    }
    // Over the moments before the spawn the two clocks run apart by next to nothing.
    long spawn =
        trial
            .startedAt()
            .map(Nanos::value)
            .orElse(clocks.get().monotonic() + (trial.startRaw() - clocks.get().raw()));
    long reaped = spawn + trial.wall().get().value();
    List<OperationSample> operations = trial.operations();
    if (operations.isEmpty() || operations.stream().anyMatch(o -> o.start().isEmpty())) {
      return List.of(whole(spawn, reaped));
    }
    return operations.stream()
        .sorted(Comparator.comparingLong(o -> o.start().orElseThrow()))
        .map(o -> of(o, spawn, reaped))
        .toList();
  }

  private Window whole(long spawn, long reaped) {
    long start = spawn + warmUp;
    if (reaped <= start) {
      return empty(Optional.empty(), 0, reaped - spawn);
    }
    // Before the work is let go and after it is over nothing is counted but idling.
    long from = warmUp == 0 ? Math.min(start, edge(recording.first(), start)) : start;
    long to = Math.max(reaped, edge(recording.last(), reaped));
    return new Window(Optional.empty(), 0, start, reaped, from, to, WindowStatus.OK, "");
  }

  private static long edge(Optional<Clocks> clocks, long otherwise) {
    return clocks.map(Clocks::monotonic).orElse(otherwise);
  }

  private Window of(OperationSample operation, long spawn, long reaped) {
    var name = Optional.of(operation.operation());
    long began = operation.start().orElseThrow();
    long end = began + operation.duration().value();
    if (began < spawn - bound || end > reaped + bound) {
      return new Window(
          name,
          operation.round(),
          began,
          end,
          began,
          end,
          WindowStatus.CLOCK_SKEW,
          "the workload says that "
              + operation.operation()
              + " began "
              + Words.signedTime(began - spawn)
              + " and ended "
              + Words.signedTime(end - spawn)
              + " after the spawn, and the attempt took "
              + Words.time(reaped - spawn)
              + ": starts are expected in ns of CLOCK_MONOTONIC");
    }
    long start = began + warmUp;
    return end <= start
        ? empty(name, operation.round(), end - began)
        : new Window(name, operation.round(), start, end, start, end, WindowStatus.OK, "");
  }

  private Window empty(Optional<OperationName> name, int round, long length) {
    return new Window(
        name,
        round,
        0,
        0,
        0,
        0,
        WindowStatus.EMPTY_WINDOW,
        "a warm-up of " + Words.time(warmUp) + " leaves nothing of " + Words.time(length));
  }

  /**
   * Joins windows that overlap, as those of operations at the same time do, so that nothing is
   * counted twice. Windows that can't be placed stay.
   */
  static List<Window> joined(List<Window> windows) {
    List<Window> joined = new ArrayList<>();
    for (Window next : windows) {
      Window last = joined.isEmpty() ? null : joined.getLast();
      if (last != null
          && last.status() == WindowStatus.OK
          && next.status() == WindowStatus.OK
          && next.from() <= last.to()) {
        joined.removeLast();
        joined.add(
            new Window(
                last.operation(),
                last.round(),
                last.start(),
                Math.max(last.end(), next.end()),
                last.from(),
                Math.max(last.to(), next.to()),
                WindowStatus.OK,
                ""));
      } else {
        joined.add(next);
      }
    }
    return joined;
  }
}
