package dev.assize.judge;

/** The six verdicts. NO_DIFFERENCE is a claim; UNDECIDED is the absence of one. */
public enum Outcome {
  WIN,
  LOSS,
  /** The whole interval lies inside the smallest effect that matters. */
  NO_DIFFERENCE,
  UNDECIDED,
  /** The treated code did not run, or not enough of it. */
  NOT_EXERCISED,
  /** A gate, check or missing evidence forbids any verdict. */
  VOID
}
