package dev.assize.bench.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class CountersTest {
  @Test
  void aChangeOfSeveralCountersIsSeenWholeOrNotAtAll() throws InterruptedException {
    Counters counters = new Counters();
    AtomicBoolean stop = new AtomicBoolean();
    Thread writer =
        new Thread(
            () -> {
              LoopCounters loop = counters.of("loop");
              while (!stop.get()) {
                loop.reported(7);
                loop.ringSend(7, true);
                loop.reported(3);
                loop.inlineWrite(3);
              }
            });
    writer.start();
    Counters.Snapshot last = counters.snapshot();
    for (int reading = 0; reading < 3_000; reading++) {
      Counters.Snapshot seen = counters.snapshot();
      assertThat(seen.value(Counter.ZERO_COPY_BYTES)).isEqualTo(seen.value(Counter.RING_BYTES));
      assertThat(seen.value(Counter.RING_BYTES)).isEqualTo(7 * seen.value(Counter.RING_SENDS));
      assertThat(seen.value(Counter.BYTES_WRITTEN))
          .isEqualTo(seen.value(Counter.INLINE_BYTES) + seen.value(Counter.RING_BYTES));
      for (Counter counter : Counter.values()) {
        assertThat(seen.value(counter)).isGreaterThanOrEqualTo(last.value(counter));
      }
      last = seen;
    }
    stop.set(true);
    writer.join();
    assertThat(last.value(Counter.RING_SENDS)).isPositive();
  }
}
