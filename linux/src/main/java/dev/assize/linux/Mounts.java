package dev.assize.linux;

import java.lang.foreign.Arena;

/**
 * Mount and unmount, in the mount namespace of the calling thread. Needs CAP_SYS_ADMIN. Paths are
 * as in {@link KernelText}.
 */
public final class Mounts {
  private static final long MS_RDONLY = 1;
  private static final long MS_NOSUID = 2;
  private static final long MS_NODEV = 4;
  private static final long MS_NOEXEC = 8;
  private static final long MS_REMOUNT = 32;
  private static final long MS_BIND = 4096;
  private static final long MS_REC = 16384;
  private static final long MS_PRIVATE = 1 << 18;
  private static final long MNT_DETACH = 2;

  private Mounts() {}

  /** Shows a file or directory a second time at the target, which must exist. */
  public static void bind(String source, String target) throws LinuxException {
    mount(source, target, "none", MS_BIND, "");
  }

  /** As {@link #bind}, and refuses writing through the target. */
  public static void bindReadOnly(String source, String target) throws LinuxException {
    bind(source, target);
    mount("none", target, "none", MS_BIND | MS_REMOUNT | MS_RDONLY, "");
  }

  /**
   * Mounts an empty memory file system.
   *
   * @param maxBytes size limit; the kernel rounds up to whole pages
   */
  public static void tmpfs(String target, long maxBytes) throws LinuxException {
    mount("tmpfs", target, "tmpfs", MS_NOSUID | MS_NODEV, "size=" + maxBytes);
  }

  /**
   * Mounts the process file system of the pid namespace that a process lives in.
   *
   * @throws LinuxException EINVAL before Linux 6.17, which brought the option {@code pidns}; there,
   *     a process inside the namespace must mount
   */
  public static void procOf(int pid, String target) throws LinuxException {
    mount(
        "proc", target, "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, "pidns=/proc/" + pid + "/ns/pid");
  }

  /** Mounts the kernel's tracing files. */
  public static void tracefs(String target) throws LinuxException {
    mount("tracefs", target, "tracefs", MS_NOSUID | MS_NODEV | MS_NOEXEC, "");
  }

  /**
   * Keeps mounts made from now on from spreading to other namespaces, and theirs from coming in.
   */
  public static void makePrivate(String target) throws LinuxException {
    mount("none", target, "none", MS_PRIVATE | MS_REC, "");
  }

  /** Unmounts; EBUSY when it is in use. */
  public static void unmount(String target) throws LinuxException {
    unmount(target, 0);
  }

  /** Takes the mount out of sight at once, and frees it when nobody uses it any more. */
  public static void detach(String target) throws LinuxException {
    unmount(target, MNT_DETACH);
  }

  private static void unmount(String target, long flags) throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      Native.call(Syscall.UMOUNT2, () -> target, Native.cString(arena, target).address(), flags);
    }
  }

  private static void mount(String source, String target, String type, long flags, String data)
      throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      Native.call(
          Syscall.MOUNT,
          () -> type + " from " + source + " on " + target + " with '" + data + "'",
          Native.cString(arena, source).address(),
          Native.cString(arena, target).address(),
          Native.cString(arena, type).address(),
          flags,
          data.isEmpty() ? 0 : Native.cString(arena, data).address());
    }
  }
}
