package dev.assize.judge;

/** What a window over the samples of one source is worth. Only {@code OK} has values. */
public enum WindowStatus {
  /** Two samples or more, near both of its ends. */
  OK("ok"),
  /** The source was sampled, but not in this window, or not over all of it. */
  NO_DATA("no_data"),
  /** When the work began or ended is not known, so that no sample can be placed. */
  NO_TIMESTAMPS("no_timestamps"),
  /** The warm-up leaves nothing of it. */
  EMPTY_WINDOW("empty_window"),
  /** The source was never sampled in this attempt. */
  NO_SAMPLER("no_sampler"),
  /** Clocks disagree by more than the stated bound: the samples may be of another time. */
  CLOCK_SKEW("clock_skew");

  private final String key;

  WindowStatus(String key) {
    this.key = key;
  }

  /** The name in verdicts and reports. */
  public String key() {
    return key;
  }
}
