package dev.assize.report;

import java.util.List;

/**
 * GitHub-flavoured Markdown. All text is escaped: none of it can become markup, link or mention.
 */
final class MarkdownRenderer {
  private static final int DRAWING_WIDTH = 76;

  private final StringBuilder out = new StringBuilder();

  private MarkdownRenderer() {}

  static String render(Document document) {
    MarkdownRenderer renderer = new MarkdownRenderer();
    renderer.document(document);
    return renderer.out.toString();
  }

  private void document(Document document) {
    document.warnings().forEach(this::notice);
    paragraph(
        "# "
            + document.headline().symbol()
            + " "
            + document.headline().word()
            + (document.headline().drift() ? ", DRIFT" : "")
            + ": "
            + inline(document.experiment()));
    paragraph("**" + inline(document.sentence()) + "**");
    document.remarks().forEach(this::notice);
    paragraph("Question: " + inline(document.question()));
    paragraph("Run: " + inline(document.run()));
    paragraph(document.headline().word() + " means: " + document.headline().meaning());
    for (Section section : document.sections()) {
      paragraph("## " + inline(section.title()));
      section.blocks().forEach(this::block);
    }
    out.setLength(out.length() - 1);
  }

  private void notice(Document.Notice notice) {
    List<String> texts = notice.texts().stream().map(MarkdownRenderer::inline).toList();
    paragraph(
        "> **"
            + inline(notice.word())
            + "**:"
            + (texts.size() == 1
                ? " " + texts.getFirst()
                : "\n>\n> - " + String.join("\n> - ", texts)));
  }

  private void block(Block block) {
    switch (block) {
      case Block.Paragraph(String text) -> paragraph(inline(text));
      case Block.Bullets(List<String> items) -> {
        items.forEach(item -> out.append("- ").append(inline(item)).append('\n'));
        out.append('\n');
      }
      case Block.Code(String text) -> code(Visible.lines(text));
      case Block.Details(String summary, List<Block> content) -> {
        paragraph("<details><summary>" + Markup.line(summary) + "</summary>");
        content.forEach(this::block);
        paragraph("</details>");
      }
      case Block.Figure(String _, String caption, Chart chart, boolean _) -> {
        paragraph(inline(caption));
        code(
            String.join(
                "\n",
                new Drawing(Glyphs.UNICODE, DRAWING_WIDTH)
                    .lines(chart).stream().map(String::stripTrailing).toList()));
      }
      case Block.Table table -> table(table);
    }
  }

  private void table(Block.Table table) {
    paragraph("**" + inline(table.caption()) + "**");
    out.append('|');
    for (Block.Column column : table.columns()) {
      out.append(' ').append(inline(column.title())).append(" |");
    }
    out.append("\n|");
    for (Block.Column column : table.columns()) {
      out.append(column.number() ? " ---: |" : " --- |");
    }
    out.append('\n');
    for (List<Block.Datum> row : table.rows()) {
      out.append('|');
      for (Block.Datum datum : row) {
        String text = inline(datum.text());
        out.append(' ')
            .append(datum.tone() == Tone.PLAIN || text.isEmpty() ? text : "**" + text + "**")
            .append(" |");
      }
      out.append('\n');
    }
    out.append('\n');
  }

  /** A fence is longer than any run of backticks inside it. */
  private void code(String text) {
    int longest = 0;
    int run = 0;
    for (int i = 0; i < text.length(); i++) {
      run = text.charAt(i) == '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    String fence = "`".repeat(Math.max(3, longest + 1));
    paragraph(fence + "text\n" + text.replace(Numbers.NBSP, " ") + "\n" + fence);
  }

  private void paragraph(String text) {
    out.append(text).append("\n\n");
  }

  static String inline(String text) {
    String visible = Visible.line(text).replace(Numbers.NBSP, " ");
    StringBuilder escaped = new StringBuilder(visible.length() + 16);
    for (int i = 0; i < visible.length(); i++) {
      char c = visible.charAt(i);
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        // Entities, so that neither a mention nor a reference to an issue comes of it.
        case '@' -> escaped.append("&#64;");
        case '#' -> escaped.append("&#35;");
        case '\\', '`', '*', '_', '[', '|', '~', '!' -> escaped.append('\\').append(c);
        case ':' -> {
          // Keeps a bare address from becoming a link.
          boolean address = visible.startsWith("//", i + 1);
          escaped.append(address ? "&#58;" : ":");
        }
        default -> escaped.append(c);
      }
    }
    return escaped.toString();
  }
}
