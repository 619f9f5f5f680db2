package dev.assize.evidence;

import dev.assize.experiment.Nanos;
import dev.assize.experiment.OperationName;

/** One operation's clock, as the workload reported it. Rounds count from 1. */
public record OperationSample(OperationName operation, int round, Nanos duration) {}
