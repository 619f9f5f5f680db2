package dev.assize.linux;

import static dev.assize.linux.Native.INT;
import static dev.assize.linux.Native.LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The kernel's clocks by {@code clock_gettime(2)}, in nanoseconds. A reading goes through the vDSO
 * and allocates nothing after the first one of a thread.
 */
public final class Clock {
  static final int REALTIME = 0;
  static final int MONOTONIC = 1;
  static final int THREAD_CPUTIME = 3;
  static final int MONOTONIC_RAW = 4;
  static final int BOOTTIME = 7;

  /** struct timespec: 8 bytes of seconds, 8 bytes of nanoseconds, on both architectures. */
  static final long TIMESPEC_BYTES = 16;

  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final MethodHandle CLOCK_GETTIME =
      Native.critical("clock_gettime", FunctionDescriptor.of(INT, INT, LONG));
  private static final ThreadLocal<MemorySegment> SLOT =
      ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(TIMESPEC_BYTES, 8));

  private Clock() {}

  /**
   * Returns CLOCK_MONOTONIC_RAW: time since an unspecified start, at the hardware's own rate, never
   * stepped and never slewed by NTP. The clock for durations.
   */
  public static long monotonicRawNanos() {
    return read(MONOTONIC_RAW);
  }

  /** Returns CLOCK_MONOTONIC: never stepped, slewed by NTP; stands still while suspended. */
  public static long monotonicNanos() {
    return read(MONOTONIC);
  }

  /** Returns CLOCK_REALTIME: nanoseconds since 1970-01-01T00:00:00Z; may be stepped. */
  public static long realtimeNanos() {
    return read(REALTIME);
  }

  /**
   * Returns CLOCK_BOOTTIME: as monotonic, but goes on while suspended. Process start times use it.
   */
  public static long boottimeNanos() {
    return read(BOOTTIME);
  }

  /**
   * Returns CLOCK_THREAD_CPUTIME_ID: the CPU time that the calling thread has used, user and
   * system.
   */
  public static long threadCpuNanos() {
    return read(THREAD_CPUTIME);
  }

  private static long read(int clock) {
    MemorySegment slot = SLOT.get();
    store(clock, slot.address());
    return nanos(slot, 0);
  }

  /** Writes a reading to a timespec at the address, to be decoded after the measured window. */
  static void store(int clock, long timespecAddress) {
    int result;
    try {
      result = (int) CLOCK_GETTIME.invokeExact(clock, timespecAddress);
    } catch (Throwable failure) {
      throw Native.unexpected(failure);
    }
    if (result != 0) {
      throw new UnsupportedOperationException("clock_gettime refused clock " + clock);
    }
  }

  static long nanos(MemorySegment segment, long offset) {
    return segment.get(LONG, offset) * NANOS_PER_SECOND + segment.get(LONG, offset + 8);
  }
}
