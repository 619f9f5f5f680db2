package dev.assize.linux;

/** A launched process that has not been reaped, so that its pid is its own. */
public final class Child {
  private final Prepared prepared;
  private final int pid;
  private final long startNanos;
  private final long launcherPeakRssBytes;
  private boolean reaped;

  Child(Prepared prepared, int pid, long startNanos, long launcherPeakRssBytes) {
    this.prepared = prepared;
    this.pid = pid;
    this.startNanos = startNanos;
    this.launcherPeakRssBytes = launcherPeakRssBytes;
  }

  /** Returns the process id. */
  public int pid() {
    return pid;
  }

  /** Returns CLOCK_MONOTONIC_RAW just before the launch. */
  public long startNanos() {
    return startNanos;
  }

  long launcherPeakRssBytes() {
    return launcherPeakRssBytes;
  }

  /**
   * Waits for the end of the process and reaps it. One thread at a time, once.
   *
   * @param supervision its timeout counts from the launch
   */
  public Completion await(Supervision supervision) throws LinuxException {
    if (reaped) {
      throw new IllegalStateException("child " + pid + " was awaited before");
    }
    Completion completion = prepared.await(this, supervision);
    reaped = true;
    return completion;
  }
}
