package dev.assize.evidence;

import dev.assize.experiment.Gate;

/**
 * What one gate or check said of an attempt.
 *
 * @param name the gate's key, or {@code check:} and what was checked
 * @param voids what a failure voids; of no meaning when passed
 * @param detail what was expected and found, naming processes and paths; empty when passed without
 *     remark
 */
public record GateResult(String name, boolean passed, Gate.Scope voids, String detail) {}
