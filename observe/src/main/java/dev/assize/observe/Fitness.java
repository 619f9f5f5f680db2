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

/**
 * Whether this machine is fit to measure, for {@code assize doctor}. What is not published is
 * UNKNOWN.
 */
public final class Fitness {
  private static final long GIB = 1L << 30;
  // The kernel's default for a new process.
  private static final long USUAL_SLACK_NANOS = 50_000;

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
    new ProcessorFitness(fitness.tree, fitness.findings).examine();
    fitness.swap();
    fitness.hugePages();
    fitness.addressLayout();
    fitness.clockSource();
    fitness.timerSlack();
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

  private void swap() {
    Optional<String> swaps = tree.text("proc/swaps");
    if (swaps.isEmpty()) {
      add("swap", Level.UNKNOWN, "not published", "swapon --show");
      return;
    }
    long areas = Math.max(0, swaps.get().lines().count() - 1);
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
        mode.isEmpty()
            ? "a kernel built without them needs nothing; else mount -t sysfs sysfs /sys"
            : mode.get().equals("always")
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
        value.isEmpty()
            ? "mount -t proc proc /proc"
            : !full ? "one layout may favour one arm: sysctl kernel.randomize_va_space=2" : "");
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
        source.isEmpty()
            ? "mount -t sysfs sysfs /sys"
            : !fast
                ? "reading the clock is slow; boot with clocksource=tsc where it is stable"
                : "");
  }

  private void timerSlack() {
    Optional<Long> slack = tree.whole("proc/self/timerslack_ns");
    boolean wide = slack.filter(ns -> ns > USUAL_SLACK_NANOS).isPresent();
    add(
        "timer slack",
        slack.isEmpty() ? Level.UNKNOWN : wide ? Level.NOTE : Level.GOOD,
        slack.map(ns -> ns + " ns").orElse("not published"),
        slack.isEmpty()
            ? "cat /proc/self/timerslack_ns as root"
            : wide ? "sleeps end late; start assize outside the service that widened it" : "");
  }

  private void perfEvents() {
    Optional<Long> level = tree.whole("proc/sys/kernel/perf_event_paranoid");
    boolean open = level.filter(l -> l <= 1).isPresent();
    add(
        "perf events",
        level.isEmpty() ? Level.UNKNOWN : open ? Level.GOOD : Level.NOTE,
        level.map(l -> "perf_event_paranoid " + l).orElse("not published"),
        level.isEmpty()
            ? "use a kernel with CONFIG_PERF_EVENTS"
            : !open ? "sysctl kernel.perf_event_paranoid=1, or run as root" : "");
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
    boolean any =
        !first.isEmpty()
            || unified.filter(names -> List.of(names.split(" ", -1)).contains("cpu")).isPresent();
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
    Optional<String> flags = tree.field("proc/cpuinfo", "flags");
    if (flags.isEmpty()) {
      add(
          "virtual machine",
          Level.UNKNOWN,
          "the processor's flags are not published",
          "systemd-detect-virt");
      return;
    }
    boolean guest = List.of(flags.get().split(" ", -1)).contains("hypervisor");
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
      add("free disk", Level.UNKNOWN, unreadable.toString(), "df " + existing);
    }
  }
}
