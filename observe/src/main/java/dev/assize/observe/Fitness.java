package dev.assize.observe;

import dev.assize.linux.SystemInfo;
import dev.assize.observe.FitnessFinding.Level;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Whether this machine is fit to measure, for {@code assize doctor}. What is not published is
 * UNKNOWN.
 */
public final class Fitness {
  private static final String CPUS = "sys/devices/system/cpu";
  private static final long GIB = 1L << 30;
  private static final long STEAL_WINDOW_MILLIS = 200;

  private final Tree tree;
  private final List<FitnessFinding> findings = new ArrayList<>();

  private Fitness(Tree tree) {
    this.tree = tree;
  }

  /**
   * Examines this machine.
   *
   * @param runsDirectory where evidence is kept; need not exist yet
   */
  public static List<FitnessFinding> examine(Path runsDirectory) {
    return examine(Path.of("/"), runsDirectory, SystemInfo.effectiveUser());
  }

  static List<FitnessFinding> examine(Path root, Path runsDirectory, int user) {
    Fitness fitness = new Fitness(new Tree(root));
    fitness.processors();
    fitness.governor();
    fitness.turbo();
    fitness.smt();
    fitness.load();
    fitness.steal();
    fitness.thermal();
    fitness.swap();
    fitness.hugePages();
    fitness.addressLayout();
    fitness.clockSource();
    fitness.perfEvents();
    fitness.tracing(user);
    fitness.controllers();
    fitness.virtualisation();
    fitness.privileges(user);
    fitness.disk(runsDirectory);
    return List.copyOf(fitness.findings);
  }

  private void add(String subject, Level level, String found, String remedy) {
    findings.add(new FitnessFinding(subject, level, found, remedy));
  }

