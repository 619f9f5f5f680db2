package dev.assize.bench.http.load;

import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * What a run showed.
 *
 * @param unanswered work that was under way or due, and had not ended when patience did
 * @param payloadBytes bytes of payload in one answer
 * @param used processor time of this process in the window
 */
record Outcome(Recorder recorder, Tally tally, long unanswered, long payloadBytes, Usage used) {
  /** The generator has one thread. */
  private static final double SATURATED_SHARE = 0.95;

  private static final double LATE_SHARE = 0.01;

  Histogram latencies() {
    return recorder.total();
  }

  /** Answers inside the window, a second. */
  double perSecond() {
    return recorder.endedInside() * 1e9 / recorder.window().nanos();
  }

  /** Payload bytes of those. */
  long bytes() {
    return recorder.endedInside() * payloadBytes;
  }

  /** Processor time of the whole process by the window's length. */
  double cpuShare() {
    return (double) used.processNanos() / recorder.window().nanos();
  }

  /** The same of the working thread, which can use one processor and no more. */
  double threadShare() {
    return (double) used.threadNanos() / recorder.window().nanos();
  }

  /** True when the numbers say more of the generator than of the server. */
  boolean generatorIsBottleneck() {
    return threadShare() >= SATURATED_SHARE || tally.lateShare() > LATE_SHARE;
  }

  /** What makes the generator the bottleneck, in words. */
  String bottleneck() {
    return threadShare() >= SATURATED_SHARE
        ? String.format(Locale.ROOT, "its thread used %.1f %% of a processor", 100 * threadShare())
        : String.format(
            Locale.ROOT,
            "%.1f %% of the starts were more than %d ms late",
            100 * tally.lateShare(),
            Tally.LATE_NANOS / 1_000_000);
  }
}
