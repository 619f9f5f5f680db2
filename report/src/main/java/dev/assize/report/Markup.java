package dev.assize.report;

/** Escapes for XML and HTML, in text and in quoted attributes. */
final class Markup {
  private Markup() {}

  /** Makes the text visible on one line and escapes it. */
  static String line(String text) {
    return escaped(Visible.line(text));
  }

  /** As {@link #line}, with line breaks kept. */
  static String lines(String text) {
    return escaped(Visible.lines(text));
  }

  private static String escaped(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        default -> out.append(c);
      }
    }
    return out.toString();
  }
}
