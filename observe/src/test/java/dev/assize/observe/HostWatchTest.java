package dev.assize.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.linux.ProcessTable;
import dev.assize.linux.ThreadSettings;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

class HostWatchTest {
  private static final int OWN = (int) ProcessHandle.current().pid();

  private final int cpu = lastCpu();

  @Test
  void aProcessThatSpinsOnTheCpuIsFoundAndNamed() throws Exception {
    Process spinner = spinner();
    try {
      Disturbance seen = watch(800, neighbours(spinner));

      assertThat(seen.worstProcess()).startsWith("pid " + spinner.pid() + " (sh)");
      assertThat(seen.worstProcess()).contains("while :; do :; done");
      assertThat(seen.worstShare()).isBetween(0.5, 1.0);
    } finally {
      end(spinner);
    }
  }

  @Test
  void ourOwnChildIsNoDisturbance() throws Exception {
    Process spinner = spinner();
    try {
      assertThat(watch(300, Set.of((int) spinner.pid())).worstProcess())
          .doesNotContain("pid " + spinner.pid() + " ");
      assertThat(watch(300, Set.of(OWN)).worstProcess())
          .as("a descendant")
          .doesNotContain("pid " + spinner.pid() + " ");
      ProcessHandle top = ProcessHandle.current();
      for (Optional<ProcessHandle> up = top.parent(); up.isPresent(); up = top.parent()) {
        top = up.get();
      }
      assertThat(watch(300, Set.of((int) top.pid())).worstProcess())
          .as("a descendant of the first process, pid %d", top.pid())
          .doesNotContain("pid " + spinner.pid() + " ");
    } finally {
      end(spinner);
    }
  }

  @Test
  void aProcessThatComesAndGoesInALongWindowIsNamed() throws Exception {
    try (HostWatch watch = HostWatch.start(List.of(cpu))) {
      Process spinner = spinner();
      try {
        // Not gone before it was seen at work: the second poll from now begins after now.
        int before = watch.polls();
        until(() -> watch.polls() >= before + 2);
      } finally {
        end(spinner);
      }
      assertThat(spinner.isAlive()).isFalse();
      Disturbance seen = watch.stop(neighbours(spinner));

      assertThat(seen.worstProcess()).startsWith("pid " + spinner.pid() + " (sh)");
      assertThat(seen.worstShare()).isGreaterThan(0).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void aProcessOnAnotherCpuIsNoDisturbance() throws Exception {
    Process spinner = spinner();
    HostWatch watch = HostWatch.start(List.of(cpu == 0 ? 1 : 0));
    try {
      Thread.sleep(300);
      assertThat(watch.stop(Set.of()).worstProcess()).doesNotContain("pid " + spinner.pid() + " ");
    } finally {
      end(spinner);
    }
  }

  @Test
  void clocksAndSharesAreInTheirRanges() throws Exception {
    Disturbance seen = watch(300, Set.of(OWN));

    assertThat(seen.clockStep().value()).as("no one steps the clock here").isLessThan(10_000_000);
    assertThat(seen.length().value()).isGreaterThanOrEqualTo(300_000_000);
    assertThat(seen.stealShare()).isBetween(0.0, 1.0);
    assertThat(seen.unattributedShare()).isBetween(0.0, 1.5);
    assertThat(seen.worstShare()).isBetween(0.0, 1.0);
  }

  @Test
  void closingEndsThePollAndItRunsBesideTheTrial() throws Exception {
    HostWatch watch = HostWatch.start(List.of(cpu));
    try (watch) {
      assertThat(pollers()).hasSize(1);
    }
    assertThat(pollers()).isEmpty();
    assertThat(ThreadSettings.affinity(0).get(cpu)).as("only the poll steps aside").isTrue();
  }

  private Disturbance watch(long millis, Set<Integer> own) throws Exception {
    try (HostWatch watch = HostWatch.start(List.of(cpu))) {
      Thread.sleep(millis);
      return watch.stop(own);
    }
  }

  /**
   * A process that spins at real-time priority, which a busy machine can't keep from its CPU;
   * returned when it has used CPU time as the program that spins.
   */
  private Process spinner() throws Exception {
    Process process =
        new ProcessBuilder(
                List.of(
                    "prlimit",
                    "--cpu=30",
                    "taskset",
                    "-c",
                    Integer.toString(cpu),
                    "chrt",
                    "-f",
                    "1",
                    // In the foreground, so that one process spins and none is left.
                    "sh",
                    "-c",
                    "while :; do :; done"))
            .redirectErrorStream(true)
            .start();
    until(
        () -> {
          assertThat(process.isAlive())
              .as("needs prlimit, taskset, chrt and the right to use them")
              .isTrue();
          return ProcessTable.snapshot().stream()
              .anyMatch(
                  seen ->
                      seen.pid() == process.pid()
                          && seen.command().equals("sh")
                          && seen.userTicks() + seen.systemTicks() > 10);
        });
    return process;
  }

  /**
   * Everything else that runs: a compiler beside this test may use as much of a CPU as the spinner,
   * and with threads on several CPUs more. The spinner's own ancestors must not be among them.
   */
  private static Set<Integer> neighbours(Process spinner) throws Exception {
    Set<Integer> neighbours = new HashSet<>();
    ProcessTable.snapshot().forEach(process -> neighbours.add(process.pid()));
    neighbours.remove((int) spinner.pid());
    Optional<ProcessHandle> up = Optional.of(ProcessHandle.current());
    while (up.isPresent()) {
      neighbours.remove((int) up.get().pid());
      up = up.get().parent();
    }
    return neighbours;
  }

  private static void until(Callable<Boolean> condition) throws Exception {
    while (!condition.call()) {
      Thread.sleep(10);
    }
  }

  private static void end(Process process) throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  private static int lastCpu() {
    try {
      return ThreadSettings.affinity(0).length() - 1;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static List<Thread> pollers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("assize-host-watch"))
        .toList();
  }
}
