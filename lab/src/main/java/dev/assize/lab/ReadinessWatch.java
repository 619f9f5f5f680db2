package dev.assize.lab;

import dev.assize.experiment.Readiness;
import dev.assize.linux.Clock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Observes readiness from a thread of its own. Files and ports are looked at every millisecond, which
 * is the resolution of the ready clock; a line on a piped stdout is seen when it arrives. A look at a
 * port reads {@code /proc/net/tcp} and does not connect, so that the server notices nothing.
 */
final class ReadinessWatch {
  private static final long POLL_NANOS = 1_000_000;
  private static final long NEVER = -1;
  private static final int LONGEST_LINE = 1 << 16;

  private final Readiness rule;
  private final Path workspace;
  private final Path stdout;
  private volatile boolean ended;
  private volatile long readyAt = NEVER;
  private volatile @Nullable IOException failure;
  private volatile @Nullable String stranger;
  private @Nullable Thread thread;

  ReadinessWatch(Readiness rule, Path workspace, Path stdout) {
    this.rule = rule;
    this.workspace = workspace;
    this.stdout = stdout;
  }

  /**
   * Looks before the launch whether the sign of readiness is there already, from something else.
   *
   * @throws CannotStart when it is: every probe would be answered by the wrong one
   */
  void requireUnready() throws CannotStart, IOException {
    switch (rule) {
      case Readiness.Port(int port) -> {
        Optional<Long> inode = ListeningPorts.inode(port);
        if (inode.isPresent()) {
          throw new CannotStart(
              "expected port "
                  + port
                  + " to be free before the command starts, found that "
                  + ListeningPorts.owner(inode.get())
                  + " listens on it; end that process or use another port");
        }
      }
      case Readiness.FileExists(String path) -> {
        if (Files.exists(workspace.resolve(path))) {
          throw new CannotStart(
              "expected no file "
                  + path
                  + " in the workspace before the command starts, found one: it is the sign of"
                  + " readiness");
        }
      }
      case Readiness.StdoutLine _ -> {
        // Nothing but the command writes there.
      }
    }
  }

  /** Starts to look, unless the rule is about stdout and stdout is a pipe: see {@link #seen}. */
  void start(boolean piped) {
    if (!(piped && rule instanceof Readiness.StdoutLine)) {
      thread = Thread.ofPlatform().daemon().name("assize-ready").start(this::look);
    }
  }

  /** Bytes that arrived on a piped stdout at the given reading of CLOCK_MONOTONIC_RAW. */
  void seen(Lines lines, ByteBuffer bytes, long atRaw) {
    if (readyAt == NEVER && lines.match(bytes)) {
      readyAt = atRaw;
    }
  }

  /** The lines to hand to {@link #seen}; empty when the rule is not about stdout. */
  Optional<Lines> lines() {
    return rule instanceof Readiness.StdoutLine(String regex)
        ? Optional.of(new Lines(Pattern.compile(regex)))
        : Optional.empty();
  }

  /** Ends the looking; to be called when the command has ended. */
  void end() throws IOException {
    ended = true;
    Thread watching = thread;
    if (watching != null) {
      Launcher.join(watching);
    }
    IOException failed = failure;
    if (failed != null) {
      throw failed;
    }
  }

  /** CLOCK_MONOTONIC_RAW at readiness; empty when it was never seen. */
  Optional<Long> readyAtRaw() {
    return readyAt == NEVER ? Optional.empty() : Optional.of(readyAt);
  }

  /** What was waited for, in words. */
  String words() {
    return switch (rule) {
      case Readiness.StdoutLine(String regex) -> "a line on stdout that matches '" + regex + "'";
      case Readiness.FileExists(String path) -> "the file " + path + " in the workspace";
      case Readiness.Port(int port) -> "a listener on port " + port;
    };
  }

  private void look() {
    try {
      switch (rule) {
        case Readiness.StdoutLine(String regex) -> lookAtStdout(new Lines(Pattern.compile(regex)));
        case Readiness.FileExists(String path) -> {
          Path file = workspace.resolve(path);
          lookUntil(() -> Files.exists(file));
        }
        case Readiness.Port(int port) ->
            lookUntil(
                () -> {
                  Optional<Long> inode = ListeningPorts.inode(port);
                  if (inode.isEmpty()) {
                    return false;
                  }
                  readyAt = Clock.monotonicRawNanos();
                  stranger = ListeningPorts.stranger(inode.get()).orElse(null);
                  return true;
                });
      }
    } catch (IOException e) {
      failure = e;
    }
  }

  @FunctionalInterface
  private interface Sign {
    boolean isThere() throws IOException;
  }

  private void lookUntil(Sign sign) throws IOException {
    while (!ended) {
      if (sign.isThere()) {
        if (readyAt == NEVER) {
          readyAt = Clock.monotonicRawNanos();
        }
        return;
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private void lookAtStdout(Lines lines) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
    try (FileChannel channel = FileChannel.open(stdout, StandardOpenOption.READ)) {
      boolean last = false;
      while (true) {
        buffer.clear();
        int n = channel.read(buffer);
        if (n > 0) {
          if (lines.match(buffer.flip())) {
            readyAt = Clock.monotonicRawNanos();
            return;
          }
        } else if (last) {
          return;
        } else {
          // One more look after the end: what was written just before it counts.
          last = ended;
          LockSupport.parkNanos(last ? 1 : POLL_NANOS);
        }
      }
    }
  }

  /** The process outside the trial that gave the sign instead of the command; empty when none. */
  Optional<String> stranger() {
    return Optional.ofNullable(stranger);
  }

  /** Cuts bytes into lines and matches them; a line counts when its line feed has come. */
  static final class Lines {
    private final Pattern pattern;
    private final byte[] line = new byte[LONGEST_LINE];
    private int length;

    Lines(Pattern pattern) {
      this.pattern = pattern;
    }

    boolean match(ByteBuffer bytes) {
      while (bytes.hasRemaining()) {
        byte b = bytes.get();
        if (b == '\n') {
          String text = new String(line, 0, length, java.nio.charset.StandardCharsets.UTF_8);
          length = 0;
          if (pattern.matcher(text).find()) {
            return true;
          }
        } else if (length < line.length) {
          line[length++] = b;
        }
      }
      return false;
    }
  }
}
