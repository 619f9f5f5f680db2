package dev.assize.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;

/**
 * Scheduler settings of one thread. A child inherits them from the thread that launches it and has
 * them before its first instruction. Call from a platform thread of one's own: a virtual thread
 * would change its carrier. An id of 0 means the calling thread.
 */
public final class ThreadSettings {
  /** Room for 8,192 processors, the largest number a kernel is built for. */
  private static final int CPU_MASK_BYTES = 1024;

  private static final int PRIO_PROCESS = 0;
  private static final int GETPRIORITY_BIAS = 20;
  private static final long QUERY_PERSONALITY = 0xFFFFFFFFL;
  private static final long ADDR_NO_RANDOMIZE = 0x0040000;
  private static final int RESET_ON_FORK = 0x40000000;

  private ThreadSettings() {}

  /** Scheduling policies by the kernel's numbers. */
  public enum Policy {
    OTHER(0),
    FIFO(1),
    RR(2),
    BATCH(3),
    IDLE(5),
    DEADLINE(6),
    EXT(7);

    private final int number;

    Policy(int number) {
      this.number = number;
    }
  }

  /** Returns the kernel's id of the calling thread. */
  public static int threadId() {
    return (int) Native.tryCall(Syscall.GETTID);
  }

  /**
   * Binds the calling thread to processors, numbered from 0.
   *
   * @throws LinuxException EINVAL when none of them is online and allowed to this process
   */
  public static void setAffinity(BitSet processors) throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(CPU_MASK_BYTES, 8);
      mask.copyFrom(MemorySegment.ofArray(processors.toByteArray()));
      Native.call(
          Syscall.SCHED_SETAFFINITY,
          () -> "binding the thread to processors " + processors,
          0,
          CPU_MASK_BYTES,
          mask.address());
    }
  }

  /** Returns the processors that a thread may run on. */
  public static BitSet affinity(int threadId) throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(CPU_MASK_BYTES, 8);
      Native.call(
          Syscall.SCHED_GETAFFINITY,
          () -> "affinity of thread " + threadId,
          threadId,
          CPU_MASK_BYTES,
          mask.address());
      return BitSet.valueOf(mask.asByteBuffer());
    }
  }

  /**
   * Sets the nice value of the calling thread alone.
   *
   * @param nice -20 (most favoured) to 19; values outside are clamped by the kernel
   * @throws LinuxException EACCES when a lower value than now needs a privilege that is missing
   */
  public static void setNice(int nice) throws LinuxException {
    Native.call(Syscall.SETPRIORITY, () -> "nice " + nice, PRIO_PROCESS, 0, nice);
  }

  /** Returns the nice value of a thread. */
  public static int nice(int threadId) throws LinuxException {
    return GETPRIORITY_BIAS
        - (int)
            Native.call(
                Syscall.GETPRIORITY, () -> "nice of thread " + threadId, PRIO_PROCESS, threadId);
  }

  /** Returns the scheduling policy of a thread. */
  public static Policy policy(int threadId) throws LinuxException {
    int number =
        (int)
                Native.call(
                    Syscall.SCHED_GETSCHEDULER,
                    () -> "scheduling policy of thread " + threadId,
                    threadId)
            & ~RESET_ON_FORK;
    for (Policy policy : Policy.values()) {
      if (policy.number == number) {
        return policy;
      }
    }
    throw new UnsupportedOperationException(
        "thread "
            + threadId
            + " has scheduling policy "
            + number
            + ", which this version does not know");
  }

  /**
   * Returns whether the calling thread's children get a randomised address space as far as
   * personality goes. The kernel-wide setting is {@code /proc/sys/kernel/randomize_va_space}.
   */
  public static boolean randomizesAddresses() throws LinuxException {
    return (personality() & ADDR_NO_RANDOMIZE) == 0;
  }

  /** Switches address space randomisation of the calling thread's children on or off. */
  public static void setRandomizesAddresses(boolean randomize) throws LinuxException {
    long now = personality();
    long wanted = randomize ? now & ~ADDR_NO_RANDOMIZE : now | ADDR_NO_RANDOMIZE;
    Native.call(Syscall.PERSONALITY, () -> "personality " + wanted, wanted);
  }

  private static long personality() throws LinuxException {
    return Native.call(Syscall.PERSONALITY, () -> "query", QUERY_PERSONALITY);
  }
}
