package dev.assize.linux;

import static dev.assize.linux.Native.LONG;

import java.lang.foreign.MemorySegment;

/**
 * What a process used, from {@code struct rusage}. Includes every descendant that the process (or a
 * descendant) waited for; excludes orphans, which whoever adopts them must reap.
 *
 * @param userNanos CPU time in user mode; the kernel gives microseconds
 * @param systemNanos CPU time in the kernel; the kernel gives microseconds
 * @param maxRssBytes peak resident set of the largest single process, not of the tree at one time.
 *     The kernel also folds in the peak of the address space that called exec, see {@link
 *     Completion#launcherPeakRssBytes()}
 * @param minorFaults page faults served without I/O
 * @param majorFaults page faults that needed I/O
 * @param inputBlocks 512-byte blocks read from storage
 * @param outputBlocks 512-byte blocks made dirty for storage
 * @param voluntarySwitches context switches because the process waited
 * @param involuntarySwitches context switches because the processor was taken away
 */
public record ResourceUsage(
    long userNanos,
    long systemNanos,
    long maxRssBytes,
    long minorFaults,
    long majorFaults,
    long inputBlocks,
    long outputBlocks,
    long voluntarySwitches,
    long involuntarySwitches) {

  /** sizeof(struct rusage): two timevals and fourteen longs, on both architectures. */
  static final long BYTES = 144;

  static ResourceUsage decode(MemorySegment rusage, long at) {
    return new ResourceUsage(
        timeval(rusage, at),
        timeval(rusage, at + 16),
        rusage.get(LONG, at + 32) * 1024,
        rusage.get(LONG, at + 64),
        rusage.get(LONG, at + 72),
        rusage.get(LONG, at + 88),
        rusage.get(LONG, at + 96),
        rusage.get(LONG, at + 128),
        rusage.get(LONG, at + 136));
  }

  private static long timeval(MemorySegment rusage, long at) {
    return rusage.get(LONG, at) * 1_000_000_000L + rusage.get(LONG, at + 8) * 1_000L;
  }
}
