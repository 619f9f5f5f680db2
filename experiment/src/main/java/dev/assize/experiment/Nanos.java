package dev.assize.experiment;

/** A duration in nanoseconds, as measured. Never negative. */
public record Nanos(long value) implements Comparable<Nanos> {
  public Nanos {
    if (value < 0) {
      throw new IllegalArgumentException("nanoseconds: expected 0 or more, found " + value);
    }
  }

  @Override
  public int compareTo(Nanos other) {
    return Long.compare(value, other.value);
  }
}
