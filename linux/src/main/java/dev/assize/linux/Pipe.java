package dev.assize.linux;

import static dev.assize.linux.Native.INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A pipe, to give a child one end as {@link Stdio.Fd}. Neither end passes to other children. Close
 * the end that was given away after the launch, or the other side never sees the end of the data.
 */
public final class Pipe implements AutoCloseable {
  private static final int CLOEXEC = Stdio.Flags.CLOEXEC;
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int CLOSED = -1;

  private final MemorySegment buffer = Arena.ofAuto().allocate(BUFFER_BYTES, 8);
  private int readEnd;
  private int writeEnd;

  /** Makes a pipe with the kernel's default capacity, 65,536 bytes for most users. */
  public Pipe() throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment ends = arena.allocate(INT, 2);
      Native.call(Syscall.PIPE2, () -> "a pipe", ends.address(), CLOEXEC);
      readEnd = ends.getAtIndex(INT, 0);
      writeEnd = ends.getAtIndex(INT, 1);
    }
  }

  /** Returns the descriptor to read from. */
  public int readEnd() {
    return open(readEnd, "read");
  }

  /** Returns the descriptor to write to. */
  public int writeEnd() {
    return open(writeEnd, "write");
  }

  /**
   * Waits for data and reads some.
   *
   * @param target filled from index 0
   * @return the number of bytes, or -1 when every writer has closed its end
   */
  public int read(byte[] target) throws LinuxException {
    int wanted = Math.min(target.length, BUFFER_BYTES);
    int length = readToBuffer(wanted);
    if (length == 0 && wanted > 0) {
      return -1;
    }
    MemorySegment.copy(buffer, ValueLayout.JAVA_BYTE, 0, target, 0, length);
    return length;
  }

  /** Reads and forgets until every writer has closed its end; returns the number of bytes. */
  public long drain() throws LinuxException {
    long total = 0;
    while (true) {
      int length = readToBuffer(BUFFER_BYTES);
      if (length == 0) {
        return total;
      }
      total += length;
    }
  }

  private int readToBuffer(int wanted) throws LinuxException {
    return (int) Native.call(Syscall.READ, () -> "a pipe", readEnd(), buffer.address(), wanted);
  }

  /** Closes the end to read from. No effect when closed. */
  public void closeReadEnd() {
    readEnd = close(readEnd);
  }

  /** Closes the end to write to. No effect when closed. */
  public void closeWriteEnd() {
    writeEnd = close(writeEnd);
  }

  @Override
  public void close() {
    closeReadEnd();
    closeWriteEnd();
  }

  private static int open(int fd, String end) {
    if (fd == CLOSED) {
      throw new IllegalStateException("the " + end + " end of this pipe is closed");
    }
    return fd;
  }

  private static int close(int fd) {
    if (fd != CLOSED) {
      Native.quiet(Syscall.CLOSE, fd, 0, 0);
    }
    return CLOSED;
  }
}
