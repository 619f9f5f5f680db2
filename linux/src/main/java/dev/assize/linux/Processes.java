package dev.assize.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.OptionalLong;

/** Signals to processes, the reaping of adopted ones, and their resource limits. */
public final class Processes {
  private static final long PR_SET_CHILD_SUBREAPER = 36;
  private static final int WNOHANG = 1;
  private static final long RLIM_INFINITY = -1;
  private static final int RLIMIT_BYTES = 16;

  private Processes() {}

  /** A process that was reaped. */
  public record Reaped(int pid, WaitStatus status, ResourceUsage usage) {}

  /** Resource limits by the kernel's numbers, in the unit of {@code getrlimit(2)}. */
  public enum Limit {
    CPU_SECONDS(0),
    FILE_BYTES(1),
    DATA_BYTES(2),
    STACK_BYTES(3),
    CORE_BYTES(4),
    PROCESSES(6),
    OPEN_FILES(7),
    LOCKED_BYTES(8),
    ADDRESS_SPACE_BYTES(9);

    private final int number;

    Limit(int number) {
      this.number = number;
    }
  }

  /** A soft and a hard limit; empty means unlimited. */
  public record LimitValue(OptionalLong soft, OptionalLong hard) {}

  /**
   * Sends a signal to a process; signal 0 only checks.
   *
   * @return false when there is no such process (ESRCH)
   * @throws LinuxException EPERM when it belongs to someone else
   */
  public static boolean kill(int pid, int signal) throws LinuxException {
    if (pid <= 0) {
      throw new IllegalArgumentException("expected a pid above zero, found " + pid);
    }
    return send(pid, signal);
  }

  /** Sends a signal to a process group; otherwise as {@link #kill}. */
  public static boolean killGroup(int group, int signal) throws LinuxException {
    if (group <= 1) {
      // kill(-1) would signal every process of the machine.
      throw new IllegalArgumentException("expected a process group above one, found " + group);
    }
    return send(-group, signal);
  }

  private static boolean send(int target, int signal) throws LinuxException {
    long result = Native.tryCall(Syscall.KILL, target, signal);
    if (result == -Errno.ESRCH) {
      return false;
    }
    if (result < 0) {
      throw new LinuxException(
          "kill",
          (int) -result,
          "signal " + signal + " to " + (target < 0 ? "group " : "pid ") + Math.abs(target));
    }
    return true;
  }

  /**
   * Makes this process the one that adopts orphaned descendants, in place of init, or stops doing
   * so. Adopted processes stay zombies until {@link #reap} is called for them.
   */
  public static void adoptOrphans(boolean adopt) throws LinuxException {
    Native.call(
        Syscall.PRCTL, () -> "PR_SET_CHILD_SUBREAPER", PR_SET_CHILD_SUBREAPER, adopt ? 1 : 0);
  }

  /**
   * Reaps a child of this process if it has ended; does not wait. Meant for adopted orphans, found
   * as {@link ProcessTable#childrenOf} less the children that someone awaits.
   *
   * @return empty when it still runs
   * @throws LinuxException ECHILD when it is no child of this process, or was reaped before
   */
  public static Optional<Reaped> reap(int pid) throws LinuxException {
    if (pid <= 0) {
      // wait4 of 0 or -1 would take children away from other threads.
      throw new IllegalArgumentException("expected a pid above zero, found " + pid);
    }
    Waiter waiter = new Waiter();
    return waiter.reap(pid, WNOHANG) == 0
        ? Optional.empty()
        : Optional.of(new Reaped(pid, waiter.status(), waiter.usage()));
  }

  /** Returns a limit of a process; pid 0 means this one. */
  public static LimitValue limit(int pid, Limit limit) throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment old = arena.allocate(RLIMIT_BYTES, 8);
      Native.call(
          Syscall.PRLIMIT64,
          () -> "limit " + limit + " of pid " + pid,
          pid,
          limit.number,
          0,
          old.address());
      return new LimitValue(optional(old.get(Native.LONG, 0)), optional(old.get(Native.LONG, 8)));
    }
  }

  /**
   * Sets a limit of a process; pid 0 means this one, whose children inherit it.
   *
   * @throws LinuxException EPERM when the hard limit would rise without privilege, EINVAL when the
   *     soft limit exceeds the hard one
   */
  public static void setLimit(int pid, Limit limit, LimitValue value) throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment wanted = arena.allocate(RLIMIT_BYTES, 8);
      wanted.set(Native.LONG, 0, value.soft().orElse(RLIM_INFINITY));
      wanted.set(Native.LONG, 8, value.hard().orElse(RLIM_INFINITY));
      Native.call(
          Syscall.PRLIMIT64,
          () -> "limit " + limit + " of pid " + pid + " to " + value,
          pid,
          limit.number,
          wanted.address(),
          0);
    }
  }

  private static OptionalLong optional(long value) {
    return value == RLIM_INFINITY ? OptionalLong.empty() : OptionalLong.of(value);
  }
}
