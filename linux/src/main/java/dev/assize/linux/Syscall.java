package dev.assize.linux;

import java.util.Locale;

/** The system calls made through {@code syscall(2)}, with their numbers on x86_64 and aarch64. */
enum Syscall {
  CLOSE(3, 57),
  EVENTFD2(290, 19),
  FSYNC(74, 82),
  GETEUID(107, 175),
  GETPPID(110, 173),
  GETPRIORITY(140, 141),
  GETTID(186, 178),
  IOCTL(16, 29),
  KILL(62, 129),
  MOUNT(165, 40),
  OPENAT(257, 56),
  PERF_EVENT_OPEN(298, 241),
  PERSONALITY(135, 92),
  PIDFD_OPEN(434, 434),
  PIDFD_SEND_SIGNAL(424, 424),
  PIPE2(293, 59),
  PPOLL(271, 73),
  PRCTL(157, 167),
  PRLIMIT64(302, 261),
  READ(0, 63),
  RECVFROM(45, 207),
  RENAMEAT2(316, 276),
  SCHED_GETAFFINITY(204, 123),
  SCHED_GETSCHEDULER(145, 120),
  SCHED_SETAFFINITY(203, 122),
  SENDTO(44, 206),
  SETNS(308, 268),
  SETPRIORITY(141, 140),
  SETSOCKOPT(54, 208),
  SOCKET(41, 198),
  STATFS(137, 43),
  UMOUNT2(166, 39),
  UNAME(63, 160),
  UNSHARE(272, 97),
  WAIT4(61, 260),
  WRITE(1, 64);

  private final int x86;
  private final int arm;

  Syscall(int x86, int arm) {
    this.x86 = x86;
    this.arm = arm;
  }

  /** Returns the number on this machine. */
  long number() {
    return Machine.X86 ? x86 : arm;
  }

  static boolean onX86() {
    return Machine.X86;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static final class Machine {
    static final boolean X86 = isX86(System.getProperty("os.arch", "unknown"));

    private static boolean isX86(String architecture) {
      return switch (architecture) {
        case "amd64", "x86_64" -> true;
        case "aarch64" -> false;
        default ->
            throw new UnsupportedOperationException(
                "expected amd64 or aarch64, found os.arch=" + architecture);
      };
    }
  }
}
