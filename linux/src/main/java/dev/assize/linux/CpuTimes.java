package dev.assize.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;

/**
 * What a processor did since boot, from {@code /proc/stat}, in ticks of {@link
 * SystemInfo#ticksPerSecond}. User time contains guest time, nice time contains guest nice time.
 *
 * @param processor its number from 0
 * @param user user mode at nice 0 or below
 * @param nice user mode at nice above 0
 * @param system in the kernel
 * @param idle nothing to do
 * @param ioWait nothing to do while a task that last ran here waits for a disk; idle, not work
 * @param irq serving interrupts
 * @param softIrq serving deferred interrupt work
 * @param steal the hypervisor ran something else
 * @param guest running a virtual machine
 * @param guestNice running a niced virtual machine
 */
public record CpuTimes(
    int processor,
    long user,
    long nice,
    long system,
    long idle,
    long ioWait,
    long irq,
    long softIrq,
    long steal,
    long guest,
    long guestNice) {

  private static final Path STAT = Path.of("/proc/stat");
  private static final int COLUMNS = 10;

  /** Returns each online processor, ordered by number. */
  public static List<CpuTimes> perProcessor() throws IOException {
    return parse(Files.readString(STAT));
  }

  static List<CpuTimes> parse(String stat) {
    List<CpuTimes> all = new ArrayList<>();
    for (String line : stat.lines().toList()) {
      if (line.startsWith("cpu") && line.length() > 3 && Character.isDigit(line.charAt(3))) {
        var words = new StringTokenizer(line);
        int processor = Integer.parseInt(words.nextToken().substring(3));
        long[] t = new long[COLUMNS];
        // Kernels before 2.6.33 have fewer columns; a missing one is a time that was not kept
        // apart.
        for (int i = 0; i < COLUMNS && words.hasMoreTokens(); i++) {
          t[i] = Long.parseLong(words.nextToken());
        }
        all.add(
            new CpuTimes(processor, t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8], t[9]));
      }
    }
    return List.copyOf(all);
  }

  /** Returns the time in which a task of this machine ran: guest times are contained in user. */
  public long busy() {
    return user + nice + system + irq + softIrq;
  }

  /** Returns all time, steal included. */
  public long total() {
    return busy() + idle + ioWait + steal;
  }
}
