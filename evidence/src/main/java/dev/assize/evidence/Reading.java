package dev.assize.evidence;

/**
 * The value of something measured, or why there is none. "Not published", "not applicable" and zero
 * are three different things.
 */
public sealed interface Reading {
  /** A whole number: nanoseconds, bytes or a count. */
  record Whole(long value) implements Reading {}

  /** A decimal number that the workload printed, kept as printed. */
  record Decimal(String text) implements Reading {
    /** Returns the number. */
    public double value() {
      return Double.parseDouble(text);
    }
  }

  /** The source should have published it and did not. */
  record Unpublished(String why) implements Reading {}

  /** The process or device that it would be of was not there, or was another one. */
  record Absent(String why) implements Reading {}

  /** The scenario has no such thing. */
  record NotApplicable() implements Reading {}
}
