package dev.assize.observe;

import dev.assize.experiment.Nanos;
import dev.assize.linux.LinuxException;
import dev.assize.linux.ProcessStat;
import dev.assize.linux.ProcessTable;
import dev.assize.linux.SystemInfo;
import dev.assize.linux.ThreadSettings;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Watches the host while a trial runs: who else used our CPUs, what the hypervisor took, whether
 * the clock was stepped. Start and stop lie outside every clock. A trial longer than a second is
 * also polled, so that a process that comes and goes is named; the poll reads {@code /proc} once a
 * second.
 */
public final class HostWatch implements AutoCloseable {
  private static final long POLL_MILLIS = 1_000;
  private static final int COMMAND_LENGTH = 80;

  private final Set<Integer> cpus;
  private final Snapshot start;
  private final Map<Integer, Life> lives = new HashMap<>();
  private final Thread poller;
  private volatile boolean over;
  private volatile int polls;

  /**
   * A process from when it was first seen to when it was last seen.
   *
   * @param ticks that it used while it was seen on a CPU that is watched, at one end at least
   */
  private record Life(ProcessStat first, ProcessStat last, long ticks) {}

  private HostWatch(Set<Integer> cpus, Snapshot start) {
    this.cpus = cpus;
    this.start = start;
    start.processes().forEach((pid, stat) -> lives.put(pid, new Life(stat, stat, 0)));
    this.poller = Thread.ofPlatform().daemon().name("assize-host-watch").unstarted(this::poll);
  }

  /**
   * Begins to watch.
   *
   * @param cpus the CPUs that count
   */
  public static HostWatch start(List<Integer> cpus) throws IOException {
    Set<Integer> watched = Set.copyOf(cpus);
    HostWatch watch = new HostWatch(watched, Snapshot.take(watched));
    watch.poller.start();
    return watch;
  }

  /**
   * Ends the watch.
   *
   * @param ownPids processes whose use of the CPUs is no disturbance, with all their descendants
   */
  public Disturbance stop(Set<Integer> ownPids) throws IOException {
    close();
    Snapshot end = Snapshot.take(cpus);
    synchronized (lives) {
      end.processes().values().forEach(this::seen);
    }
    double tick = 1e9 / SystemInfo.ticksPerSecond();
    double length = Math.max(1, end.monotonic() - start.monotonic());
    long accounted = 0;
    Life worst = null;
    for (Life life : lives.values()) {
      accounted += life.ticks();
      if (life.ticks() > 0
          && !own(life.last(), ownPids)
          && (worst == null || life.ticks() > worst.ticks())) {
        worst = life;
      }
    }
    // Up to one tick may have been begun before the watch; what is left was used in it.
    double worstShare =
        worst == null ? 0 : Math.min(1, Math.max(0, worst.ticks() - 1) * tick / length);
    long total = end.total() - start.total();
    return new Disturbance(
        worstShare,
        worst == null ? "" : describe(worst.last()),
        Math.max(0, end.busy() - start.busy() - accounted) * tick / length,
        total <= 0 ? 0 : (double) (end.steal() - start.steal()) / total,
        new Nanos(
            Math.abs((end.realtime() - end.monotonic()) - (start.realtime() - start.monotonic()))),
        new Nanos((long) length));
  }

  /** Ends the polling; what was seen is forgotten unless {@link #stop} asks. */
  @Override
  public void close() {
    over = true;
    poller.interrupt();
    boolean interrupted = false;
    while (poller.isAlive()) {
      try {
        poller.join();
      } catch (InterruptedException again) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** How often it has polled between the ends. Only the poller counts. */
  int polls() {
    return polls;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // One thread writes.
  private void poll() {
    stepAside();
    while (!over) {
      try {
        Thread.sleep(POLL_MILLIS);
        List<ProcessStat> now = ProcessTable.snapshot();
        synchronized (lives) {
          now.forEach(this::seen);
        }
        polls++;
      } catch (InterruptedException end) {
        return;
      } catch (IOException unreadable) {
        // A poll that could not be read leaves the two snapshots at the ends.
        return;
      }
    }
  }

  // The poll shall not use the CPUs of the trial where there are others.
  private void stepAside() {
    try {
      BitSet others = ThreadSettings.affinity(0);
      cpus.forEach(others::clear);
      if (!others.isEmpty()) {
        ThreadSettings.setAffinity(others);
      }
    } catch (LinuxException refused) {
      // It polls where it is: once a second, for about a millisecond.
    }
  }

  private void seen(ProcessStat now) {
    Life known = lives.get(now.pid());
    // A process that started in the watch used all its ticks in the watch.
    Life before =
        known != null && known.first().isSameProcessAs(now)
            ? known
            : new Life(unused(now), unused(now), 0);
    long used =
        now.userTicks()
            + now.systemTicks()
            - before.last().userTicks()
            - before.last().systemTicks();
    boolean here = cpus.contains(now.processor()) || cpus.contains(before.last().processor());
    lives.put(now.pid(), new Life(before.first(), now, before.ticks() + (here ? used : 0)));
  }

  private static ProcessStat unused(ProcessStat now) {
    return new ProcessStat(
        now.pid(),
        now.command(),
        now.state(),
        now.parent(),
        now.group(),
        now.session(),
        0,
        0,
        0,
        0,
        now.threads(),
        now.startTicks(),
        now.processor());
  }

  private boolean own(ProcessStat process, Set<Integer> ownPids) {
    int pid = process.pid();
    // Bounded: pids used again could close a circle.
    // Pid 1 counts: in a container the harness may be it.
    for (int steps = 0; pid > 0 && steps < 1_000; steps++) {
      if (ownPids.contains(pid)) {
        return true;
      }
      Life parent = lives.get(pid);
      if (parent == null) {
        return false;
      }
      pid = parent.last().parent();
    }
    return false;
  }

  private static String describe(ProcessStat process) {
    List<String> arguments = ProcessTable.commandLine(process.pid());
    String line = String.join(" ", arguments);
    String shown =
        arguments.isEmpty()
            ? (process.parent() == 2 ? " [kernel thread]" : "")
            : ": " + line.substring(0, Math.min(COMMAND_LENGTH, line.length()));
    return "pid " + process.pid() + " (" + process.command() + ")" + shown;
  }
}
