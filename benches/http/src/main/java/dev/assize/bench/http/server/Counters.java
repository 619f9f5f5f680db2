package dev.assize.bench.http.server;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The counters of all event loops. This is the seam where another way of publishing is connected:
 * whoever publishes calls {@link #snapshot}.
 */
final class Counters {
  /**
   * One reading.
   *
   * @param unixNanos when it was taken, nanoseconds since the epoch
   * @param monotonicNanos the same instant in CLOCK_MONOTONIC
   * @param values every counter, the derived {@code bytes_written} not among them
   */
  record Snapshot(long pid, long unixNanos, long monotonicNanos, Map<Counter, Long> values) {
    long value(Counter counter) {
      return values.getOrDefault(counter, 0L);
    }

    /** Bytes taken by the kernel, by whichever way. */
    long bytesWritten() {
      return value(Counter.INLINE_BYTES) + value(Counter.RING_BYTES);
    }

    /** Name and value, in the order of publication. */
    List<Map.Entry<String, Long>> published() {
      List<Map.Entry<String, Long>> all = new ArrayList<>();
      values.forEach((counter, value) -> all.add(Map.entry(counter.published(), value)));
      all.add(Map.entry("bytes_written", bytesWritten()));
      return all;
    }
  }

  private final Map<Object, LoopCounters> loops = new ConcurrentHashMap<>();

  /** The counters of an event loop, made when first asked for. */
  LoopCounters of(Object eventLoop) {
    return loops.computeIfAbsent(eventLoop, loop -> new LoopCounters());
  }

  Snapshot snapshot() {
    long[] sums = new long[Counter.values().length];
    loops.values().forEach(loop -> loop.addTo(sums));
    long monotonic = System.nanoTime();
    java.time.Instant wall = java.time.Instant.now();
    Map<Counter, Long> values = new EnumMap<>(Counter.class);
    for (Counter counter : Counter.values()) {
      values.put(counter, sums[counter.ordinal()]);
    }
    return new Snapshot(
        ProcessHandle.current().pid(),
        wall.getEpochSecond() * 1_000_000_000 + wall.getNano(),
        monotonic,
        values);
  }
}
