package dev.assize.stats;

/** A value that the function asked for cannot use. Names the array and the index it stands at. */
public final class SampleException extends IllegalArgumentException {
  private final String sample;
  private final int index;
  private final double value;

  SampleException(String sample, int index, double value, String expected) {
    super("%s[%d]: expected %s, found %s".formatted(sample, index, expected, value));
    this.sample = sample;
    this.index = index;
    this.value = value;
  }

  /** Returns the role of the array: for instance {@code baseline} or {@code candidate}. */
  public String sample() {
    return sample;
  }

  /** Returns the position of the value in that array, from 0. */
  public int index() {
    return index;
  }

  /** Returns the value found there. */
  public double value() {
    return value;
  }
}
