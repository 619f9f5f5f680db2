package dev.assize.linux;

import java.util.Optional;

/**
 * One process as {@code /proc/<pid>/stat} shows it. A pid together with its start time names a
 * process once and for all until reboot; a pid alone does not.
 *
 * @param pid process id
 * @param command the kernel's name of it, at most 15 bytes, see {@link KernelText}
 * @param state R running, S sleeping, D waiting for I/O, Z ended and not reaped, T stopped, and so
 *     on
 * @param parent pid of the parent; 0 for those the kernel started
 * @param group process group id
 * @param session session id
 * @param minorFaults page faults without I/O
 * @param majorFaults page faults with I/O
 * @param userTicks CPU time in user mode, in ticks of {@link SystemInfo#ticksPerSecond}
 * @param systemTicks CPU time in the kernel, in the same ticks
 * @param threads number of threads
 * @param startTicks start after boot (CLOCK_BOOTTIME), in the same ticks
 * @param processor the processor it last ran on
 */
public record ProcessStat(
    int pid,
    String command,
    char state,
    int parent,
    int group,
    int session,
    long minorFaults,
    long majorFaults,
    long userTicks,
    long systemTicks,
    int threads,
    long startTicks,
    int processor) {

  private static final int FIRST_FIELD = 3;
  private static final int LAST_FIELD = 39;

  /**
   * Parses the one line of the file. The command may hold spaces, parentheses and newlines: it ends
   * at the last closing parenthesis. Empty when the line was cut short, as it is for a process that
   * ends during the read.
   */
  static Optional<ProcessStat> parse(byte[] line) {
    int open = indexOf(line, '(');
    int close = lastIndexOf(line, ')');
    if (open < 2 || close < open || line.length < close + 4) {
      return Optional.empty();
    }
    int pid = (int) number(line, 0);
    char state = (char) line[close + 2];
    long[] fields = new long[LAST_FIELD + 1];
    int at = close + 4;
    for (int field = FIRST_FIELD + 1; field <= LAST_FIELD; field++) {
      if (at >= line.length) {
        return Optional.empty();
      }
      fields[field] = number(line, at);
      while (at < line.length && line[at] != ' ') {
        at++;
      }
      at++;
    }
    return Optional.of(
        new ProcessStat(
            pid,
            KernelText.decode(line, open + 1, close),
            state,
            (int) fields[4],
            (int) fields[5],
            (int) fields[6],
            fields[10],
            fields[12],
            fields[14],
            fields[15],
            (int) fields[20],
            fields[22],
            (int) fields[39]));
  }

  private static long number(byte[] line, int from) {
    int at = from;
    boolean negative = line[at] == '-';
    if (negative) {
      at++;
    }
    long value = 0;
    while (at < line.length && line[at] >= '0' && line[at] <= '9') {
      value = value * 10 + (line[at++] - '0');
    }
    return negative ? -value : value;
  }

  private static int indexOf(byte[] line, char wanted) {
    int i = 0;
    while (i < line.length && line[i] != wanted) {
      i++;
    }
    return i;
  }

  private static int lastIndexOf(byte[] line, char wanted) {
    int i = line.length - 1;
    while (i >= 0 && line[i] != wanted) {
      i--;
    }
    return i;
  }

  /** Returns whether both readings are of one process, and not of two that had the same pid. */
  public boolean isSameProcessAs(ProcessStat other) {
    return pid == other.pid && startTicks == other.startTicks;
  }

  /** Returns whether the process has ended and waits to be reaped. */
  public boolean isZombie() {
    return state == 'Z' || state == 'X';
  }
}
