package dev.assize.linux;

import java.time.Duration;
import java.util.Optional;

/**
 * When a wait gives up, and how it then ends the child: SIGTERM to its process group (to the child
 * alone when it has no group of its own), the grace, then SIGKILL to the same. The child is reaped
 * last, so that its pid and group id can't pass to a stranger in between.
 *
 * @param timeout counted from the launch; empty: none
 * @param grace between SIGTERM and SIGKILL; zero: SIGKILL at once
 * @param stop another way to end it, for instance at Ctrl-C; empty: none
 */
public record Supervision(Optional<Duration> timeout, Duration grace, Optional<StopSwitch> stop) {

  public Supervision {
    if (grace.isNegative() || timeout.map(t -> t.isNegative() || t.isZero()).orElse(false)) {
      throw new IllegalArgumentException(
          "expected a positive timeout and a grace of zero or more, found timeout "
              + timeout
              + ", grace "
              + grace);
    }
  }

  /** Waits for as long as it takes. */
  public static Supervision none() {
    return new Supervision(Optional.empty(), Duration.ZERO, Optional.empty());
  }

  /** Gives up after the timeout. */
  public static Supervision timeout(Duration timeout, Duration grace) {
    return new Supervision(Optional.of(timeout), grace, Optional.empty());
  }

  /** The same, also ended by the switch. */
  public Supervision orWhen(StopSwitch pressed) {
    return new Supervision(timeout, grace, Optional.of(pressed));
  }
}
