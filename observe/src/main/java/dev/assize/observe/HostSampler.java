package dev.assize.observe;

import dev.assize.evidence.Observation;
import dev.assize.evidence.Reading;
import dev.assize.linux.Clock;
import dev.assize.linux.SystemInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The host's counters since boot: times of all CPUs together and of each, disks, network
 * interfaces, pressure. Files below a root that tests can replace.
 */
final class HostSampler implements Sampler {
  static final String SOURCE = "host";
  private static final int SECTOR_BYTES = 512;

  /** The columns of a CPU's line in {@code /proc/stat}; guest times are contained in user. */
  private static final String[] TIMES = {
    "user", "nice", "system", "idle", "iowait", "irq", "softirq", "steal"
  };

  private static final int IDLE = 3;
  private static final int IOWAIT = 4;
  private static final String[] PRESSURES = {"cpu", "memory", "io"};

  private final long tickNanos = 1_000_000_000L / SystemInfo.ticksPerSecond();
  private final KernelFile stat;
  private final @Nullable KernelFile disks;
  private final @Nullable KernelFile network;
  private final @Nullable KernelFile[] pressure = new KernelFile[PRESSURES.length];

  /** Names by prefix and column, so that a sample makes none. */
  private final Map<String, String[]> names = new LinkedHashMap<>();

  HostSampler(Path root) throws IOException {
    stat = new KernelFile(root.resolve("proc/stat").toString());
    disks = optional(root.resolve("proc/diskstats"));
    network = optional(root.resolve("proc/self/net/dev"));
    for (int i = 0; i < PRESSURES.length; i++) {
      pressure[i] = optional(root.resolve("proc/pressure/" + PRESSURES[i]));
    }
  }

  private static @Nullable KernelFile optional(Path file) {
    try {
      return Files.isReadable(file) ? new KernelFile(file.toString()) : null;
    } catch (IOException gone) {
      return null;
    }
  }

  @Override
  public String source() {
    return SOURCE;
  }

  @Override
  public Optional<Observation.Sample> sample(boolean thorough) throws IOException {
    Map<String, Reading> readings = new LinkedHashMap<>();
    long at = Clock.monotonicNanos();
    times(readings);
    if (disks != null) {
      disks(disks, readings);
    }
    if (network != null) {
      network(network, readings);
    }
    for (int i = 0; i < PRESSURES.length; i++) {
      pressure(PRESSURES[i], pressure[i], readings);
    }
    return Optional.of(
        new Observation.Sample(SOURCE, at, OptionalLong.empty(), OptionalInt.empty(), readings));
  }

  private void times(Map<String, Reading> readings) throws IOException {
    stat.read();
    while (stat.at("cpu")) {
      times(stat.word(), readings);
      stat.skipLine();
    }
    if (stat.find("ctxt ")) {
      readings.put("context_switches", Readings.whole(stat.number()));
    }
  }

  private void times(String cpu, Map<String, Reading> readings) {
    String[] keys = names.computeIfAbsent(cpu, HostSampler::timeNames);
    long[] ticks = new long[TIMES.length];
    long all = 0;
    for (int i = 0; i < TIMES.length; i++) {
      ticks[i] = stat.number();
      all += ticks[i];
    }
    if (all == 0) {
      Reading absent =
          new Reading.Absent("every time of " + cpu + " in /proc/stat is zero: none is kept of it");
      for (String key : keys) {
        readings.put(key, absent);
      }
      return;
    }
    for (int i = 0; i < TIMES.length; i++) {
      readings.put(keys[i], Readings.seconds(ticks[i] * tickNanos));
    }
    readings.put(
        keys[TIMES.length], Readings.seconds((all - ticks[IDLE] - ticks[IOWAIT]) * tickNanos));
  }

  private static String[] timeNames(String cpu) {
    String[] keys = new String[TIMES.length + 1];
    for (int i = 0; i < TIMES.length; i++) {
      keys[i] = cpu + "." + TIMES[i];
    }
    keys[TIMES.length] = cpu + ".busy";
    return keys;
  }

  private void disks(KernelFile file, Map<String, Reading> readings) throws IOException {
    for (file.read(); !file.atEnd(); file.skipLine()) {
      file.skipWords(2);
      String disk = file.word();
      // Without a file or size behind them; there are dozens.
      if (disk.startsWith("loop") || disk.startsWith("ram")) {
        continue;
      }
      String[] keys =
          names.computeIfAbsent(
              "disk." + disk, p -> named(p, "reads", "read_bytes", "writes", "written_bytes"));
      readings.put(keys[0], Readings.whole(file.number()));
      file.skipWords(1);
      readings.put(keys[1], Readings.whole(file.number() * SECTOR_BYTES));
      file.skipWords(1);
      readings.put(keys[2], Readings.whole(file.number()));
      file.skipWords(1);
      readings.put(keys[3], Readings.whole(file.number() * SECTOR_BYTES));
    }
  }

  private void network(KernelFile file, Map<String, Reading> readings) throws IOException {
    file.read();
    file.skipLine();
    file.skipLine();
    for (; !file.atEnd(); file.skipLine()) {
      // Old kernels put no blank between the colon and the first number.
      String word = file.word();
      int colon = word.indexOf(':');
      String name = word.substring(0, Math.max(0, colon));
      String[] keys =
          names.computeIfAbsent(
              "net." + name, p -> named(p, "rx_bytes", "rx_packets", "tx_bytes", "tx_packets"));
      readings.put(
          keys[0],
          Readings.whole(
              colon + 1 < word.length()
                  ? Long.parseLong(word.substring(colon + 1))
                  : file.number()));
      readings.put(keys[1], Readings.whole(file.number()));
      file.skipWords(6);
      readings.put(keys[2], Readings.whole(file.number()));
      readings.put(keys[3], Readings.whole(file.number()));
    }
  }

  private void pressure(String what, @Nullable KernelFile file, Map<String, Reading> readings)
      throws IOException {
    String[] keys = names.computeIfAbsent("psi." + what, p -> named(p, "some", "full"));
    for (String key : keys) {
      boolean read = false;
      if (file != null) {
        file.read();
        if (file.find(key.substring(key.lastIndexOf('.') + 1)) && file.findInLine("total=")) {
          readings.put(key, Readings.seconds(file.number() * 1_000));
          read = true;
        }
      }
      if (!read) {
        readings.put(
            key,
            new Reading.Unpublished(
                "the kernel does not keep it in /proc/pressure/" + what + "; boot with psi=1"));
      }
    }
  }

  private static String[] named(String prefix, String... columns) {
    String[] keys = new String[columns.length];
    for (int i = 0; i < columns.length; i++) {
      keys[i] = prefix + "." + columns[i];
    }
    return keys;
  }

  @Override
  public void close() {
    Quietly.close(stat);
    Quietly.close(disks);
    Quietly.close(network);
    for (KernelFile file : pressure) {
      Quietly.close(file);
    }
  }
}
