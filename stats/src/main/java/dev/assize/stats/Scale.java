package dev.assize.stats;

/** How two values of one metric are compared. */
public enum Scale {
  /**
   * By the logarithm of their ratio. For durations and rates: values must be finite and above zero.
   * An effect is a relative change, {@code candidate / baseline − 1}; 0.03 means 3 % more.
   */
  RATIO,

  /**
   * By their difference, {@code candidate − baseline}, in the unit of the metric. For counters and
   * balances that can be zero or negative.
   */
  DIFFERENCE
}
