package dev.assize.linux;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class ClockTest {
  @Test
  void realtimeAgreesWithTheJdk() {
    Instant before = Instant.now();
    long nanos = Clock.realtimeNanos();
    Instant after = Instant.now();
    assertThat(Instant.ofEpochSecond(0, nanos)).isBetween(before, after);
  }

  @Test
  void monotonicIsTheClockOfNanoTime() {
    long before = System.nanoTime();
    long nanos = Clock.monotonicNanos();
    assertThat(nanos).isBetween(before, System.nanoTime());
  }

  @Test
  void boottimeAgreesWithUptime() throws Exception {
    double before = uptime();
    double seconds = Clock.boottimeNanos() / 1e9;
    // /proc/uptime cuts off at hundredths.
    assertThat(seconds).isBetween(before, uptime() + 0.011);
  }

  private static double uptime() throws Exception {
    String text = Files.readString(Path.of("/proc/uptime"));
    return Double.parseDouble(text.substring(0, text.indexOf(' ')));
  }

  @Test
  void rawClockIsNotTheSlewedOneAndNeverGoesBack() {
    long last = Clock.monotonicRawNanos();
    for (int i = 0; i < 10_000; i++) {
      long now = Clock.monotonicRawNanos();
      assertThat(now >= last).isTrue();
      last = now;
    }
  }

  /**
   * The virtual machine may allocate a little on this thread at any one moment, for instance when
   * it links a call site or enters compiled code. What a reading itself allocates, it allocates in
   * every round: so the least of several rounds is held to zero.
   */
  @Test
  void readingAllocatesNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Clock.monotonicRawNanos();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 10; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 1000; i++) {
        Clock.monotonicRawNanos();
        Clock.realtimeNanos();
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(least).isZero();
  }
}
