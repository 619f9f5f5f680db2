package dev.assize.evidence;

import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import dev.assize.experiment.MetricName;
import dev.assize.experiment.Nanos;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything measured of one attempt.
 *
 * @param startRaw CLOCK_MONOTONIC_RAW at the spawn, in ns
 * @param startedAt CLOCK_MONOTONIC at the spawn; absent when nothing was observed
 * @param wall spawn to reaped; absent when it never ran or was interrupted
 * @param ready spawn to readiness; absent without a readiness rule or when never reached
 * @param values of metrics that come from stdout numbers; other metrics derive from the fields here
 * @param checked files whose hashes the checks used, in the order of the checks; stdout and stderr
 *     as {@code stdout} and {@code stderr}
 * @param gates every gate and check, passed or not
 * @param files what the attempt's directory holds, for verification
 * @param inForce isolation as read back from the kernel, in words by name
 */
public record TrialRecord(
    Attempt attempt,
    boolean measured,
    Cell cell,
    ArmName arm,
    int block,
    int position,
    Ending ending,
    long startRaw,
    Optional<Nanos> startedAt,
    Optional<Nanos> wall,
    Optional<Nanos> ready,
    Optional<Usage> usage,
    List<OperationSample> operations,
    Map<MetricName, Reading> values,
    List<FileRecord> checked,
    List<GateResult> gates,
    List<FileRecord> files,
    Map<String, String> inForce) {
  public TrialRecord {
    operations = List.copyOf(operations);
    values = Map.copyOf(values);
    checked = List.copyOf(checked);
    gates = List.copyOf(gates);
    files = List.copyOf(files);
    inForce = Map.copyOf(inForce);
  }

  /** One of a trial at which nothing was observed. */
  public TrialRecord(
      Attempt attempt,
      boolean measured,
      Cell cell,
      ArmName arm,
      int block,
      int position,
      Ending ending,
      long startRaw,
      Optional<Nanos> wall,
      Optional<Nanos> ready,
      Optional<Usage> usage,
      List<OperationSample> operations,
      Map<MetricName, Reading> values,
      List<FileRecord> checked,
      List<GateResult> gates,
      List<FileRecord> files,
      Map<String, String> inForce) {
    this(
        attempt,
        measured,
        cell,
        arm,
        block,
        position,
        ending,
        startRaw,
        Optional.empty(),
        wall,
        ready,
        usage,
        operations,
        values,
        checked,
        gates,
        files,
        inForce);
  }

  /** True when the command ran to its end and no gate or check failed with a scope above NOTE. */
  public boolean valid() {
    return ending instanceof Ending.Exited
        && gates.stream()
            .noneMatch(g -> !g.passed() && g.voids() != dev.assize.experiment.Gate.Scope.NOTE);
  }
}
