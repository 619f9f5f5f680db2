package dev.assize.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.linux.ThreadSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HostWatchTest {
  private static final int OWN = (int) ProcessHandle.current().pid();

  private final int cpu = lastCpu();

  @Test
  void aProcessThatSpinsOnTheCpuIsFoundAndNamed() throws Exception {
    Process spinner = spinner(20);
    try {
      Disturbance seen = watch(800, Set.of());

      assertThat(seen.worstProcess()).startsWith("pid " + spinner.pid() + " (sh)");
      assertThat(seen.worstProcess()).contains("while :; do :; done");
      assertThat(seen.worstShare()).isBetween(0.5, 1.0);
    } finally {
      end(spinner);
    }
  }

  @Test
  void ourOwnChildIsNoDisturbance() throws Exception {
    Process spinner = spinner(20);
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
    HostWatch watch = HostWatch.start(List.of(cpu));
    Process spinner = spinner(2.3);
    spinner.waitFor();
    Thread.sleep(200);
    Disturbance seen = watch.stop(Set.of());

    assertThat(spinner.isAlive()).isFalse();
    assertThat(seen.worstProcess()).startsWith("pid " + spinner.pid() + " (");
    assertThat(seen.worstShare()).isBetween(0.2, 1.0);
  }

  @Test
  void aProcessOnAnotherCpuIsNoDisturbance() throws Exception {
    Process spinner = spinner(20);
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

  // Real-time priority: the machine that runs this test may be busy with something else.
  private Process spinner(double seconds) throws Exception {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("taskset", "-c", Integer.toString(cpu), "chrt", "-f", "1"));
    // In the foreground, so that one process spins and none is left.
    command.addAll(List.of("sh", "-c", "while :; do :; done"));
    List<String> bounded = new ArrayList<>(List.of("prlimit", "--cpu=30"));
    bounded.addAll(command);
    Process process = new ProcessBuilder(bounded).redirectErrorStream(true).start();
    if (seconds < 20) {
      Thread.ofPlatform()
          .daemon()
          .start(
              () -> {
                try {
                  Thread.sleep((long) (seconds * 1_000));
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
                process.destroyForcibly();
              });
    } else {
      Thread.sleep(150); // Past the programs in front of sh.
    }
    assertThat(process.isAlive())
        .as("needs prlimit, taskset, chrt and the right to use them")
        .isTrue();
    return process;
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
