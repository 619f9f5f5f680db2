package dev.assize.report;

import java.util.Arrays;
import java.util.List;

/**
 * A piece of a report's content, the same for every format. Text in it is raw: each format makes it
 * visible and escapes it.
 */
sealed interface Block {
  record Paragraph(String text) implements Block {}

  /** A list without order. */
  record Bullets(List<String> items) implements Block {
    public Bullets {
      items = List.copyOf(items);
    }
  }

  /** Lines for a shell, or other text that keeps its line breaks. */
  record Code(String text) implements Block {}

  /** Content that is folded where a format can fold, and left to the files in a terminal. */
  record Details(String summary, List<Block> content) implements Block {
    public Details {
      content = List.copyOf(content);
    }
  }

  /**
   * A drawing; the data is in it, how to draw is the format's business.
   *
   * @param everywhere false: not in a terminal, where a table beside it says the same
   */
  record Figure(String id, String caption, Chart chart, boolean everywhere) implements Block {
    Figure(String id, String caption, Chart chart) {
      this(id, caption, chart, true);
    }
  }

  /**
   * A table. The first column names the row.
   *
   * @param whole true: never shortened, not even in a terminal
   */
  record Table(String caption, List<Column> columns, List<List<Datum>> rows, boolean whole)
      implements Block {
    Table(String caption, List<Column> columns, List<List<Datum>> rows) {
      this(caption, columns, rows, false);
    }

    public Table {
      columns = List.copyOf(columns);
      rows = rows.stream().map(List::copyOf).toList();
      for (List<Datum> row : rows) {
        if (row.size() != columns.size()) {
          throw new IllegalArgumentException(
              "table '%s': expected %d values in each row, found %d"
                  .formatted(caption, columns.size(), row.size()));
        }
      }
    }
  }

  /** A column's heading, and whether it holds numbers, which stand at the right. */
  record Column(String title, boolean number) {
    static Column text(String title) {
      return new Column(title, false);
    }

    static Column number(String title) {
      return new Column(title, true);
    }

    static List<Column> of(Column... columns) {
      return Arrays.asList(columns);
    }
  }

  /** One value of a table. */
  record Datum(String text, Tone tone, boolean code) {
    static Datum of(String text) {
      return new Datum(text, Tone.PLAIN, false);
    }

    static Datum of(int number) {
      return of(Integer.toString(number));
    }

    static Datum of(String text, Tone tone) {
      return new Datum(text, tone, false);
    }

    static Datum code(String text) {
      return new Datum(text, Tone.PLAIN, true);
    }
  }
}
