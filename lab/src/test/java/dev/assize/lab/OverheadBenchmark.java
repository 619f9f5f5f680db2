package dev.assize.lab;

import dev.assize.evidence.Entry;
import dev.assize.evidence.Event;
import dev.assize.evidence.RunDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What the lab needs around each trial of {@code true}: {@code OverheadBenchmark <directory>
 * <blocks>}. Prints the median over trials of the time from one attempt's start to the next, less
 * the measured wall time. No test: times are shown, not asserted.
 */
final class OverheadBenchmark {
  private OverheadBenchmark() {}

  public static void main(String[] arguments) throws Exception {
    RunDirectory run =
        Runs.create(
            Path.of(arguments[0]),
            Runs.spec("command: [\"true\"]\nchecks: [{ stdout: equal }]\n")
                .replace("blocks: 1", "blocks: " + arguments[1]));
    Duration cpuBefore = ProcessHandle.current().info().totalCpuDuration().orElseThrow();
    Instant begin = Instant.now();
    Lab.carryOut(run, _ -> {}, new Stop());
    Duration all = Duration.between(begin, Instant.now());
    Duration cpu = ProcessHandle.current().info().totalCpuDuration().orElseThrow().minus(cpuBefore);
    List<Long> around = new ArrayList<>();
    List<Long> walls = new ArrayList<>();
    Instant last = begin;
    for (Entry entry : run.entries()) {
      if (entry.event() instanceof Event.TrialStarted) {
        last = entry.at();
      } else if (entry.event() instanceof Event.TrialEnded(var trial)) {
        long wall = trial.wall().orElseThrow().value();
        walls.add(wall);
        around.add(Duration.between(last, entry.at()).toNanos() - wall);
      }
    }
    Collections.sort(around);
    Collections.sort(walls);
    System.out.printf(
        "%d trials in %.2f s: %.2f ms a trial; from started to ended less wall: median %.2f ms, p90"
            + " %.2f ms; median wall %.2f ms; CPU of the lab %.2f ms a trial, its start included%n",
        around.size(),
        all.toNanos() / 1e9,
        all.toNanos() / 1e6 / around.size(),
        around.get(around.size() / 2) / 1e6,
        around.get(around.size() * 9 / 10) / 1e6,
        walls.get(walls.size() / 2) / 1e6,
        cpu.toNanos() / 1e6 / around.size());
  }
}
