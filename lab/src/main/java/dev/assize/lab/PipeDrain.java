package dev.assize.lab;

import dev.assize.linux.Clock;
import dev.assize.linux.Pipe;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Drains a pipe into a file from a thread of its own, with buffers made beforehand, while the
 * command runs.
 */
final class PipeDrain {
  /** The kernel's default size of a pipe. */
  private static final int BUFFER = 1 << 16;

  private final Pipe pipe;
  private final Thread thread;
  private volatile @Nullable IOException failure;

  private PipeDrain(Pipe pipe, Path target, Optional<ReadinessWatch> watch) throws IOException {
    this.pipe = pipe;
    FileChannel out = FileChannel.open(target, StandardOpenOption.WRITE);
    byte[] bytes = new byte[BUFFER];
    ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
    Optional<ReadinessWatch.Lines> lines = watch.flatMap(ReadinessWatch::lines);
    this.thread =
        Thread.ofPlatform()
            .daemon()
            .name("assize-drain")
            .unstarted(
                () -> {
                  try (out) {
                    drain(pipe, bytes, out, buffer, watch, lines);
                  } catch (IOException e) {
                    failure = e;
                  }
                });
  }

  /**
   * Starts to drain a new pipe.
   *
   * @param watch is told of the bytes when its rule is about them
   */
  static PipeDrain start(Path target, Optional<ReadinessWatch> watch) throws IOException {
    Pipe pipe = new Pipe();
    try {
      PipeDrain drain = new PipeDrain(pipe, target, watch);
      drain.thread.start();
      return drain;
    } catch (IOException e) {
      pipe.close();
      throw e;
    }
  }

  /** The descriptor that the command gets. */
  int writeEnd() {
    return pipe.writeEnd();
  }

  /**
   * Waits until all that was written has been drained; to be called when every process that could
   * write has ended.
   */
  void finish() throws IOException {
    pipe.closeWriteEnd();
    Launcher.join(thread);
    pipe.close();
    IOException failed = failure;
    if (failed != null) {
      throw failed;
    }
  }

  private static void drain(
      Pipe pipe,
      byte[] bytes,
      FileChannel out,
      ByteBuffer buffer,
      Optional<ReadinessWatch> watch,
      Optional<ReadinessWatch.Lines> lines)
      throws IOException {
    for (int n = pipe.read(bytes); n >= 0; n = pipe.read(bytes)) {
      buffer.clear().put(bytes, 0, n).flip();
      if (watch.isPresent() && lines.isPresent()) {
        watch.get().seen(lines.get(), buffer, Clock.monotonicRawNanos());
        buffer.rewind();
      }
      while (buffer.hasRemaining()) {
        out.write(buffer);
      }
    }
  }
}
