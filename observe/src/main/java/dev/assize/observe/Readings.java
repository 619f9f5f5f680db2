package dev.assize.observe;

import dev.assize.evidence.Reading;

/** Makes readings of what the kernel counts. */
final class Readings {
  private static final long NANOS = 1_000_000_000L;

  private Readings() {}

  static Reading whole(long value) {
    return new Reading.Whole(value);
  }

  /** Returns seconds, exactly: all digits and no trailing zeros. */
  static Reading seconds(long nanos) {
    long rest = nanos % NANOS;
    StringBuilder text = new StringBuilder(24).append(nanos / NANOS);
    if (rest != 0) {
      int point = text.length();
      text.append(NANOS + rest).setCharAt(point, '.');
      int end = text.length();
      while (text.charAt(end - 1) == '0') {
        end--;
      }
      text.setLength(end);
    }
    return new Reading.Decimal(text.toString());
  }
}
