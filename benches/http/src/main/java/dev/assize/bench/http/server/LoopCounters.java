package dev.assize.bench.http.server;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The counters of one event loop. The loop's thread writes them; any thread takes a snapshot in
 * which each change of several counters is seen whole or not at all. A writer never waits: a
 * sequence number that is odd during a change tells the reader to look again.
 */
final class LoopCounters {
  private static final VarHandle VERSION;
  private static final VarHandle VALUES = MethodHandles.arrayElementVarHandle(long[].class);

  static {
    try {
      VERSION = MethodHandles.lookup().findVarHandle(LoopCounters.class, "version", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final long[] values = new long[Counter.values().length];

  @SuppressWarnings("unused") // Through VERSION.
  private long version;

  private long begin() {
    long odd = (long) VERSION.get(this) + 1;
    VERSION.setOpaque(this, odd);
    VarHandle.storeStoreFence();
    return odd;
  }

  private void end(long odd) {
    VERSION.setRelease(this, odd + 1);
  }

  private void change(Counter counter, long by) {
    int slot = counter.ordinal();
    VALUES.setOpaque(values, slot, values[slot] + by);
  }

  /** Adds to one counter. */
  void add(Counter counter, long by) {
    long odd = begin();
    change(counter, by);
    end(odd);
  }

  /** Adds to two counters at once. */
  void add(Counter first, long by, Counter second, long bySecond) {
    long odd = begin();
    change(first, by);
    change(second, bySecond);
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
    end(odd);
  }

  /** Adds one consistent reading to the sums. */
  void addTo(long[] sums) {
    long[] read = new long[values.length];
    while (true) {
      long before = (long) VERSION.getAcquire(this);
      if ((before & 1) == 0) {
        for (int slot = 0; slot < read.length; slot++) {
          read[slot] = (long) VALUES.getOpaque(values, slot);
        }
        VarHandle.loadLoadFence();
        if ((long) VERSION.getOpaque(this) == before) {
          break;
        }
      }
      Thread.onSpinWait();
    }
    for (int slot = 0; slot < read.length; slot++) {
      sums[slot] += read[slot];
    }
  }
}
