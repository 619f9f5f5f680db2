package dev.assize.lab;

import java.util.Locale;

/** Values in messages. */
final class Texts {
  private Texts() {}

  /** The text with control characters and lone surrogates as {@code \\xNN} and {@code \\uNNNN}. */
  static String printable(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              if (c >= 0xDC80 && c <= 0xDCFF) {
                out.append(String.format(Locale.ROOT, "\\x%02x", c - 0xDC00));
              } else if (c < 0x20 || (c >= 0x7F && c < 0xA0)) {
                out.append(String.format(Locale.ROOT, "\\x%02x", c));
              } else if (c >= 0xD800 && c <= 0xDFFF) {
                out.append(String.format(Locale.ROOT, "\\u%04x", c));
              } else {
                out.appendCodePoint(c);
              }
            });
    return out.toString();
  }

  /** A duration in seconds with three decimals and a point, whatever the locale. */
  static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.3f s", nanos / 1e9);
  }

  /** A share of 0 to 1 in percent with one decimal. */
  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", share * 100);
  }
}
