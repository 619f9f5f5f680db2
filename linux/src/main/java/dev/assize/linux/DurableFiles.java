package dev.assize.linux;

import static dev.assize.linux.Native.LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** What durable evidence needs and java.nio lacks. Paths are as in {@link KernelText}. */
public final class DurableFiles {
  private static final long AT_FDCWD = -100;
  private static final long RENAME_NOREPLACE = 1;
  private static final long RENAME_EXCHANGE = 2;
  private static final long O_DIRECTORY = Syscall.onX86() ? 0200000 : 040000;

  /** struct statfs of the 64-bit ABIs: block size at 8, blocks for everyone at 32. */
  private static final int STATFS_BYTES = 120;

  private DurableFiles() {}

  /**
   * Writes a directory's entries to storage, so that a new or renamed file survives a power cut.
   */
  public static void syncDirectory(String path) throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      long fd =
          Native.call(
              Syscall.OPENAT,
              () -> path,
              AT_FDCWD,
              Native.cString(arena, path).address(),
              Stdio.Flags.RDONLY | Stdio.Flags.CLOEXEC | O_DIRECTORY,
              0);
      try {
        Native.call(Syscall.FSYNC, () -> path, fd);
      } finally {
        Native.quiet(Syscall.CLOSE, fd, 0, 0);
      }
    }
  }

  /** Returns the bytes that this user may still write to the file system of the path. */
  public static long freeBytes(String path) throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment statfs = arena.allocate(STATFS_BYTES, 8);
      Native.call(
          Syscall.STATFS, () -> path, Native.cString(arena, path).address(), statfs.address());
      return Math.multiplyExact(statfs.get(LONG, 32), statfs.get(LONG, 8));
    }
  }

  /** Renames; EEXIST when the target exists, in one step with the check. */
  public static void renameNew(String from, String to) throws LinuxException {
    rename(from, to, RENAME_NOREPLACE);
  }

  /** Swaps two existing names in one step. */
  public static void exchange(String one, String other) throws LinuxException {
    rename(one, other, RENAME_EXCHANGE);
  }

  private static void rename(String from, String to, long flags) throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      Native.call(
          Syscall.RENAMEAT2,
          () -> from + " to " + to,
          AT_FDCWD,
          Native.cString(arena, from).address(),
          AT_FDCWD,
          Native.cString(arena, to).address(),
          flags);
    }
  }
}
