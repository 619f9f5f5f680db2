package dev.assize.bench.http.server;

import io.netty.channel.Channel;
import io.netty.channel.IoHandle;
import java.lang.invoke.VarHandle;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The counters of one event loop. The loop's thread writes them; any thread takes a snapshot in
 * which each change of several counters is seen whole or not at all. A writer never waits: a
 * sequence number that is odd during a change tells the reader to look again.
 */
final class LoopCounters {
  private final AtomicLong version = new AtomicLong();
  private final Map<Counter, AtomicLong> values = new EnumMap<>(Counter.class);

  /** What the pipeline reported since the engine last did; of the loop's thread alone. */
  private long reported;

  /** Handles whose connection has no meter yet; of the loop's thread alone. */
  private final IdentityHashMap<IoHandle, CountedHandle.Inline> awaiting = new IdentityHashMap<>();

  LoopCounters() {
    for (Counter counter : Counter.values()) {
      values.put(counter, new AtomicLong());
    }
  }

  /** Keeps what counts for a handle until the meter of its connection asks for it. */
  IoHandle awaitMeter(IoHandle handle, CountedHandle.Inline counted) {
    awaiting.put(handle, counted);
    return counted;
  }

  /** What counts for the handle of a connection; null where nobody waits. */
  CountedHandle.@Nullable Inline awaiting(Channel.Unsafe unsafe) {
    // In Netty's transports the one object is both.
    return unsafe instanceof IoHandle handle ? awaiting.remove(handle) : null;
  }

  private AtomicLong cell(Counter counter) {
    return Objects.requireNonNull(values.get(counter));
  }

  private long begin() {
    long odd = version.getPlain() + 1;
    version.setOpaque(odd);
    VarHandle.storeStoreFence();
    return odd;
  }

  private void end(long odd) {
    version.setRelease(odd + 1);
  }

  private void change(Counter counter, long by) {
    AtomicLong cell = cell(counter);
    cell.setOpaque(cell.getPlain() + by);
  }

  /** Adds to one counter. */
  void add(Counter counter, long by) {
    long odd = begin();
    change(counter, by);
    end(odd);
  }

  /**
   * Notes bytes that the pipeline reports as written. They are published with the next count of the
   * engine, whose call they come out of, so that no snapshot falls between the two.
   */
  void reported(long bytes) {
    reported += bytes;
  }

  /** Publishes what the pipeline reported and no count of the engine came after. */
  void settle() {
    if (reported != 0) {
      long odd = begin();
      publishReported();
      end(odd);
    }
  }

  private void publishReported() {
    change(Counter.BYTES_WRITTEN, reported);
    reported = 0;
  }

  /** Notes that write or writev took bytes in the event loop. */
  void inlineWrite(long bytes) {
    long odd = begin();
    change(Counter.INLINE_BYTES, bytes);
    publishReported();
    end(odd);
  }

  /** Notes that the kernel answered a write request of the ring. */
  void ringSend(long bytes, boolean zeroCopy) {
    long odd = begin();
    change(Counter.RING_SENDS, 1);
    change(Counter.RING_BYTES, bytes);
    if (zeroCopy) {
      change(Counter.ZERO_COPY_SENDS, 1);
      change(Counter.ZERO_COPY_BYTES, bytes);
    }
    publishReported();
    end(odd);
  }

  /** Adds one consistent reading to the sums. */
  void addTo(Map<Counter, Long> sums) {
    Map<Counter, Long> read = new EnumMap<>(Counter.class);
    while (true) {
      long before = version.getAcquire();
      if ((before & 1) == 0) {
        values.forEach((counter, cell) -> read.put(counter, cell.getOpaque()));
        VarHandle.loadLoadFence();
        if (version.getOpaque() == before) {
          break;
        }
      }
      Thread.onSpinWait();
    }
    read.forEach((counter, value) -> sums.merge(counter, value, Long::sum));
  }
}
