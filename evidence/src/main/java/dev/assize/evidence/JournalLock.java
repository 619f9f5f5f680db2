package dev.assize.evidence;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The right to write to a run. The kernel gives it back when the process ends, however it ends; the
 * pid in the file only serves the message.
 */
final class JournalLock implements Closeable {
  // POSIX locks belong to the process: a second open and close of the file in this process would
  // give the lock away. So this process keeps its own list and never opens a file on it twice.
  private static final Set<Path> HELD = new HashSet<>();

  private final Path file;
  private final RandomAccessFile open;

  private JournalLock(Path file, RandomAccessFile open) {
    this.file = file;
    this.open = open;
  }

  static JournalLock take(Path run) throws IOException {
    Path file = real(run).resolve(RunDirectory.LOCK);
    synchronized (HELD) {
      if (HELD.contains(file)) {
        throw inUse(run, "this process, pid " + ProcessHandle.current().pid());
      }
      RandomAccessFile open = null;
      try {
        open = new RandomAccessFile(file.toFile(), "rw");
        FileLock lock = open.getChannel().tryLock();
        if (lock == null) {
          String owner = Files.readString(file).strip();
          open.close();
          throw inUse(run, owner.isEmpty() ? "another process" : "process " + named(owner));
        }
        open.setLength(0);
        open.write((ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.US_ASCII));
        HELD.add(file);
        return new JournalLock(file, open);
      } catch (RunInUse e) {
        throw e;
      } catch (IOException e) {
        closeQuietly(open);
        throw Storage.failure("lock", file, e);
      }
    }
  }

  @Override
  public void close() throws IOException {
    synchronized (HELD) {
      HELD.remove(file);
      open.close();
    }
  }

  private static Path real(Path run) throws IOException {
    try {
      return run.toRealPath();
    } catch (IOException e) {
      throw Storage.failure("lock", run, e);
    }
  }

  private static RunInUse inUse(Path run, String owner) {
    return new RunInUse(
        run
            + ": expected to be its only writer, but it is in use by "
            + owner
            + "; wait until that ends, or stop it, then try again");
  }

  private static String named(String pid) {
    try {
      return pid + " (" + Files.readString(Path.of("/proc", pid, "comm")).strip() + ")";
    } catch (IOException | IllegalArgumentException e) {
      return pid; // Another pid namespace or no /proc: the number alone has to do.
    }
  }

  private static void closeQuietly(@Nullable RandomAccessFile file) {
    try {
      if (file != null) {
        file.close();
      }
    } catch (IOException e) {
      // The failure that led here is the one to report.
    }
  }

  /** Kept apart from other failures so that its message is not wrapped. */
  private static final class RunInUse extends IOException {
    private static final long serialVersionUID = 1L;

    RunInUse(String message) {
      super(message);
    }
  }
}
