package dev.assize.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Tells a thread that waits for a child to end it, from any other thread: an eventfd. Once pressed
 * it stays pressed, and every later wait under it ends its child at once.
 */
public final class StopSwitch implements AutoCloseable {
  private static final long CLOEXEC_NONBLOCK = 02000000 | 04000;
  private static final long VALUE_BYTES = 8;

  private final int fd;
  private boolean closed;

  /** Makes a switch; one descriptor until it is closed. */
  public StopSwitch() throws LinuxException {
    fd = (int) Native.call(Syscall.EVENTFD2, () -> "a stop switch", 0, CLOEXEC_NONBLOCK);
  }

  /** Ends the waits under this switch, now and later. No effect when closed. */
  public synchronized void press() {
    if (closed) {
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment one = arena.allocate(VALUE_BYTES, 8);
      one.set(Native.LONG, 0, 1);
      Native.tryCall(Syscall.WRITE, fd, one.address(), VALUE_BYTES);
    }
  }

  int fd() {
    return fd;
  }

  /** Frees the descriptor. No wait under this switch may be going on. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      Native.quiet(Syscall.CLOSE, fd, 0, 0);
    }
  }
}
