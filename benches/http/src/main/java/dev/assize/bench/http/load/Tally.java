package dev.assize.bench.http.load;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Errors by kind, and how late the generator itself was. */
final class Tally {
  /** A start this late, with a free connection, is the generator's own doing. */
  static final long LATE_NANOS = 1_000_000;

  private final Map<String, Long> errors = new TreeMap<>();
  private long errorCount;
  private long starts;
  private long lateStarts;
  private long worstLateness;

  void error(String what) {
    errorCount++;
    errors.merge(what, 1L, Long::sum);
  }

  /**
   * Notes a start inside the window.
   *
   * @param lateness how long after both the due time and the moment a connection was free, ns
   */
  void started(long lateness) {
    starts++;
    if (lateness > LATE_NANOS) {
      lateStarts++;
    }
    worstLateness = Math.max(worstLateness, lateness);
  }

  long errors() {
    return errorCount;
  }

  double lateShare() {
    return starts == 0 ? 0 : (double) lateStarts / starts;
  }

  long worstLateness() {
    return worstLateness;
  }

  /** The errors, the most frequent first. */
  String errorText() {
    return errors.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(3)
        .map(e -> e.getValue() + " × " + e.getKey())
        .collect(Collectors.joining("; "));
  }
}
