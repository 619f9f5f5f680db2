package dev.assize.evidence;

import dev.assize.experiment.Bytes;
import dev.assize.experiment.Nanos;

/**
 * What the command and the descendants it waited for, or that were left to the lab, used: from
 * wait4. The peak memory is that of the largest single process, from the kernel's exit records
 * where the lab could read them.
 */
public record Usage(
    Nanos user,
    Nanos system,
    Bytes maxRss,
    long minorFaults,
    long majorFaults,
    long voluntarySwitches,
    long involuntarySwitches) {}
