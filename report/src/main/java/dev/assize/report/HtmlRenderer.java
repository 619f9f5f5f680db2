package dev.assize.report;

import java.util.List;

/**
 * One HTML file that opens offline. The sentence and the tables are plain HTML; the charts are
 * drawn by a script on top. A content policy in the page forbids every request.
 */
final class HtmlRenderer {
  private final StringBuilder out = new StringBuilder();
  private final Document document;
  private final ChartJson figures;

  private HtmlRenderer(Document document) {
    this.document = document;
    this.figures = ChartJson.of(Figures.in(document));
  }

  static String render(Document document) {
    return new HtmlRenderer(document).page();
  }

  private String page() {
    out.append(
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <link rel="icon" href="data:,">
        """);
    out.append("<title>")
        .append(document.headline().word())
        .append(": ")
        .append(Markup.line(document.experiment()))
        .append("</title>\n<style>\n")
        .append(Resources.text("report.css"))
        .append("</style>\n</head>\n<body>\n");
    head();
    contents();
    out.append(
        "<main>\n<noscript><p class=\"quiet\">The charts need JavaScript; their numbers are");
    out.append(" in the tables.</p></noscript>\n");
    document.sections().forEach(this::section);
    out.append("</main>\n");
    out.append("<script type=\"application/json\" id=\"data\">")
        .append(figures.text())
        .append("</script>\n<script>\n")
        .append(Resources.text("echarts/echarts.min.js"))
        .append("\n</script>\n<script>\n")
        .append(Resources.text("report.js"))
        .append("</script>\n</body>\n</html>\n");
    return out.toString();
  }

  private void head() {
    Document.Headline headline = document.headline();
    out.append("<header>\n");
    for (Document.Notice warning : document.warnings()) {
      notice(warning, "warning");
    }
    out.append("<p class=\"experiment\">").append(Markup.line(document.experiment()));
    out.append(" <span class=\"run\">run ").append(Markup.line(document.run()));
    out.append("</span></p>\n<div class=\"banner ").append(tone(headline.tone()));
    out.append("\">\n<p class=\"outcome\"><span class=\"symbol\" aria-hidden=\"true\">");
    out.append(headline.symbol()).append("</span> ").append(headline.word());
    if (headline.drift()) {
      out.append(" <span class=\"flag\">DRIFT</span>");
    }
    out.append("</p>\n<h1>").append(Markup.line(document.sentence())).append("</h1>\n");
    out.append("<p class=\"meaning\">").append(Markup.line(headline.meaning()));
    out.append("</p>\n</div>\n");
    for (Document.Notice remark : document.remarks()) {
      notice(remark, "remark");
    }
    out.append("<p class=\"question\"><strong>Question.</strong> ");
    out.append(Markup.line(document.question())).append("</p>\n</header>\n");
  }

  private void notice(Document.Notice notice, String kind) {
    out.append("<div class=\"").append(kind).append("\" role=\"note\"><strong>");
    out.append(Markup.line(notice.word())).append("</strong>: ");
    if (notice.texts().size() == 1) {
      out.append(Markup.line(notice.texts().getFirst()));
    } else {
      bullets(notice.texts());
    }
    out.append("</div>\n");
  }

  private void contents() {
    out.append("<nav aria-label=\"Contents\"><ul>\n");
    for (Section section : document.sections()) {
      out.append("<li><a href=\"#").append(section.id()).append("\">");
      out.append(Markup.line(section.title())).append("</a></li>\n");
    }
    out.append("</ul></nav>\n");
  }

  private void section(Section section) {
    out.append("<section aria-labelledby=\"").append(section.id()).append("\">\n<h2 id=\"");
    out.append(section.id()).append("\">").append(Markup.line(section.title()));
    out.append("</h2>\n");
    section.blocks().forEach(this::block);
    out.append("</section>\n");
  }

  private void block(Block block) {
    switch (block) {
      case Block.Paragraph(String text) ->
          out.append("<p>").append(Markup.line(text)).append("</p>\n");
      case Block.Bullets(List<String> items) -> bullets(items);
      case Block.Code(String text) ->
          out.append("<pre><code>").append(Markup.lines(text)).append("</code></pre>\n");
      case Block.Details(String summary, List<Block> content) -> {
        out.append("<details><summary>").append(Markup.line(summary)).append("</summary>\n");
        content.forEach(this::block);
        out.append("</details>\n");
      }
      case Block.Figure figure -> figure(figure);
      case Block.Table table -> table(table);
    }
  }

  private void bullets(List<String> items) {
    out.append("<ul>\n");
    items.forEach(item -> out.append("<li>").append(Markup.line(item)).append("</li>\n"));
    out.append("</ul>\n");
  }

  private void figure(Block.Figure figure) {
    out.append("<figure>\n<figcaption id=\"").append(figure.id()).append("-caption\">");
    out.append(Markup.line(figure.caption())).append(Markup.line(figures.note(figure)));
    out.append("</figcaption>\n<div class=\"chart\" data-chart=\"").append(figure.id());
    out.append("\" role=\"img\" aria-labelledby=\"").append(figure.id());
    out.append("-caption\"></div>\n</figure>\n");
  }

  private void table(Block.Table table) {
    String caption = Markup.line(table.caption());
    out.append("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"");
    out.append(caption).append("\"><table>\n<caption>").append(caption);
    out.append("</caption>\n<thead><tr>");
    for (Block.Column column : table.columns()) {
      out.append("<th scope=\"col\"").append(number(column)).append('>');
      out.append(Markup.line(column.title())).append("</th>");
    }
    out.append("</tr></thead>\n<tbody>\n");
    for (List<Block.Datum> row : table.rows()) {
      out.append("<tr>");
      for (int i = 0; i < row.size(); i++) {
        String element = i == 0 ? "th" : "td";
        out.append('<').append(element).append(i == 0 ? " scope=\"row\"" : "");
        out.append(number(table.columns().get(i))).append('>');
        datum(row.get(i));
        out.append("</").append(element).append('>');
      }
      out.append("</tr>\n");
    }
    out.append("</tbody></table></div>\n");
  }

  private void datum(Block.Datum datum) {
    String text = Markup.line(datum.text());
    if (datum.code()) {
      out.append("<code>").append(text).append("</code>");
    } else if (datum.tone() == Tone.PLAIN) {
      out.append(text);
    } else {
      out.append("<span class=\"").append(tone(datum.tone())).append("\">");
      out.append(text).append("</span>");
    }
  }

  private static String number(Block.Column column) {
    return column.number() ? " class=\"n\"" : "";
  }

  private static String tone(Tone tone) {
    return switch (tone) {
      case PLAIN -> "plain";
      case GOOD -> "good";
      case BAD -> "bad";
      case SAME -> "same";
      case OPEN -> "open";
      case WARN -> "warn";
    };
  }
}
