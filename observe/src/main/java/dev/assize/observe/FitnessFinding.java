package dev.assize.observe;

/**
 * One fact about the machine's fitness to measure.
 *
 * @param found what was read
 * @param remedy what to do about it, a command where there is one; empty when nothing is to be done
 */
public record FitnessFinding(String subject, Level level, String found, String remedy) {
  /** How much a finding matters. */
  public enum Level {
    GOOD,
    NOTE,
    WARNING,
    BAD,
    /** The machine does not publish it. */
    UNKNOWN
  }
}
