package dev.assize.cli;

/** Text from commands and file names, made safe to print on a terminal or in a log. */
final class Printable {
  private Printable() {}

  /** Returns the text with each control character except the line feed written as {@code \xNN}. */
  static String of(String text) {
    StringBuilder result = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isISOControl(c) && c != '\n') {
        result
            .append("\\x")
            .append(Character.forDigit(c >> 4, 16))
            .append(Character.forDigit(c & 15, 16));
      } else {
        result.append(c);
      }
    }
    return result.toString();
  }
}
