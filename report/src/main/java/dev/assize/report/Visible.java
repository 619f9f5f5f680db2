package dev.assize.report;

/**
 * Text from specs, commands and processes, made safe to look at: control and direction-changing
 * characters are spelled out, so that no output of a measured program can move a terminal's cursor
 * or reverse a line of the report.
 */
final class Visible {
  private Visible() {}

  /** Returns the text on one line: line breaks and tabs too are spelled out. */
  static String line(String text) {
    return spelled(text, false);
  }

  /** Returns the text with its line breaks kept. */
  static String lines(String text) {
    return spelled(text, true);
  }

  private static String spelled(String text, boolean keepBreaks) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            point -> {
              switch (point) {
                case '\n' -> out.append(keepBreaks ? "\n" : "\\n");
                case '\t' -> out.append("\\t");
                case '\r' -> out.append("\\r");
                default -> {
                  if (hidden(point)) {
                    out.append("\\u{").append(Integer.toHexString(point)).append('}');
                  } else {
                    out.appendCodePoint(point);
                  }
                }
              }
            });
    return out.toString();
  }

  private static boolean hidden(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.UNASSIGNED ->
          true;
      default -> false;
    };
  }

  /** Columns that the text takes on a terminal. */
  static int width(String text) {
    return text.codePoints().map(Visible::width).sum();
  }

  private static int width(int point) {
    int type = Character.getType(point);
    if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
      return 0;
    }
    boolean wide =
        (point >= 0x1100 && point <= 0x115F)
            || (point >= 0x2E80 && point <= 0xA4CF)
            || (point >= 0xAC00 && point <= 0xD7A3)
            || (point >= 0xF900 && point <= 0xFAFF)
            || (point >= 0xFE30 && point <= 0xFE6F)
            || (point >= 0xFF00 && point <= 0xFF60)
            || (point >= 0x1F300 && point <= 0x1FAFF)
            || (point >= 0x20000 && point <= 0x3FFFD);
    return wide ? 2 : 1;
  }
}
