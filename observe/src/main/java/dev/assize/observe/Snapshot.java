package dev.assize.observe;

import dev.assize.linux.Clock;
import dev.assize.linux.CpuTimes;
import dev.assize.linux.ProcessStat;
import dev.assize.linux.ProcessTable;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Clocks, processors and processes, read one after the other.
 *
 * @param monotonic CLOCK_MONOTONIC in ns: slewed like the real-time clock, so that only steps
 *     differ
 * @param realtime CLOCK_REALTIME in ns, at the same instant
 * @param busy ticks of the watched processors together
 * @param steal likewise
 * @param total likewise
 */
record Snapshot(
    long monotonic,
    long realtime,
    long busy,
    long steal,
    long total,
    Map<Integer, ProcessStat> processes) {
  static Snapshot take(Set<Integer> cpus) throws IOException {
    Map<Integer, ProcessStat> processes = new HashMap<>();
    for (ProcessStat process : ProcessTable.snapshot()) {
      processes.put(process.pid(), process);
    }
    long busy = 0;
    long steal = 0;
    long total = 0;
    List<CpuTimes> times = CpuTimes.perProcessor();
    for (CpuTimes time : times) {
      if (cpus.contains(time.processor())) {
        busy += time.busy();
        steal += time.steal();
        total += time.total();
      }
    }
    Clocks clocks = Clocks.read();
    return new Snapshot(
        clocks.monotonic(), clocks.realtime(), busy, steal, total, Map.copyOf(processes));
  }

  /** Both clocks at one instant, as near as can be. */
  private record Clocks(long monotonic, long realtime, long width) {
    private static final int TRIES = 5;

    // A preemption between two readings would look like a step: the narrowest of several counts.
    static Clocks read() {
      Clocks best = once();
      for (int i = 1; i < TRIES; i++) {
        Clocks next = once();
        if (next.width < best.width) {
          best = next;
        }
      }
      return best;
    }

    private static Clocks once() {
      long before = Clock.monotonicNanos();
      long realtime = Clock.realtimeNanos();
      long after = Clock.monotonicNanos();
      return new Clocks(before + (after - before) / 2, realtime, after - before);
    }
  }
}
