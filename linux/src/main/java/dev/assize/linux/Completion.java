package dev.assize.linux;

/**
 * A child that was launched and reaped.
 *
 * @param pid its process id, no longer its own
 * @param startNanos CLOCK_MONOTONIC_RAW just before the launch
 * @param endNanos CLOCK_MONOTONIC_RAW just after it was reaped
 * @param status how it ended
 * @param usage what it used, descendants that were waited for included
 * @param ending who ended it
 * @param launcherPeakRssBytes the peak resident set of this JVM, read once the child had called
 *     exec. Until then the child runs in the JVM's address space, and the kernel counts that
 *     space's peak as the child's. A {@link ResourceUsage#maxRssBytes()} that does not exceed this
 *     figure says only that the child's own peak was at most that; {@link TaskStats} says more
 */
public record Completion(
    int pid,
    long startNanos,
    long endNanos,
    WaitStatus status,
    ResourceUsage usage,
    Ending ending,
    long launcherPeakRssBytes) {

  /** Why the wait came to its end. */
  public enum Ending {
    /** The child ended before any timeout or stop. Its status says how. */
    BY_ITSELF,
    /** The timeout passed; the child was told to end and ended within the grace. */
    TIMED_OUT,
    /** The timeout and the grace passed; the child had to be killed. */
    TIMED_OUT_AND_KILLED,
    /** The stop switch was pressed; the child was told to end and ended within the grace. */
    STOPPED,
    /** The stop switch was pressed and the grace passed; the child had to be killed. */
    STOPPED_AND_KILLED
  }

  /** Returns the time from just before the launch to just after the reaping. */
  public long wallNanos() {
    return endNanos - startNanos;
  }
}
