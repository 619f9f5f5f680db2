package dev.assize.bench.http.load;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Latencies of the window, one histogram for each second of it (longer steps past two minutes), so
 * that the kept file shows the course of a run. Three significant digits: a value is within 0.1 %
 * of what was measured.
 */
final class Recorder {
  private static final long SECOND = 1_000_000_000L;
  private static final long LONGEST = 3_600 * SECOND;
  private static final int DIGITS = 3;
  private static final int MOST_STEPS = 120;

  private final Window window;
  private final boolean byIntended;
  private final long step;
  private final Histogram[] steps;
  private long endedInside;

  /**
   * @param byIntended true: an answer belongs to the window when it should have been asked for
   *     inside; false: when it came inside
   */
  Recorder(Window window, boolean byIntended) {
    this.window = window;
    this.byIntended = byIntended;
    step = Math.max(SECOND, Math.ceilDiv(window.nanos(), MOST_STEPS));
    steps = new Histogram[(int) Math.max(1, Math.ceilDiv(window.nanos(), step))];
    for (int at = 0; at < steps.length; at++) {
      Histogram histogram = new Histogram(LONGEST, DIGITS);
      histogram.setStartTimeStamp(at * step / 1_000_000);
      histogram.setEndTimeStamp(Math.min((at + 1) * step, window.nanos()) / 1_000_000);
      steps[at] = histogram;
    }
  }

  Window window() {
    return window;
  }

  /** Notes an answer. */
  void answered(long intended, long end) {
    boolean inside = window.contains(end);
    if (inside) {
      endedInside++;
    }
    if (byIntended) {
      if (window.contains(intended)) {
        note(intended, end - intended);
      }
    } else if (inside) {
      note(end, end - intended);
    }
  }

  /** Notes a wait that had not ended: a lower bound of the latency. */
  void unanswered(long intended, long now) {
    if (window.contains(intended)) {
      note(intended, now - intended);
    }
  }

  private void note(long instant, long latency) {
    int at = (int) ((instant - window.start()) / step);
    steps[at].recordValue(Math.min(LONGEST, Math.max(0, latency)));
  }

  /** Answers that came inside the window. */
  long endedInside() {
    return endedInside;
  }

  /** The histograms in order, stamped with milliseconds since the start of the window. */
  List<Histogram> steps() {
    return List.of(steps);
  }

  Histogram total() {
    Histogram total = new Histogram(LONGEST, DIGITS);
    for (Histogram histogram : steps) {
      total.add(histogram);
    }
    return total;
  }
}
