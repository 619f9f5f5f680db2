package dev.assize.observe;

import dev.assize.observe.FitnessFinding.Level;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;

/** The part of {@link Fitness} that is about the processors: their clock rate and who uses them. */
final class ProcessorFitness {
  private static final String CPUS = "sys/devices/system/cpu";
  private static final long STEAL_WINDOW_MILLIS = 200;
  private static final double MUCH_STEAL = 0.01;

  private final Tree tree;
  private final List<FitnessFinding> findings;

  ProcessorFitness(Tree tree, List<FitnessFinding> findings) {
    this.tree = tree;
    this.findings = findings;
  }

  void examine() {
    processors();
    governor();
    turbo();
    smt();
    load();
    steal();
    thermal();
  }

  private void add(String subject, Level level, String found, String remedy) {
    findings.add(new FitnessFinding(subject, level, found, remedy));
  }

  private void processors() {
    int count = processorCount();
    if (count == 0) {
      add("processors", Level.UNKNOWN, "not published", "mount -t proc proc /proc");
      return;
    }
    add(
        "processors",
        count == 1 ? Level.WARNING : Level.GOOD,
        count
            + " online, "
            + tree.field("proc/cpuinfo", "model name").orElse("model not published"),
        count == 1 ? "the lab and the command share one CPU; use a machine with two or more" : "");
  }

  private int processorCount() {
    return (int)
        tree.text("proc/cpuinfo")
            .map(all -> all.lines().filter(line -> line.startsWith("processor")).count())
            .orElse(0L)
            .longValue();
  }

  private void governor() {
    TreeSet<String> governors = new TreeSet<>();
    for (String cpu : tree.names(CPUS, "cpu[0-9]*")) {
      tree.text(CPUS + "/" + cpu + "/cpufreq/scaling_governor").ifPresent(governors::add);
    }
    if (governors.isEmpty()) {
      add(
          "frequency governor",
          Level.UNKNOWN,
          "not published (usual in a virtual machine)",
          "set it on the host: cpupower frequency-set -g performance");
    } else if (governors.size() == 1 && governors.contains("performance")) {
      add("frequency governor", Level.GOOD, "performance", "");
    } else {
      add(
          "frequency governor",
          Level.WARNING,
          String.join(", ", governors) + ": the clock rate follows the load",
          "cpupower frequency-set -g performance");
    }
  }

  private void turbo() {
    Optional<String> intel = tree.text(CPUS + "/intel_pstate/no_turbo");
    Optional<String> boost = tree.text(CPUS + "/cpufreq/boost");
    if (intel.isEmpty() && boost.isEmpty()) {
      add(
          "turbo",
          Level.UNKNOWN,
          "not published (usual in a virtual machine)",
          "switch it off on the host");
      return;
    }
    boolean on = intel.map(value -> value.equals("0")).orElseGet(() -> boost.get().equals("1"));
    add(
        "turbo",
        on ? Level.NOTE : Level.GOOD,
        on ? "on: the clock rate depends on heat and on busy neighbours" : "off",
        on
            ? (intel.isPresent()
                ? "echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo"
                : "echo 0 > /sys/devices/system/cpu/cpufreq/boost")
            : "");
  }

  private void smt() {
    Optional<String> active = tree.text(CPUS + "/smt/active");
    if (active.isEmpty()) {
      add("SMT", Level.UNKNOWN, "not published", "lscpu -e shows which CPUs share a core");
    } else if (active.get().equals("1")) {
      add(
          "SMT",
          Level.NOTE,
          "on: two CPUs share a core",
          "echo off > /sys/devices/system/cpu/smt/control, or pin to one CPU of each core");
    } else {
      add("SMT", Level.GOOD, "off", "");
    }
  }

  private void load() {
    Optional<Double> load =
        tree.text("proc/loadavg")
            .map(all -> all.split(" ", 2)[0])
            .filter(word -> word.matches("\\d+\\.\\d+"))
            .map(Double::parseDouble);
    if (load.isEmpty()) {
      add("load", Level.UNKNOWN, "not published", "mount -t proc proc /proc");
      return;
    }
    double share = load.get() / Math.max(1, processorCount());
    add(
        "load",
        share > 0.5 ? Level.BAD : share > 0.1 ? Level.WARNING : Level.GOOD,
        String.format(Locale.ROOT, "%.2f over the last minute", load.get()),
        share > 0.1 ? "find who it is with top, and wait or end it" : "");
  }

  private void steal() {
    Optional<long[]> before = stealAndTotal();
    try {
      Thread.sleep(STEAL_WINDOW_MILLIS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    Optional<long[]> after = stealAndTotal();
    if (before.isEmpty() || after.isEmpty()) {
      add("steal", Level.UNKNOWN, "not published", "mount -t proc proc /proc");
      return;
    }
    FitnessFinding finding = steal(before.get(), after.get());
    add(finding.subject(), finding.level(), finding.found(), finding.remedy());
  }

  /** Judges two readings of stolen and total ticks; a share since boot hides what began lately. */
  static FitnessFinding steal(long[] before, long[] after) {
    double sinceBoot = share(after[0], after[1]);
    double lately = share(after[0] - before[0], after[1] - before[1]);
    boolean much = sinceBoot > MUCH_STEAL || lately > MUCH_STEAL;
    return new FitnessFinding(
        "steal",
        much ? Level.WARNING : Level.GOOD,
        String.format(
            Locale.ROOT,
            "%.2f %% of CPU time since boot taken by the hypervisor, %.2f %% in the last %d ms",
            sinceBoot * 100,
            lately * 100,
            STEAL_WINDOW_MILLIS),
        much ? "use a machine with its own CPUs; the steal gate watches each trial" : "");
  }

  private static double share(long part, long whole) {
    return whole <= 0 ? 0 : (double) part / whole;
  }

  private Optional<long[]> stealAndTotal() {
    return tree.text("proc/stat")
        .flatMap(all -> all.lines().filter(line -> line.startsWith("cpu ")).findFirst())
        .map(
            line -> {
              String[] words = line.split("\\s+", -1);
              long total = 0;
              for (int i = 1; i <= 8 && i < words.length; i++) {
                total += Long.parseLong(words[i]);
              }
              return new long[] {words.length > 8 ? Long.parseLong(words[8]) : 0, total};
            });
  }

  private void thermal() {
    long throttled = 0;
    boolean published = false;
    for (String cpu : tree.names(CPUS, "cpu[0-9]*")) {
      Optional<Long> count = tree.whole(CPUS + "/" + cpu + "/thermal_throttle/core_throttle_count");
      if (count.isPresent()) {
        published = true;
        throttled += count.get();
      }
    }
    if (!published) {
      add(
          "heat",
          Level.UNKNOWN,
          "throttling is not published (usual in a virtual machine)",
          "watch it on the host");
    } else {
      add(
          "heat",
          throttled > 0 ? Level.WARNING : Level.GOOD,
          throttled + " throttling events since boot",
          throttled > 0 ? "cool the machine, or lower the highest frequency" : "");
    }
  }
}
