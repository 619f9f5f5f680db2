package dev.assize.experiment;

/** A size in bytes. Never negative. */
public record Bytes(long value) implements Comparable<Bytes> {
  public Bytes {
    if (value < 0) {
      throw new IllegalArgumentException("bytes: expected 0 or more, found " + value);
    }
  }

  @Override
  public int compareTo(Bytes other) {
    return Long.compare(value, other.value);
  }
}
