package dev.assize.report;

/** The characters of a terminal: Unicode, or ASCII where the terminal's encoding is not UTF-8. */
enum Glyphs {
  UNICODE("▁▂▃▄▅▆▇█", '░', '─', '●', '│', '├', '┤', '◀', '▶', '×', "·•●"),
  ASCII("_,-~=+*#", ':', '-', 'o', '|', '[', ']', '<', '>', 'x', ".oO");

  private final String levels;
  final char zone;
  final char line;
  final char estimate;
  final char zero;
  final char low;
  final char high;
  final char beyondLow;
  final char beyondHigh;
  final char cross;
  private final String marks;

  Glyphs(
      String levels,
      char zone,
      char line,
      char estimate,
      char zero,
      char low,
      char high,
      char beyondLow,
      char beyondHigh,
      char cross,
      String marks) {
    this.levels = levels;
    this.zone = zone;
    this.line = line;
    this.estimate = estimate;
    this.zero = zero;
    this.low = low;
    this.high = high;
    this.beyondLow = beyondLow;
    this.beyondHigh = beyondHigh;
    this.cross = cross;
    this.marks = marks;
  }

  /** Returns a bar for a share from 0 to 1. */
  char level(double share) {
    return levels.charAt(Math.clamp((long) Math.floor(share * 8), 0, 7));
  }

  /** Returns a mark for so many points in one place: one, two or three, more. */
  char mark(int points) {
    return marks.charAt(points >= 4 ? 2 : points >= 2 ? 1 : 0);
  }

  /** Returns the text in characters that the terminal has. */
  String text(String text) {
    if (this == UNICODE) {
      return text;
    }
    StringBuilder out = new StringBuilder();
    text.codePoints()
        .forEach(
            point ->
                out.append(
                    switch (point) {
                      case 0x00a0 -> "\u00a0";
                      case 0x2212, 0x2013 -> "-";
                      case 0x2014 -> "--";
                      case '±' -> "+/-";
                      case '×' -> "x";
                      case '·' -> "/";
                      case 'µ' -> "u";
                      case '∞' -> "inf";
                      case '…' -> "...";
                      case '→' -> "->";
                      case '≤' -> "<=";
                      case '≥' -> ">=";
                      case '›' -> ">";
                      case '‘', '’' -> "'";
                      case '“', '”' -> "\"";
                      case '✓' -> "+";
                      case '✗' -> "x";
                      case '○' -> "o";
                      default -> point < 0x80 ? Character.toString(point) : "?";
                    }));
    return out.toString();
  }
}
