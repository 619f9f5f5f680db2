package dev.assize.judge;

import dev.assize.evidence.Attempt;
import dev.assize.evidence.Ending;
import dev.assize.evidence.FileRecord;
import dev.assize.evidence.GateResult;
import dev.assize.evidence.OperationSample;
import dev.assize.evidence.Reading;
import dev.assize.evidence.TrialRecord;
import dev.assize.evidence.Usage;
import dev.assize.experiment.Bytes;
import dev.assize.experiment.Check;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Gate;
import dev.assize.experiment.MetricName;
import dev.assize.experiment.Nanos;
import dev.assize.experiment.OperationName;
import dev.assize.experiment.PlannedTrial;
import dev.assize.experiment.Scenario;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A made-up attempt, as the lab would have recorded it: everything passed and every output the
 * same, until it is told otherwise.
 */
final class SyntheticTrial {
  private final PlannedTrial planned;
  private final Scenario scenario;
  private final Map<String, GateResult> gates = new LinkedHashMap<>();
  private final Map<String, String> outputs = new LinkedHashMap<>();
  private final List<OperationSample> operations = new ArrayList<>();
  private final Map<MetricName, Reading> values = new LinkedHashMap<>();
  private int number = 1;
  private Ending ending = new Ending.Exited(0);
  private Optional<Nanos> wall = Optional.empty();
  private Usage usage = new Usage(new Nanos(0), new Nanos(0), new Bytes(4_194_304), 200, 0, 1, 0);

  SyntheticTrial(Experiment experiment, PlannedTrial planned) {
    this.planned = planned;
    this.scenario = experiment.scenario(planned.cell().scenario());
    int commands = 0;
    for (Check check : scenario.checks()) {
      if (check instanceof Check.ByCommand) {
        commands++;
        gate("check:command " + commands, true, experiment.gates().checks(), "");
      }
      GateRules.pathOf(check).ifPresent(p -> outputs.put(p, "0".repeat(64)));
    }
    for (Gate gate : experiment.gates().gates()) {
      gate(gate.kind().key(), true, gate.voids(), "");
    }
  }

  PlannedTrial planned() {
    return planned;
  }

  /** Sets the wall time; nearly all of it is CPU time. */
  SyntheticTrial wall(long nanos) {
    wall = Optional.of(new Nanos(nanos));
    return cpu(nanos - nanos / 10, nanos / 20);
  }

  SyntheticTrial cpu(long user, long system) {
    usage =
        new Usage(
            new Nanos(user),
            new Nanos(system),
            usage.maxRss(),
            usage.minorFaults(),
            usage.majorFaults(),
            usage.voluntarySwitches(),
            usage.involuntarySwitches());
    return this;
  }

  SyntheticTrial faults(long minor, long major) {
    usage =
        new Usage(
            usage.user(),
            usage.system(),
            usage.maxRss(),
            minor,
            major,
            usage.voluntarySwitches(),
            usage.involuntarySwitches());
    return this;
  }

  SyntheticTrial attempt(int which) {
    number = which;
    return this;
  }

  SyntheticTrial ending(Ending how) {
    ending = how;
    return this;
  }

  SyntheticTrial gate(String name, boolean passed, Gate.Scope voids, String detail) {
    gates.put(name, new GateResult(name, passed, voids, detail));
    return this;
  }

  SyntheticTrial withoutGate(String name) {
    gates.remove(name);
    return this;
  }

  /** Sets the hash of an output that the checks look at. */
  SyntheticTrial output(String path, String sha256) {
    outputs.put(path, sha256);
    return this;
  }

  SyntheticTrial withoutOutput(String path) {
    outputs.remove(path);
    return this;
  }

  SyntheticTrial operation(OperationName name, int round, long nanos) {
    operations.add(new OperationSample(name, round, new Nanos(nanos)));
    return this;
  }

  /** Adds an operation whose workload told when it began, in ns of CLOCK_MONOTONIC. */
  SyntheticTrial operation(OperationName name, int round, long nanos, long start) {
    operations.add(new OperationSample(name, round, new Nanos(nanos), OptionalLong.of(start)));
    return this;
  }

  SyntheticTrial value(String metric, Reading reading) {
    values.put(new MetricName(metric), reading);
    return this;
  }

  TrialRecord made() {
    return new TrialRecord(
        new Attempt(planned.number(), number),
        planned.measured(),
        planned.cell(),
        planned.arm(),
        planned.block(),
        planned.position(),
        ending,
        1_000_000_000L * planned.number(),
        wall,
        Optional.empty(),
        Optional.of(usage),
        operations,
        values,
        outputs.entrySet().stream()
            .map(o -> new FileRecord(o.getKey(), new Bytes(1_000), o.getValue()))
            .toList(),
        List.copyOf(gates.values()),
        List.of(),
        Map.of());
  }
}
