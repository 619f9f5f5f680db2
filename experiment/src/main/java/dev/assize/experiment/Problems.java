package dev.assize.experiment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects what is wrong with a spec, so that one reading reports it all. */
final class Problems {
  /** More would hide the first ones. */
  private static final int SHOWN = 50;

  private final String file;
  private final Set<SpecException.Problem> found = new LinkedHashSet<>();
  private final Set<String> warnings = new LinkedHashSet<>();

  Problems(String file) {
    this.file = file;
  }

  /** Adds a problem. The same one at the same place counts once. */
  void add(Position at, String where, String expected, String found, String remedy) {
    add(at, where + ": expected " + expected + ", found " + found + "; " + remedy);
  }

  void add(Position at, String message) {
    found.add(new SpecException.Problem(file, at.line(), at.column(), message));
  }

  /** Adds one that was found in another reading of the same file. */
  void add(SpecException.Problem problem) {
    found.add(problem);
  }

  void warn(Position at, String message) {
    warnings.add(file + ":" + at.line() + ":" + at.column() + ": " + message);
  }

  List<String> warnings() {
    return List.copyOf(warnings);
  }

  int count() {
    return found.size();
  }

  boolean any() {
    return !found.isEmpty();
  }

  SpecException exception() {
    List<SpecException.Problem> sorted = new ArrayList<>(found);
    sorted.sort(
        Comparator.comparingInt(SpecException.Problem::line)
            .thenComparingInt(SpecException.Problem::column));
    if (sorted.size() > SHOWN) {
      SpecException.Problem last = sorted.get(SHOWN);
      int more = sorted.size() - SHOWN;
      sorted = new ArrayList<>(sorted.subList(0, SHOWN));
      sorted.add(
          new SpecException.Problem(
              file, last.line(), last.column(), "and " + more + " more; repair the first ones"));
    }
    return new SpecException(sorted);
  }

  /** Throws when anything was added. */
  void check() throws SpecException {
    if (any()) {
      throw exception();
    }
  }
}
