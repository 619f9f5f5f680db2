package dev.assize.report;

import java.util.ArrayList;
import java.util.List;

/** The summary for a terminal. What is folded in the files is only counted here. */
final class TextRenderer {
  private static final int NARROWEST = 40;

  /** Rows of a table that a terminal shows, unless the table must be whole. */
  private static final int MOST_ROWS = 12;

  private static final String RESET = "\u001b[0m";
  private static final String BOLD = "\u001b[1m";

  private final StringBuilder out = new StringBuilder();
  private final boolean colour;
  private final int width;
  private final Glyphs glyphs;

  private TextRenderer(boolean colour, int width, Glyphs glyphs) {
    this.colour = colour;
    this.width = Math.max(NARROWEST, width);
    this.glyphs = glyphs;
  }

  static String render(Document document, boolean colour, int width, Glyphs glyphs) {
    TextRenderer renderer = new TextRenderer(colour, width, glyphs);
    renderer.head(document);
    document.sections().forEach(renderer::section);
    return renderer.out.toString();
  }

  /** The verdict, the effect, what would have changed it, and every regression. */
  static String summary(Document document, boolean colour, int width, Glyphs glyphs) {
    TextRenderer renderer = new TextRenderer(colour, width, glyphs);
    renderer.head(document);
    document.sections().stream().filter(Section::leads).forEach(renderer::section);
    return renderer.out.toString();
  }

  private void section(Section section) {
    line("");
    line(colour ? BOLD + clean(section.title()) + RESET : clean(section.title()));
    blocks(section.blocks());
  }

  private void head(Document document) {
    for (Document.Notice warning : document.warnings()) {
      notice(warning);
    }
    String word =
        document.headline().symbol()
            + " "
            + document.headline().word()
            + (document.headline().drift() ? ", DRIFT" : "");
    String line = clean(word + ": " + document.sentence());
    List<String> lines = Layout.wrap(line, width);
    int head = clean(word).length();
    for (int i = 0; i < lines.size(); i++) {
      String text = lines.get(i);
      boolean whole = i == 0 && text.length() >= head;
      line(
          whole
              ? paint(text.substring(0, head), document.headline().tone()) + text.substring(head)
              : text);
    }
    for (Document.Notice remark : document.remarks()) {
      notice(remark);
    }
    wrapped(document.experiment() + ", run " + document.run() + ". " + document.question(), 0);
    wrapped(document.headline().word() + " means: " + document.headline().meaning(), 0);
  }

  private void notice(Document.Notice notice) {
    boolean one = notice.texts().size() == 1;
    String first = notice.word() + (one ? ": " + notice.texts().getFirst() : ":");
    List<String> lines = Layout.wrap(clean(first), width);
    for (int i = 0; i < lines.size(); i++) {
      line(i == 0 ? paint(lines.get(i), Tone.WARN) : lines.get(i));
    }
    if (!one) {
      notice.texts().forEach(this::bullet);
    }
  }

  private void blocks(List<Block> blocks) {
    int folded = 0;
    for (Block block : blocks) {
      switch (block) {
        case Block.Paragraph(String text) -> wrapped(text, 2);
        case Block.Bullets(List<String> items) -> items.forEach(this::bullet);
        case Block.Code(String text) -> {
          for (String line : glyphs.text(Visible.lines(text)).split("\n", -1)) {
            line("    " + line);
          }
        }
        case Block.Details details -> folded++;
        case Block.Figure figure -> {
          if (figure.everywhere()) {
            figure(figure);
          } else {
            folded++;
          }
        }
        case Block.Table table -> table(table);
      }
    }
    if (folded > 0) {
      wrapped(
          "The HTML and Markdown reports have "
              + EffectSections.count(folded, "more item")
              + " here.",
          2);
    }
  }

  private void bullet(String item) {
    List<String> lines = Layout.wrap(clean(item), width - 4);
    for (int i = 0; i < lines.size(); i++) {
      line((i == 0 ? "  - " : "    ") + lines.get(i));
    }
  }

