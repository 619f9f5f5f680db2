package dev.assize.judge;

import dev.assize.experiment.OperationName;
import java.util.Optional;

/**
 * The time in which samples say something about the work of one operation. CLOCK_MONOTONIC in ns.
 *
 * @param operation empty for the whole trial
 * @param round of the operation; 0 for the whole trial
 * @param start of the operation, and its warm-up after that
 * @param end of the operation
 * @param from earliest time of a sample that counts: {@code start}, but for a whole trial without
 *     warm-up the sample that was taken before the work was let go
 * @param to latest time of a sample that counts: {@code end}, but for a whole trial the sample that
 *     was taken when the work was over
 * @param status OK when it can be placed
 * @param why it can't; empty when it can
 */
record Window(
    Optional<OperationName> operation,
    int round,
    long start,
    long end,
    long from,
    long to,
    WindowStatus status,
    String why) {

  static Window unplaced(WindowStatus status, String why) {
    return new Window(Optional.empty(), 0, 0, 0, 0, 0, status, why);
  }

  double seconds() {
    return (double) (end - start) / 1e9;
  }
}
