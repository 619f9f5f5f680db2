package dev.assize.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Patterns over {@code scenario/variant}: {@code *} is any text, a leading {@code !} takes out. A
 * list that starts by taking out starts from all cells.
 */
final class CellPatterns {
  private static final int MOST_LISTED = 20;

  private CellPatterns() {}

  /** True when the pattern, without its {@code !}, matches the cell as a whole. */
  static boolean matches(String pattern, Cell cell) {
    return glob(pattern).matcher(cell.toString()).matches();
  }

  /** Like {@link #matches}; a pattern without a slash is one of a scenario or of a variant. */
  static boolean matchesPart(String pattern, Cell cell) {
    if (pattern.contains("/")) {
      return matches(pattern, cell);
    }
    Pattern glob = glob(pattern);
    return glob.matcher(cell.scenario().value()).matches()
        || glob.matcher(cell.variant().value()).matches();
  }

  /**
   * Selects cells by a comma-separated list of patterns with {@link #matchesPart}.
   *
   * @throws IllegalArgumentException when a pattern matches nothing or nothing is left; it lists
   *     the cells
   */
  static List<Cell> select(List<Cell> cells, String patterns) {
    List<Cell> chosen = new ArrayList<>();
    boolean first = true;
    for (String pattern : patterns.split(",", -1)) {
      boolean out = pattern.startsWith("!");
      String glob = out ? pattern.substring(1) : pattern;
      if (glob.isEmpty() || !glob.equals(glob.strip())) {
        throw new IllegalArgumentException(
            "expected patterns with single commas and no spaces between them, found '"
                + patterns
                + "'; write for instance 'ws-*,!*/io_uring'");
      }
      List<Cell> matching = cells.stream().filter(c -> matchesPart(glob, c)).toList();
      if (matching.isEmpty()) {
        throw new IllegalArgumentException(
            "expected patterns that match a cell, found '" + pattern + "'; cells: " + list(cells));
      }
      if (out) {
        if (first) {
          chosen.addAll(cells);
        }
        chosen.removeAll(matching);
      } else {
        matching.stream().filter(c -> !chosen.contains(c)).forEach(chosen::add);
      }
      first = false;
    }
    if (chosen.isEmpty()) {
      throw new IllegalArgumentException(
          "expected at least one cell after exclusions, found none by '"
              + patterns
              + "'; cells: "
              + list(cells));
    }
    return cells.stream().filter(chosen::contains).toList();
  }

  static String list(List<Cell> cells) {
    return cells.stream().map(Cell::toString).limit(MOST_LISTED).collect(Collectors.joining(", "))
        + (cells.size() > MOST_LISTED ? " and " + (cells.size() - MOST_LISTED) + " more" : "");
  }

  private static Pattern glob(String text) {
    return Pattern.compile(
        Pattern.compile("\\*")
            .splitAsStream(text + "\0")
            .map(Pattern::quote)
            .collect(Collectors.joining(".*"))
            .replace("\0", ""));
  }
}