  private void processors() {
    int count = processorCount();
    add(
        "processors",
        count == 0 ? Level.UNKNOWN : count == 1 ? Level.WARNING : Level.GOOD,
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
        tree.text("proc/loadavg").map(all -> Double.parseDouble(all.split(" ", 2)[0]));
    if (load.isEmpty()) {
      add("load", Level.UNKNOWN, "not published", "");
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
      add("steal", Level.UNKNOWN, "not published", "");
      return;
    }
    long total = after.get()[1];
    double share = total == 0 ? 0 : (double) after.get()[0] / total;
    add(
        "steal",
        share > 0.01 ? Level.WARNING : Level.GOOD,
        String.format(
                Locale.ROOT, "%.2f %% of CPU time since boot taken by the hypervisor", share * 100)
            + (after.get()[0] > before.get()[0] ? ", some of it just now" : ""),
        share > 0.01 ? "use a machine with its own CPUs; the steal gate watches each trial" : "");
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
      Optional<String> count =
          tree.text(CPUS + "/" + cpu + "/thermal_throttle/core_throttle_count");
      if (count.isPresent()) {
        published = true;
        throttled += Long.parseLong(count.get());
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

  private void swap() {
    long areas = tree.text("proc/swaps").map(all -> all.lines().count() - 1).orElse(0L);
    add(
        "swap",
        areas > 0 ? Level.NOTE : Level.GOOD,
        areas > 0 ? areas + " areas in use" : "none",
        areas > 0 ? "swapoff -a, or state isolation.swap: 0 in the spec" : "");
  }

  private void hugePages() {
    Optional<String> mode = tree.chosen("sys/kernel/mm/transparent_hugepage/enabled");
    add(
        "transparent huge pages",
        mode.isEmpty() ? Level.UNKNOWN : Level.NOTE,
        mode.orElse("not published"),
        mode.filter(value -> value.equals("always")).isPresent()
            ? "memory layout may differ between trials: echo madvise > /sys/kernel/mm/transparent_hugepage/enabled"
            : "");
  }

  private void addressLayout() {
    Optional<String> value = tree.text("proc/sys/kernel/randomize_va_space");
    boolean full = value.filter("2"::equals).isPresent();
    add(
        "address randomisation",
        value.isEmpty() ? Level.UNKNOWN : full ? Level.GOOD : Level.NOTE,
        value
            .map(v -> full ? "on: each trial gets its own layout" : "level " + v)
            .orElse("not published"),
        value.isPresent() && !full
            ? "one layout may favour one arm: sysctl kernel.randomize_va_space=2"
            : "");
  }

  private void clockSource() {
    Optional<String> source =
        tree.text("sys/devices/system/clocksource/clocksource0/current_clocksource");
    boolean fast =
        source
            .filter(s -> s.equals("tsc") || s.equals("kvm-clock") || s.equals("arch_sys_counter"))
            .isPresent();
    add(
        "clock source",
        source.isEmpty() ? Level.UNKNOWN : fast ? Level.GOOD : Level.WARNING,
        source.orElse("not published"),
        source.isPresent() && !fast
            ? "reading the clock is slow; boot with clocksource=tsc where it is stable"
            : "");
  }

  private void perfEvents() {
    Optional<String> level = tree.text("proc/sys/kernel/perf_event_paranoid");
    boolean open = level.filter(l -> Integer.parseInt(l) <= 1).isPresent();
    add(
        "perf events",
        level.isEmpty() ? Level.UNKNOWN : open ? Level.GOOD : Level.NOTE,
        level.map(l -> "perf_event_paranoid " + l).orElse("not published"),
        level.isPresent() && !open ? "sysctl kernel.perf_event_paranoid=1, or run as root" : "");
  }

  private void tracing(int user) {
    boolean there =
        tree.readable("sys/kernel/tracing/events")
            || tree.readable("sys/kernel/debug/tracing/events");
    add(
        "tracing",
        there ? Level.GOOD : Level.NOTE,
        there ? "tracefs is readable" : "tracefs is not readable",
        there
            ? ""
            : user == 0 ? "mount -t tracefs tracefs /sys/kernel/tracing" : "run as root to trace");
  }

  private void controllers() {
    Optional<String> unified = tree.text("sys/fs/cgroup/cgroup.controllers");
    List<String> first = new ArrayList<>();
    for (String name : List.of("cpu", "memory", "cpuset")) {
      if (tree.exists("sys/fs/cgroup/" + name + "/tasks")) {
        first.add(name);
      }
    }
    boolean any = !first.isEmpty() || unified.filter(names -> names.contains("cpu")).isPresent();
    add(
        "control groups",
        any ? Level.GOOD : Level.NOTE,
        !first.isEmpty()
            ? "version 1: " + String.join(", ", first)
            : unified.map(names -> "version 2: " + names).orElse("none mounted"),
        any
            ? ""
            : "quotas and memory limits of a spec can't be kept; mount -t cgroup2 none /sys/fs/cgroup");
  }

  private void virtualisation() {
    boolean guest =
        tree.field("proc/cpuinfo", "flags")
            .filter(flags -> (" " + flags + " ").contains(" hypervisor "))
            .isPresent();
    add(
        "virtual machine",
        guest ? Level.NOTE : Level.GOOD,
        guest ? "yes: neighbours on the host can disturb, unseen" : "no sign of one",
        guest ? "repeat on bare metal what must hold there; watch the steal gate" : "");
  }

  private void privileges(int user) {
    add(
        "privileges",
        user == 0 ? Level.GOOD : Level.NOTE,
        user == 0 ? "root" : "user " + user,
        user == 0 ? "" : "namespaces, quotas, negative nice and dropping caches need root");
  }

  private void disk(Path runsDirectory) {
    Path existing = runsDirectory.toAbsolutePath();
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    try {
      long free = Files.getFileStore(existing).getUsableSpace();
      add(
          "free disk",
          free < GIB ? Level.BAD : free < 10 * GIB ? Level.WARNING : Level.GOOD,
          String.format(Locale.ROOT, "%.1f GiB for runs in %s", (double) free / GIB, existing),
          free < 10 * GIB ? "free some, or keep runs elsewhere with --runs DIR" : "");
    } catch (IOException unreadable) {
      add("free disk", Level.UNKNOWN, unreadable.toString(), "");
    }
  }
}
