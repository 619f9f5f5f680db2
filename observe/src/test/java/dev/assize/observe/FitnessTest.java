package dev.assize.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.observe.FitnessFinding.Level;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FitnessTest {
  private static final String CPU = "sys/devices/system/cpu";
  private static final List<String> SUBJECTS =
      List.of(
          "processors",
          "frequency governor",
          "turbo",
          "SMT",
          "load",
          "steal",
          "heat",
          "swap",
          "transparent huge pages",
          "address randomisation",
          "clock source",
          "timer slack",
          "perf events",
          "tracing",
          "control groups",
          "virtual machine",
          "privileges",
          "free disk");

  @TempDir Path root;

  @Test
  void aMachineFitToMeasureIsGoodThroughout() throws IOException {
    good();

    assertThat(Fitness.examine(root, root, 0))
        .filteredOn(
            finding -> !List.of("transparent huge pages", "free disk").contains(finding.subject()))
        .hasSize(SUBJECTS.size() - 2)
        .allMatch(f -> f.level() == Level.GOOD && f.remedy().isEmpty(), "good, nothing to do");
  }

  @Test
  void whatIsNotPublishedIsUnknown() {
    List<FitnessFinding> findings = Fitness.examine(root.resolve("empty"), root, 0);

    assertThat(findings).extracting(FitnessFinding::subject).containsExactlyElementsOf(SUBJECTS);
    assertThat(findings)
        .filteredOn(
            f ->
                !List.of("tracing", "control groups", "privileges", "free disk")
                    .contains(f.subject()))
        .hasSize(SUBJECTS.size() - 4)
        .allMatch(f -> f.level() == Level.UNKNOWN && f.found().contains("not published"))
        .noneMatch(f -> f.remedy().isEmpty());
    assertFinding(findings, "tracing", Level.NOTE, "not readable", "mount -t tracefs");
    assertFinding(findings, "control groups", Level.NOTE, "none mounted", "mount -t cgroup2");
  }

  @Test
  void aMachineUnfitToMeasureIsToldWhatToDo() throws IOException {
    good();
    file(CPU + "/cpu1/cpufreq/scaling_governor", "powersave");
    file(CPU + "/intel_pstate/no_turbo", "0");
    file(CPU + "/smt/active", "1");
    file("proc/loadavg", "1.50 0.10 0.10 3/200 4242");
    file("proc/stat", "cpu  100 0 100 700 0 0 0 100 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0");
    file(CPU + "/cpu1/thermal_throttle/core_throttle_count", "12");
    file("proc/swaps", "Filename Type Size Used Priority\n/swap file 1 0 -2\n/swap2 file 1 0 -3");
    file("sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never");
    file("proc/sys/kernel/randomize_va_space", "0");
    file("sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet");
    file("proc/self/timerslack_ns", "100000000");
    file("proc/sys/kernel/perf_event_paranoid", "4");
    file("sys/fs/cgroup/cgroup.controllers", "cpuset io");
    file("proc/cpuinfo", cpuinfo("fpu hypervisor sse"));
    Files.delete(root.resolve("sys/kernel/tracing/events"));
    List<FitnessFinding> findings = Fitness.examine(root, root, 1000);

    assertFinding(
        findings,
        "frequency governor",
        Level.WARNING,
        "performance, powersave: the clock rate follows the load",
        "cpupower frequency-set -g performance");
    assertFinding(findings, "turbo", Level.NOTE, "on: ", "echo 1 > ");
    assertFinding(findings, "SMT", Level.NOTE, "on: ", "smt/control");
    assertFinding(findings, "load", Level.BAD, "1.50 over the last minute", "top");
    assertFinding(findings, "steal", Level.WARNING, "10.00 % of CPU time", "own CPUs");
    assertFinding(findings, "heat", Level.WARNING, "12 throttling events", "cool");
    assertFinding(findings, "swap", Level.NOTE, "2 areas in use", "swapoff -a");
    assertFinding(findings, "transparent huge pages", Level.NOTE, "always", "echo madvise");
    assertFinding(findings, "address randomisation", Level.NOTE, "level 0", "va_space=2");
    assertFinding(findings, "clock source", Level.WARNING, "hpet", "clocksource=tsc");
    assertFinding(findings, "timer slack", Level.NOTE, "100000000 ns", "sleeps end late");
    assertFinding(findings, "perf events", Level.NOTE, "perf_event_paranoid 4", "sysctl");
    assertFinding(findings, "tracing", Level.NOTE, "not readable", "run as root");
    assertFinding(findings, "control groups", Level.NOTE, "version 2: cpuset io", "can't be kept");
    assertFinding(findings, "virtual machine", Level.NOTE, "yes: ", "bare metal");
    assertFinding(findings, "privileges", Level.NOTE, "user 1000", "need root");
  }

  @Test
  void stealThatBeganLatelyIsNotHiddenByALongUptime() {
    long[] before = {0, 1_000_000};

    FitnessFinding stolen = ProcessorFitness.steal(before, new long[] {10, 1_000_040});
    assertThat(stolen.level()).isEqualTo(Level.WARNING);
    assertThat(stolen.found()).contains("0.00 % of CPU time since boot", "25.00 % in the last");
    assertThat(stolen.remedy()).isNotEmpty();
    assertThat(ProcessorFitness.steal(before, new long[] {0, 1_000_040}).level())
        .isEqualTo(Level.GOOD);
  }

  @Test
  void otherStates() throws IOException {
    good();
    Files.delete(root.resolve(CPU + "/intel_pstate/no_turbo"));
    file(CPU + "/cpufreq/boost", "1");
    file("proc/loadavg", "0.30 0.10 0.10 3/200 4242");
    file("sys/kernel/mm/transparent_hugepage/enabled", "always madvise [never]");
    file("sys/devices/system/clocksource/clocksource0/current_clocksource", "kvm-clock");
    file("proc/sys/kernel/perf_event_paranoid", "-1");
    Files.delete(root.resolve("sys/fs/cgroup/cgroup.controllers"));
    file("sys/fs/cgroup/cpu/tasks", "1");
    file("sys/fs/cgroup/memory/tasks", "1");
    List<FitnessFinding> findings = Fitness.examine(root, root, 0);

    assertFinding(findings, "turbo", Level.NOTE, "on: ", "echo 0 > ");
    assertFinding(findings, "load", Level.WARNING, "0.30", "top");
    assertFinding(findings, "transparent huge pages", Level.NOTE, "never", "");
    assertFinding(findings, "clock source", Level.GOOD, "kvm-clock", "");
    assertFinding(findings, "perf events", Level.GOOD, "perf_event_paranoid -1", "");
    assertFinding(findings, "control groups", Level.GOOD, "version 1: cpu, memory", "");
  }

  @Test
  void boostOffIsGoodAndOneProcessorIsNot() throws IOException {
    good();
    Files.delete(root.resolve(CPU + "/intel_pstate/no_turbo"));
    file(CPU + "/cpufreq/boost", "0");
    file("proc/cpuinfo", "processor\t: 0\nmodel name\t: Mark I\nflags\t: fpu");
    List<FitnessFinding> findings = Fitness.examine(root, root, 0);

    assertFinding(findings, "turbo", Level.GOOD, "off", "");
    assertFinding(findings, "processors", Level.WARNING, "1 online, Mark I", "two or more");
  }

  @Test
  void whatIsNoNumberIsUnknown() throws IOException {
    good();
    file("proc/loadavg", "heavy");
    file("proc/sys/kernel/perf_event_paranoid", "<none>");
    file(CPU + "/cpu0/thermal_throttle/core_throttle_count", "x");
    file(CPU + "/cpu1/thermal_throttle/core_throttle_count", "");
    List<FitnessFinding> findings = Fitness.examine(root, root, 0);

    for (String subject : List.of("load", "perf events", "heat")) {
      assertFinding(findings, subject, Level.UNKNOWN, "not published", "");
    }
  }

  @Test
  void thisMachineIsExamined() {
    List<FitnessFinding> findings = Fitness.examine(root.resolve("not/yet/there"));

    assertThat(findings).extracting(FitnessFinding::subject).containsExactlyElementsOf(SUBJECTS);
    assertThat(findings).noneMatch(finding -> finding.found().isBlank());
    assertFinding(findings, "processors", null, "online", "");
    assertFinding(findings, "free disk", null, "GiB for runs in " + root, "");
  }

  private static void assertFinding(
      List<FitnessFinding> findings,
      String subject,
      @org.jspecify.annotations.Nullable Level level,
      String found,
      String remedy) {
    assertThat(findings)
        .filteredOn(finding -> finding.subject().equals(subject))
        .singleElement()
        .satisfies(
            finding -> {
              if (level != null) {
                assertThat(finding.level()).as(subject).isEqualTo(level);
              }
              assertThat(finding.found()).contains(found);
              assertThat(finding.remedy()).contains(remedy);
            });
  }

  private void good() throws IOException {
    file("proc/self/timerslack_ns", "50000");
    file("proc/cpuinfo", cpuinfo("fpu sse"));
    for (String cpu : List.of("cpu0", "cpu1")) {
      file(CPU + "/" + cpu + "/cpufreq/scaling_governor", "performance");
      file(CPU + "/" + cpu + "/thermal_throttle/core_throttle_count", "0");
    }
    file(CPU + "/cpufreq/policy0/scaling_governor", "not asked");
    file(CPU + "/intel_pstate/no_turbo", "1");
    file(CPU + "/smt/active", "0");
    file("proc/loadavg", "0.02 0.10 0.10 1/200 4242");
    file("proc/stat", "cpu  100 0 100 800 0 0 0 0 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0");
    file("proc/swaps", "Filename Type Size Used Priority");
    file("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never");
    file("proc/sys/kernel/randomize_va_space", "2");
    file("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc");
    file("proc/sys/kernel/perf_event_paranoid", "1");
    Files.createDirectories(root.resolve("sys/kernel/tracing/events"));
    file("sys/fs/cgroup/cgroup.controllers", "cpuset cpu io memory");
  }

  private static String cpuinfo(String flags) {
    return "processor\t: 0\nmodel name\t: Mark I\nflags\t\t: "
        + flags
        + "\n\nprocessor\t: 1\nmodel name\t: Mark I\nflags\t\t: "
        + flags;
  }

  private void file(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text + "\n");
  }
}
