package dev.assize.observe;

import dev.assize.experiment.Nanos;

/**
 * What else went on while a trial ran, on the CPUs that were watched.
 *
 * @param worstShare CPU time of the busiest process that is not ours, as a share of one CPU. The
 *     kernel counts in ticks of 10 ms, so this is what it used at least.
 * @param worstProcess its pid, name and command line; empty when none used a tick
 * @param unattributedShare busy time of the CPUs that no surviving process accounts for, as a share
 *     of one CPU: processes that came and went, ours included
 * @param stealShare time that the hypervisor took, as a share of the CPUs' time
 * @param clockStep how far the real-time clock moved against the monotonic one
 * @param length of the watch
 */
public record Disturbance(
    double worstShare,
    String worstProcess,
    double unattributedShare,
    double stealShare,
    Nanos clockStep,
    Nanos length) {}
