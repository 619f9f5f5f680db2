package dev.assize.experiment;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Specs for tests, several in one file. */
final class Corpus {
  private Corpus() {}

  /**
   * One spec.
   *
   * @param expected its messages without the file's name; none for a valid spec
   */
  record Entry(String name, String yaml, List<String> expected) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Entry> bad() {
    return read("bad-specs.txt");
  }

  static List<Entry> valid() {
    return read("valid-specs.txt");
  }

  private static List<Entry> read(String resource) {
    String text = new String(Resources.read(resource), StandardCharsets.UTF_8);
    List<Entry> entries = new ArrayList<>();
    for (String section : text.split("(?m)^=== ", -1)) {
      int line = section.indexOf('\n');
      int expected = section.indexOf("--- expected\n");
      if (!entries.isEmpty() || section.matches("(?s)[a-z0-9-]+\\n.*")) {
        String yaml = section.substring(line + 1, expected < 0 ? section.length() : expected);
        List<String> messages =
            expected < 0
                ? List.of()
                : section.substring(expected + 13).lines().filter(l -> !l.isEmpty()).toList();
        entries.add(new Entry(section.substring(0, line), yaml, messages));
      }
    }
    return entries;
  }
}
