package dev.assize.linux;

import java.util.List;

/** Signal numbers; the same on x86_64 and aarch64. */
public final class Signals {
  public static final int SIGHUP = 1;
  public static final int SIGINT = 2;
  public static final int SIGQUIT = 3;
  public static final int SIGKILL = 9;
  public static final int SIGTERM = 15;
  public static final int SIGCONT = 18;
  public static final int SIGSTOP = 19;

  private static final int FIRST_REALTIME = 32;
  private static final int LAST = 64;
  private static final List<String> NAMES =
      List.of(
          "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2",
          "PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG",
          "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "PWR", "SYS");

  private Signals() {}

  /** Returns the name of a signal from 1 to 64, for instance {@code SIGTERM} or {@code SIGRT+2}. */
  public static String name(int signal) {
    if (signal < 1 || signal > LAST) {
      throw new IllegalArgumentException("expected a signal from 1 to 64, found " + signal);
    }
    return signal < FIRST_REALTIME
        ? "SIG" + NAMES.get(signal - 1)
        : "SIGRT+" + (signal - FIRST_REALTIME);
  }
}
