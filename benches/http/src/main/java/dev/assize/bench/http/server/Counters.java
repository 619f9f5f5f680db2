package dev.assize.bench.http.server;

import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The counters of all event loops. This is the seam where another way of publishing is connected:
 * whoever publishes calls {@link #snapshot}, from any thread.
 */
final class Counters {
  /**
   * One reading.
   *
   * @param unixNanos when it was taken, nanoseconds since the epoch
   * @param monotonicNanos the same instant in CLOCK_MONOTONIC
   * @param values every counter, zero where nothing was counted
   */
  record Snapshot(long pid, long unixNanos, long monotonicNanos, Map<Counter, Long> values) {
    long value(Counter counter) {
      return values.getOrDefault(counter, 0L);
    }

    /** Name and value, in the order of publication. */
    List<Map.Entry<String, Long>> published() {
      return values.entrySet().stream()
          .map(entry -> Map.entry(entry.getKey().published(), entry.getValue()))
          .toList();
    }
  }

  private final Map<Object, LoopCounters> loops = new ConcurrentHashMap<>();

  /** The counters of an event loop, made when first asked for. */
  LoopCounters of(Object eventLoop) {
    return loops.computeIfAbsent(eventLoop, loop -> new LoopCounters());
  }

  Snapshot snapshot() {
    Map<Counter, Long> sums = new EnumMap<>(Counter.class);
    for (Counter counter : Counter.values()) {
      sums.put(counter, 0L);
    }
    loops.values().forEach(loop -> loop.addTo(sums));
    long monotonic = System.nanoTime();
    Instant wall = Instant.now();
    return new Snapshot(
        ProcessHandle.current().pid(),
        wall.getEpochSecond() * 1_000_000_000 + wall.getNano(),
        monotonic,
        sums);
  }
}
