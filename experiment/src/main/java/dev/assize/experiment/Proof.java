package dev.assize.experiment;

import java.util.Map;
import java.util.Optional;

/**
 * Evidence that an arm was the arm, taken of the treated process in every trial. A mismatch voids
 * the trial. Values are expected ones; run-time placeholders are filled in.
 */
public sealed interface Proof {
  /** A variable in {@code /proc/PID/environ}. */
  record Environment(String name, String value) implements Proof {}

  /** A regular expression found in the arguments, joined by single spaces. */
  record CommandLine(String regex) implements Proof {}

  /** SHA-256 of the executable behind {@code /proc/PID/exe}, lower-case hex. */
  record Executable(String sha256) implements Proof {}

  /**
   * A line of the process's stdout or stderr that matches, with what its named groups must be. The
   * first matching line counts.
   */
  record Log(String regex, Map<String, String> captures) implements Proof {
    public Log {
      captures = Copies.ordered(captures);
    }
  }

  /**
   * A setting that an instance registered through the counter protocol.
   *
   * @param component of the instance
   * @param requested what was asked for, when that matters
   * @param enabled what is in force
   */
  record Setting(String component, String name, Optional<String> requested, String enabled)
      implements Proof {}
}
