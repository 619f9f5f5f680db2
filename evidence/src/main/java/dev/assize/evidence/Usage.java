package dev.assize.evidence;

import dev.assize.experiment.Bytes;
import dev.assize.experiment.Nanos;

/**
 * What the command and the descendants it waited for, or that were left to the lab, used: from
 * wait4.
 */
public record Usage(
    Nanos user,
    Nanos system,
    Bytes maxRss,
    long minorFaults,
    long majorFaults,
    long voluntarySwitches,
    long involuntarySwitches) {}
