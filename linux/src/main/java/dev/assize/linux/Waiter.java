package dev.assize.linux;

import static dev.assize.linux.Native.INT;
import static dev.assize.linux.Native.LONG;

import dev.assize.linux.Completion.Ending;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.time.Duration;
import java.util.Optional;

/**
 * Waits for one child at a time and allocates nothing while it waits. With a timeout or a stop
 * switch it polls a pidfd first; this thread alone signals and reaps, so there is no watchdog to
 * race with.
 */
final class Waiter {
  private static final MethodHandle WAIT4 =
      Native.plain("wait4", FunctionDescriptor.of(INT, INT, LONG, INT, LONG));
  private static final MethodHandle PPOLL =
      Native.plain("ppoll", FunctionDescriptor.of(INT, LONG, LONG, LONG, LONG));

  private static final int STATUS = 0;
  private static final int RUSAGE = 8;
  private static final int PIDFD_POLL = 152;
  private static final int STOP_POLL = 160;
  private static final int TIMEOUT = 168;
  private static final int BYTES = 184;

  /** struct pollfd: int fd, short events, short revents. */
  private static final int POLL_EVENTS = 4;

  private static final int POLL_RETURNED = 6;
  private static final short POLLIN = 1;
  private static final int NO_FD = -1;
  private static final long FOREVER = -1;

  private final MemorySegment memory = Arena.ofAuto().allocate(BYTES, 8);
  private int pidfd = NO_FD;

  /** The parts of a supervision as numbers, taken apart before the measured window. */
  record Limits(long timeoutNanos, long graceNanos, int stopFd) {
    static Limits of(Supervision supervision) {
      return new Limits(
          supervision.timeout().map(Limits::nanos).orElse(FOREVER),
          nanos(supervision.grace()),
          supervision.stop().map(StopSwitch::fd).orElse(NO_FD));
    }

    private static long nanos(Duration duration) {
      return Optional.of(duration)
          .filter(d -> d.toSeconds() < Long.MAX_VALUE / 2_000_000_000L)
          .map(Duration::toNanos)
          .orElse(Long.MAX_VALUE / 2);
    }

    boolean watched() {
      return timeoutNanos != FOREVER || stopFd != NO_FD;
    }
  }

  /**
   * Waits for the child, ends it when its time is up, and reaps it.
   *
   * @param target what to signal: the pid, or minus the process group
   * @throws LinuxException when there is no such child
   */
  Ending await(int pid, int target, long startNanos, Limits limits) throws LinuxException {
    Ending ending = Ending.BY_ITSELF;
    if (limits.watched()) {
      pidfd = (int) Native.quiet(Syscall.PIDFD_OPEN, pid, 0, 0);
      if (pidfd < 0) {
        pidfd = (int) Native.call(Syscall.PIDFD_OPEN, () -> "child " + pid, pid, 0);
      }
      long deadline = limits.timeoutNanos == FOREVER ? FOREVER : startNanos + limits.timeoutNanos;
      if (!childEndsBefore(deadline, limits.stopFd)) {
        ending = end(target, limits);
      }
    }
    reap(pid);
    return ending;
  }

  private Ending end(int target, Limits limits) {
    boolean stopped = memory.get(ValueLayout.JAVA_SHORT, STOP_POLL + POLL_RETURNED) != 0;
    boolean obeyed = false;
    if (limits.graceNanos > 0) {
      Native.quiet(Syscall.KILL, target, Signals.SIGTERM, 0);
      obeyed = childEndsBefore(Clock.monotonicRawNanos() + limits.graceNanos, NO_FD);
    }
    // Also when the child obeyed: others of its group may not have. It is not reaped yet, so the
    // group id is still its own.
    Native.quiet(Syscall.KILL, target, Signals.SIGKILL, 0);
    if (stopped) {
      return obeyed ? Ending.STOPPED : Ending.STOPPED_AND_KILLED;
    }
    return obeyed ? Ending.TIMED_OUT : Ending.TIMED_OUT_AND_KILLED;
  }

  /** Returns false when the deadline passes or the stop switch is pressed first. */
  private boolean childEndsBefore(long deadline, int stopFd) {
    setPoll(PIDFD_POLL, pidfd);
    setPoll(STOP_POLL, stopFd);
    while (true) {
      long timeout = 0;
      if (deadline != FOREVER) {
        long left = Math.max(0, deadline - Clock.monotonicRawNanos());
        memory.set(LONG, TIMEOUT, left / 1_000_000_000L);
        memory.set(LONG, TIMEOUT + 8, left % 1_000_000_000L);
        timeout = memory.address() + TIMEOUT;
      }
      int ready;
      try {
        ready = (int) PPOLL.invokeExact(memory.address() + PIDFD_POLL, 2L, timeout, 0L);
      } catch (Throwable failure) {
        throw Native.unexpected(failure);
      }
      // Minus one is EINTR: every other error of poll would be a fault of this class.
      if (ready >= 0) {
        return memory.get(ValueLayout.JAVA_SHORT, PIDFD_POLL + POLL_RETURNED) != 0;
      }
    }
  }

  /** A negative descriptor is one that poll leaves alone. */
  private void setPoll(int at, int fd) {
    memory.set(INT, at, fd);
    memory.set(ValueLayout.JAVA_SHORT, at + POLL_EVENTS, POLLIN);
    memory.set(ValueLayout.JAVA_SHORT, at + POLL_RETURNED, (short) 0);
  }

  private void reap(int pid) throws LinuxException {
    if (wait4(pid) < 0) {
      reap(pid, 0);
    }
  }

  private int wait4(int pid) {
    try {
      return (int) WAIT4.invokeExact(pid, memory.address() + STATUS, 0, memory.address() + RUSAGE);
    } catch (Throwable failure) {
      throw Native.unexpected(failure);
    }
  }

  /** Makes each call of a wait once, to no effect. See {@link Prepared}. */
  void settle() {
    // A process is no child of its own.
    wait4((int) ProcessHandle.current().pid());
    Native.quiet(Syscall.GETTID, 0, 0, 0);
    childEndsBefore(0, NO_FD);
  }

  /**
   * Reaps with options of wait4; allocates.
   *
   * @return the pid that was reaped, or 0 when WNOHANG was given and none has ended yet
   */
  int reap(int pid, int options) throws LinuxException {
    return (int)
        Native.call(
            Syscall.WAIT4,
            () ->
                "pid "
                    + pid
                    + " could not be reaped: it is no child of this process, another thread reaped it,"
                    + " or whoever started this process left SIGCHLD ignored",
            pid,
            memory.address() + STATUS,
            options,
            memory.address() + RUSAGE);
  }

  WaitStatus status() {
    return WaitStatus.decode(memory.get(INT, STATUS));
  }

  ResourceUsage usage() {
    return ResourceUsage.decode(memory, RUSAGE);
  }

  /**
   * Frees the pidfd, which {@link #await} leaves open because closing belongs after the end clock.
   */
  void release() {
    if (pidfd >= 0) {
      Native.quiet(Syscall.CLOSE, pidfd, 0, 0);
    }
    pidfd = NO_FD;
  }
}
