package dev.assize.report;

/** What a piece of text says, so that each format can stress it in its own way. */
enum Tone {
  PLAIN,
  GOOD,
  BAD,
  /** No difference, as a finding. */
  SAME,
  /** No answer. */
  OPEN,
  WARN
}