  private void figure(Block.Figure figure) {
    wrapped(figure.caption(), 2);
    for (String drawn : new Drawing(glyphs, width - 4).lines(figure.chart())) {
      for (String line : drawn.split("\n", -1)) {
        if (Visible.width(line.stripTrailing()) <= width - 4) {
          line("    " + line.stripTrailing());
        } else {
          wrapped(line, 4);
        }
      }
    }
  }

  private void table(Block.Table table) {
    List<List<String>> cells = new ArrayList<>();
    cells.add(table.columns().stream().map(column -> clean(column.title())).toList());
    List<List<Block.Datum>> rows =
        table.whole() || table.rows().size() <= MOST_ROWS
            ? table.rows()
            : table.rows().subList(0, MOST_ROWS);
    for (List<Block.Datum> row : rows) {
      cells.add(row.stream().map(datum -> clean(datum.text())).toList());
    }
    int[] widths = Layout.widths(cells, width - 2);
    line("");
    wrapped(table.caption(), 2);
    if (widths.length == 0) {
      stacked(cells);
    }
    for (int row = 0; row < cells.size() && widths.length > 0; row++) {
      row(table, cells.get(row), row, widths);
    }
    if (rows.size() < table.rows().size()) {
      wrapped(
          "… and %d more rows; the HTML and Markdown reports have all %d."
              .formatted(table.rows().size() - rows.size(), table.rows().size()),
          2);
    }
    line("");
  }

  private void row(Block.Table table, List<String> texts, int row, int[] widths) {
    List<List<String>> wrapped = new ArrayList<>();
    int height = 1;
    for (int i = 0; i < widths.length; i++) {
      List<String> lines = Layout.wrap(texts.get(i), Math.max(1, widths[i]));
      wrapped.add(lines);
      height = Math.max(height, lines.size());
    }
    for (int at = 0; at < height; at++) {
      StringBuilder line = new StringBuilder("  ");
      for (int i = 0; i < widths.length; i++) {
        String text = at < wrapped.get(i).size() ? wrapped.get(i).get(at) : "";
        String room = " ".repeat(Math.max(0, widths[i] - Visible.width(text)));
        Tone tone = row == 0 ? Tone.PLAIN : table.rows().get(row - 1).get(i).tone();
        String painted =
            row == 0 && colour && !text.isEmpty() ? BOLD + text + RESET : paint(text, tone);
        line.append(table.columns().get(i).number() ? room + painted : painted + room);
        line.append(i < widths.length - 1 ? "  " : "");
      }
      line(line.toString().stripTrailing());
    }
  }

  /** A table that is wider than the terminal: each row becomes a list of its values. */
  private void stacked(List<List<String>> cells) {
    for (List<String> row : cells.subList(1, cells.size())) {
      bullet(row.getFirst());
      StringBuilder rest = new StringBuilder();
      for (int i = 1; i < row.size(); i++) {
        // Breaks between values, not inside one.
        rest.append(i == 1 ? "" : ", ")
            .append((cells.getFirst().get(i) + ": " + row.get(i)).replace(" ", Numbers.NBSP));
      }
      wrapped(rest.toString(), 4);
    }
  }

  private void wrapped(String text, int indent) {
    for (String line : Layout.wrap(clean(text), width - indent)) {
      line(" ".repeat(indent) + line);
    }
  }

  private String clean(String text) {
    return glyphs.text(Visible.line(text));
  }

  private String paint(String text, Tone tone) {
    if (!colour || text.isEmpty() || tone == Tone.PLAIN) {
      return text;
    }
    String code =
        switch (tone) {
          case GOOD -> "\u001b[32m";
          case BAD -> "\u001b[31m";
          case SAME -> "\u001b[36m";
          case OPEN -> "\u001b[33m";
          case WARN -> "\u001b[35m";
          case PLAIN -> "";
        };
    return code + text + RESET;
  }

  /** No-break spaces have done their work; a terminal and a search want plain ones. */
  private void line(String text) {
    String plain = text.replace(Numbers.NBSP, " ");
    int end = out.length();
    boolean second =
        plain.isEmpty() && end >= 2 && out.charAt(end - 1) == '\n' && out.charAt(end - 2) == '\n';
    if (!second) {
      out.append(plain).append('\n');
    }
  }
}
