package dev.assize.evidence;

import dev.assize.experiment.Nanos;
import dev.assize.experiment.OperationName;
import java.util.OptionalLong;

/**
 * One operation's clock, as the workload reported it. Rounds count from 1.
 *
 * @param start CLOCK_MONOTONIC at its start in ns, when the workload told it
 */
public record OperationSample(
    OperationName operation, int round, Nanos duration, OptionalLong start) {
  /** One whose workload did not tell when it started. */
  public OperationSample(OperationName operation, int round, Nanos duration) {
    this(operation, round, duration, OptionalLong.empty());
  }
}
