package dev.assize.bench.http.load;

import org.HdrHistogram.Histogram;

/**
 * What a run showed.
 *
 * @param unanswered work that was under way or due, and had not ended when patience did
 * @param payloadBytes bytes of payload in one answer
 * @param cpuNanos processor time of this process in the window
 */
record Outcome(Recorder recorder, Tally tally, long unanswered, long payloadBytes, long cpuNanos) {
  /** The generator may use one processor: it has one thread. */
  private static final double SATURATED_SHARE = 0.95;

  private static final double LATE_SHARE = 0.01;

  Histogram latencies() {
    return recorder.total();
  }

  /** Answers inside the window, a second. */
  double perSecond() {
    return recorder.endedInside() * 1e9 / recorder.window().nanos();
  }

  double cpuShare() {
    return (double) cpuNanos / recorder.window().nanos();
  }

  /** True when the numbers say more of the generator than of the server. */
  boolean generatorIsBottleneck() {
    return cpuShare() >= SATURATED_SHARE || tally.lateShare() > LATE_SHARE;
  }
}
