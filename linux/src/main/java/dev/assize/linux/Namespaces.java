package dev.assize.linux;

import java.lang.foreign.Arena;

/**
 * Namespaces for the calling thread and for what it launches. There is no way back: use a platform
 * thread that ends after its launches. Needs CAP_SYS_ADMIN. The thread must start no other Java
 * thread afterwards, and after {@link #newPids} it can't (the kernel answers EINVAL).
 */
public final class Namespaces {
  private static final long AT_FDCWD = -100;
  private static final long CLONE_NEWNS = 0x00020000;
  private static final long CLONE_NEWPID = 0x20000000;
  private static final long CLONE_NEWNET = 0x40000000;

  private Namespaces() {}

  /** A copy of the mounts, private: what is mounted on either side stays there. */
  public static void newMounts() throws LinuxException {
    unshare(CLONE_NEWNS, "a mount namespace");
    Mounts.makePrivate("/");
  }

  /**
   * A pid namespace for the children that follow; the thread itself stays outside. The first child
   * is pid 1: the kernel spares it every signal it has no handler for, it must reap orphans, and
   * when it ends, all others are killed and no more can be launched (ENOMEM), as also after a first
   * launch that failed. {@link PidNamespace} puts a holder in that place, so that a measured
   * command is an ordinary process.
   */
  public static void newPids() throws LinuxException {
    unshare(CLONE_NEWPID, "a pid namespace");
  }

  /** A network namespace with nothing but a loopback interface that is down. */
  public static void newNetwork() throws LinuxException {
    unshare(CLONE_NEWNET, "a network namespace");
  }

  /**
   * Moves the thread into an existing network namespace. Sockets that it opened before stay where
   * they are.
   *
   * @param path a file that stands for it: {@code /proc/<pid>/ns/net} or one below {@code
   *     /run/netns}
   * @throws LinuxException ENOENT when there is no such file, EINVAL when it stands for something
   *     else, EPERM without CAP_SYS_ADMIN
   */
  public static void enterNetwork(String path) throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      long fd =
          Native.call(
              Syscall.OPENAT,
              () -> path,
              AT_FDCWD,
              Native.cString(arena, path).address(),
              Stdio.Flags.RDONLY | Stdio.Flags.CLOEXEC,
              0);
      try {
        Native.call(
            Syscall.SETNS,
            () -> "the network namespace " + path + " (needs CAP_SYS_ADMIN)",
            fd,
            CLONE_NEWNET);
      } finally {
        Native.quiet(Syscall.CLOSE, fd, 0, 0);
      }
    }
  }

  private static void unshare(long flags, String what) throws LinuxException {
    Native.call(Syscall.UNSHARE, () -> what + " (needs CAP_SYS_ADMIN)", flags);
  }
}
