package dev.assize.report;

import java.util.ArrayList;
import java.util.List;

/** Fits text and tables into the columns of a terminal. Breaks at spaces, not at no-break ones. */
final class Layout {
  private Layout() {}

  /** Returns the text in lines; a word longer than a line is cut. */
  static List<String> wrap(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" +", -1)) {
      String rest = word;
      if (!line.isEmpty() && Visible.width(line.toString()) + 1 + Visible.width(rest) > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      while (Visible.width(rest) > width) {
        int cut = cut(rest, width);
        lines.add(rest.substring(0, cut));
        rest = rest.substring(cut);
      }
      if (!line.isEmpty()) {
        line.append(' ');
      }
      line.append(rest);
    }
    lines.add(line.toString());
    return lines;
  }

  private static int cut(String text, int width) {
    int columns = 0;
    int at = 0;
    while (at < text.length()) {
      int point = text.codePointAt(at);
      columns += Visible.width(Character.toString(point));
      if (columns > width && at > 0) {
        return at;
      }
      at += Character.charCount(point);
    }
    return at;
  }

  /** Returns the longest unbreakable part. */
  static int longestWord(String text) {
    int longest = 0;
    for (String word : text.split(" +", -1)) {
      longest = Math.max(longest, Visible.width(word));
    }
    return longest;
  }

  /**
   * Returns the widths of columns that fit, two apart; empty when the text must be laid out in
   * another way.
   *
   * @param cells rows of texts, the headings among them
   */
  static int[] widths(List<List<String>> cells, int available) {
    int columns = cells.getFirst().size();
    int[] widths = new int[columns];
    int[] least = new int[columns];
    for (List<String> row : cells) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], Visible.width(row.get(i)));
        least[i] = Math.max(least[i], Math.min(longestWord(row.get(i)), 32));
      }
    }
    int total = 2 * (columns - 1);
    for (int width : widths) {
      total += width;
    }
    while (total > available) {
      int widest = -1;
      for (int i = 0; i < columns; i++) {
        if (widths[i] > least[i] && (widest < 0 || widths[i] > widths[widest])) {
          widest = i;
        }
      }
      if (widest < 0) {
        return new int[0];
      }
      widths[widest]--;
      total--;
    }
    return widths;
  }
}
