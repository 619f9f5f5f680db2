package dev.assize.linux;

import static dev.assize.linux.Native.INT;
import static dev.assize.linux.Native.LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A count of tracepoint hits by one thread and all threads and processes that it starts later, by
 * {@code perf_event_open(2)}. Nothing is sampled: a hit costs an increment.
 */
public final class PerfEvent implements AutoCloseable {
  private static final int PERF_TYPE_TRACEPOINT = 2;

  /** PERF_ATTR_SIZE_VER5; a kernel takes every earlier size. */
  private static final int ATTR_BYTES = 112;

  private static final long DISABLED = 1;
  private static final long INHERIT = 1 << 1;
  private static final long PERF_FLAG_FD_CLOEXEC = 8;
  private static final long ENABLE = 0x2400;
  private static final long SET_FILTER = 0x40082406;

  private final Tracepoint tracepoint;
  private final long fd;
  private boolean closed;

  private PerfEvent(Tracepoint tracepoint, long fd) {
    this.tracepoint = tracepoint;
    this.fd = fd;
  }

  /**
   * Opens a count that stands still until {@link #enable}. What the thread starts from now on is
   * part of it.
   *
   * @param threadId of a thread; 0 means the calling one
   * @throws LinuxException ESRCH when it has ended, EACCES or EPERM without permission, EMFILE when
   *     this process has no descriptor left
   */
  public static PerfEvent open(Tracepoint tracepoint, int threadId) throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attr = arena.allocate(ATTR_BYTES, 8);
      attr.set(INT, 0, PERF_TYPE_TRACEPOINT);
      attr.set(INT, 4, ATTR_BYTES);
      attr.set(LONG, 8, tracepoint.id());
      attr.set(LONG, 40, DISABLED | INHERIT);
      long fd =
          Native.call(
              Syscall.PERF_EVENT_OPEN,
              () ->
                  "counting "
                      + tracepoint.name()
                      + " of thread "
                      + threadId
                      + "; needs CAP_PERFMON, or root, or -1 in"
                      + " /proc/sys/kernel/perf_event_paranoid",
              attr.address(),
              threadId,
              -1,
              -1,
              PERF_FLAG_FD_CLOEXEC);
      return new PerfEvent(tracepoint, fd);
    }
  }

  /**
   * Counts only hits whose fields fulfil a condition.
   *
   * @param condition in the kernel's language, for instance {@code opcode == 47}
   * @throws LinuxException EINVAL when it is malformed or names a field that the tracepoint has not
   */
  public void filter(String condition) throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      Native.call(
          Syscall.IOCTL,
          () ->
              "filter '"
                  + condition
                  + "' of tracepoint "
                  + tracepoint.name()
                  + "; its fields stand in events/"
                  + tracepoint.name().replace(':', '/')
                  + "/format of tracefs",
          fd,
          SET_FILTER,
          Native.cString(arena, condition).address());
    }
  }

  /** Begins to count, in the descendants too. */
  public void enable() throws LinuxException {
    Native.call(Syscall.IOCTL, tracepoint::name, fd, ENABLE, 0);
  }

  /** Returns the hits so far, those of ended descendants included. */
  public long count() throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment value = arena.allocate(Long.BYTES, 8);
      long read =
          Native.call(Syscall.READ, tracepoint::name, fd, value.address(), value.byteSize());
      if (read != Long.BYTES) {
        throw new IllegalStateException("expected 8 bytes of a count, found " + read);
      }
      return value.get(LONG, 0);
    }
  }

  /** Ends the count. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      Native.quiet(Syscall.CLOSE, fd, 0, 0);
    }
  }
}
