package dev.assize.bench.http.load;

/** Bytes of a peer in messages: short, and without control characters. */
final class Printable {
  private static final int MAX = 60;

  private Printable() {}

  static String shorten(String text) {
    StringBuilder shown = new StringBuilder();
    text.chars()
        .limit(MAX)
        .forEach(c -> shown.append(c >= ' ' && c < 127 ? String.valueOf((char) c) : "?"));
    return text.length() > MAX ? shown + "…" : shown.toString();
  }

  /** A byte as 0x41. */
  static String hex(byte value) {
    return "0x" + Integer.toHexString(0x100 | (value & 0xff)).substring(1);
  }
}
