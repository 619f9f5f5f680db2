package dev.assize.lab;

import dev.assize.evidence.Attempt;
import dev.assize.evidence.Ending;
import dev.assize.evidence.FileRecord;
import dev.assize.evidence.GateResult;
import dev.assize.evidence.OperationSample;
import dev.assize.evidence.Reading;
import dev.assize.evidence.TrialRecord;
import dev.assize.evidence.Usage;
import dev.assize.experiment.Bytes;
import dev.assize.experiment.MetricName;
import dev.assize.experiment.Nanos;
import dev.assize.experiment.PlannedTrial;
import dev.assize.linux.ResourceUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts records of attempts together. */
final class Records {
  private Records() {}

  /** The record of an attempt at which nothing was measured. */
  static TrialRecord unmeasured(
      PlannedTrial planned,
      Attempt attempt,
      Ending ending,
      List<FileRecord> files,
      List<GateResult> gates,
      Map<String, String> inForce) {
    return new TrialRecord(
        attempt,
        planned.measured(),
        planned.cell(),
        planned.arm(),
        planned.block(),
        planned.position(),
        ending,
        0,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Map.of(),
        List.of(),
        gates,
        files,
        inForce);
  }

  static TrialRecord unmeasured(PlannedTrial planned, Attempt attempt, Ending ending) {
    return unmeasured(planned, attempt, ending, List.of(), List.of(), Map.of());
  }

  /** What a workload told of itself. */
  record Told(List<OperationSample> operations, Map<MetricName, Reading> values) {
    static final Told NOTHING = new Told(List.of(), Map.of());
  }

  /** The clocks of the lab. */
  record Times(
      long startRaw,
      Optional<Nanos> startedAt,
      Optional<Nanos> wall,
      Optional<Nanos> ready,
      Usage usage) {}

  static TrialRecord measured(
      PlannedTrial planned,
      Attempt attempt,
      Ending ending,
      Times times,
      Told told,
      List<FileRecord> checked,
      List<GateResult> gates,
      List<FileRecord> files,
      Map<String, String> inForce) {
    return new TrialRecord(
        attempt,
        planned.measured(),
        planned.cell(),
        planned.arm(),
        planned.block(),
        planned.position(),
        ending,
        times.startRaw(),
        times.startedAt(),
        times.wall(),
        times.ready(),
        Optional.of(times.usage()),
        told.operations(),
        told.values(),
        checked,
        gates,
        files,
        inForce);
  }

  /** The command's own usage with that of the orphans that the lab reaped. */
  static Usage usage(ResourceUsage leader, List<ResourceUsage> orphans) {
    List<ResourceUsage> all = new ArrayList<>(orphans);
    all.add(leader);
    return new Usage(
        new Nanos(all.stream().mapToLong(ResourceUsage::userNanos).sum()),
        new Nanos(all.stream().mapToLong(ResourceUsage::systemNanos).sum()),
        // The peak of the largest single process, as wait4 has it.
        new Bytes(all.stream().mapToLong(ResourceUsage::maxRssBytes).max().orElse(0)),
        all.stream().mapToLong(ResourceUsage::minorFaults).sum(),
        all.stream().mapToLong(ResourceUsage::majorFaults).sum(),
        all.stream().mapToLong(ResourceUsage::voluntarySwitches).sum(),
        all.stream().mapToLong(ResourceUsage::involuntarySwitches).sum());
  }
}
