package dev.assize.linux;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A pipe whose writing end a child can be given. Both ends are close-on-exec. */
public final class Pipe implements AutoCloseable {
  private static final long CLOEXEC = 02000000;
  private static final int FD_BYTES = 4;

  private final int writeEnd;
  private final FileChannel reader;
  private boolean closed;

  private Pipe(int writeEnd, FileChannel reader) {
    this.writeEnd = writeEnd;
    this.reader = reader;
  }

  /** Makes a pipe of the kernel's default size, 64 KiB. */
  public static Pipe open() throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment ends = arena.allocate(2L * FD_BYTES, FD_BYTES);
      Native.call(Syscall.PIPE2, () -> "a pipe", ends.address(), CLOEXEC);
      int readEnd = ends.get(Native.INT, 0);
      int writeEnd = ends.get(Native.INT, FD_BYTES);
      try {
        // A second descriptor of the same end, which java.nio can read.
        return new Pipe(
            writeEnd,
            FileChannel.open(Path.of("/proc/self/fd/" + readEnd), StandardOpenOption.READ));
      } catch (IOException e) {
        Native.tryCall(Syscall.CLOSE, writeEnd);
        throw e;
      } finally {
        Native.tryCall(Syscall.CLOSE, readEnd);
      }
    }
  }

  /** Returns the descriptor for {@link Stdio.Fd}. */
  public int writeEnd() {
    if (closed) {
      throw new IllegalStateException("the writing end is closed");
    }
    return writeEnd;
  }

  /** Returns the reading end. It reads to its end when every writing end is closed. */
  public ReadableByteChannel reader() {
    return reader;
  }

  /** Closes this process's writing end; the reader is closed by whoever reads. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      Native.tryCall(Syscall.CLOSE, writeEnd);
    }
  }
}
