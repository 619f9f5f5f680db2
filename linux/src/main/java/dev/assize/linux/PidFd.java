package dev.assize.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A pidfd: a reference to one process that can't come to mean another when the pid is used again.
 * Processes of any parent can be held.
 */
public final class PidFd implements AutoCloseable {
  private static final int POLLFD_BYTES = 8;
  private static final short POLLIN = 1;

  private final int pid;
  private final int fd;
  private boolean closed;

  private PidFd(int pid, int fd) {
    this.pid = pid;
    this.fd = fd;
  }

  /**
   * Opens a reference to the process that has the pid now.
   *
   * @throws LinuxException ESRCH when there is none
   */
  public static PidFd open(int pid) throws LinuxException {
    return new PidFd(pid, (int) Native.call(Syscall.PIDFD_OPEN, () -> "pid " + pid, pid, 0));
  }

  /**
   * Sends a signal.
   *
   * @return false when the process has been reaped
   */
  public boolean signal(int signal) throws LinuxException {
    requireOpen();
    long result = Native.tryCall(Syscall.PIDFD_SEND_SIGNAL, fd, signal, 0, 0);
    if (result < 0 && result != -Errno.ESRCH) {
      throw new LinuxException(
          "pidfd_send_signal", (int) -result, "signal " + signal + " to pid " + pid);
    }
    return result == 0;
  }

  /** Returns whether the process has ended, reaped or not. */
  public boolean hasEnded() throws LinuxException {
    requireOpen();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment poll = arena.allocate(POLLFD_BYTES, 8);
      poll.set(Native.INT, 0, fd);
      poll.set(ValueLayout.JAVA_SHORT, 4, POLLIN);
      MemorySegment now = arena.allocate(Clock.TIMESPEC_BYTES, 8);
      return Native.call(Syscall.PPOLL, () -> "pid " + pid, poll.address(), 1, now.address(), 0, 8)
          > 0;
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the reference to pid " + pid + " is closed");
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      Native.quiet(Syscall.CLOSE, fd, 0, 0);
    }
  }
}
