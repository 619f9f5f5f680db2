package dev.assize.observe;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One process of a tree, with its files open: they stay this process's until it is gone.
 *
 * <p>What it used itself and what the children used that it waited for are kept apart where the
 * kernel does so. {@code /proc/PID/io} does not: there all counts as of reaped children.
 */
final class Member implements AutoCloseable {
  /** The counters, as indexes: those of {@code stat}, then those of {@code io}. */
  static final int USER = 0;

  static final int SYSTEM = 1;
  static final int MINOR = 2;
  static final int MAJOR = 3;
  static final int READ = 4;
  static final int WRITTEN = 5;
  static final int COUNTERS = 6;

  final int pid;
  final long start;
  private final KernelFile stat;
  private final @Nullable KernelFile io;
  private final File descriptors;

  /** As of the pass before, and as of the last pass that held. */
  final long[] own = new long[COUNTERS];

  final long[] reaped = new long[COUNTERS];
  final long[] heldOwn = new long[COUNTERS];
  final long[] heldReaped = new long[COUNTERS];

  /** Of children that are gone: what {@link #reaped} will contain or contains of them already. */
  final long[] pending = new long[COUNTERS];

  int parent;
  char state;
  int threads;
  long rssPages;

  private Member(int pid, long start, KernelFile stat, @Nullable KernelFile io) {
    this.pid = pid;
    this.start = start;
    this.stat = stat;
    this.io = io;
    this.descriptors = new File("/proc/" + pid + "/fd");
  }

  /**
   * Opens a process.
   *
   * @throws IOException when it is gone
   */
  static Member open(int pid) throws IOException {
    KernelFile stat = new KernelFile("/proc/" + pid + "/stat");
    try {
      stat.read();
      stat.skipPastLast(')');
      stat.skipWords(19);
      Member member = new Member(pid, stat.number(), stat, openIo(pid));
      if (!member.read()) {
        member.close();
        throw new IOException("pid " + pid + " has ended");
      }
      return member;
    } catch (IOException gone) {
      stat.close();
      throw gone;
    }
  }

  /** The same; empty when it is gone. */
  static Optional<Member> tryOpen(int pid) {
    try {
      return Optional.of(open(pid));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  private static @Nullable KernelFile openIo(int pid) {
    try {
      return new KernelFile("/proc/" + pid + "/io");
    } catch (IOException noPermission) {
      return null;
    }
  }

  /** Reads the counters; false when the process is gone, or reaped and about to go. */
  boolean read() {
    try {
      stat.read();
      stat.skipPastLast(')');
      state = stat.character();
      if (state == 'X' || state == 0) {
        return false;
      }
      parent = (int) stat.number();
      stat.skipWords(5);
      own[MINOR] = stat.number();
      reaped[MINOR] = stat.number();
      own[MAJOR] = stat.number();
      reaped[MAJOR] = stat.number();
      own[USER] = stat.number();
      own[SYSTEM] = stat.number();
      reaped[USER] = stat.number();
      reaped[SYSTEM] = stat.number();
      stat.skipWords(2);
      threads = (int) stat.number();
      stat.skipWords(3);
      rssPages = stat.number();
      if (io != null) {
        io.read();
        reaped[READ] = io.find("read_bytes: ") ? io.number() : 0;
        reaped[WRITTEN] = io.find("write_bytes: ") ? io.number() : 0;
      }
      return true;
    } catch (IOException gone) {
      return false;
    }
  }

  boolean hasIo() {
    return io != null;
  }

  /** Ended, and not yet waited for. */
  boolean zombie() {
    return state == 'Z';
  }

  /**
   * Returns the number of open descriptors; -1 when it can't be told. From Linux 6.2 on it is the
   * size of the directory; before that the entries are counted.
   */
  int openDescriptors() {
    try {
      long size = Files.size(Path.of(descriptors.getPath()));
      if (size > 0) {
        return (int) size;
      }
    } catch (IOException gone) {
      return -1;
    }
    String[] entries = descriptors.list();
    return entries == null ? -1 : entries.length;
  }

  /** Returns what it used in all: itself and through the children it waited for. */
  long held(int counter) {
    return heldOwn[counter] + heldReaped[counter];
  }

  @Override
  public void close() {
    Quietly.close(stat);
    Quietly.close(io);
  }
}
