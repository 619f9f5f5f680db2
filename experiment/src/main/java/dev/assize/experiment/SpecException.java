package dev.assize.experiment;

import java.util.List;
import java.util.stream.Collectors;

/** A spec that can't be used, with every problem found in it. */
public final class SpecException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient List<Problem> problems;

  SpecException(List<Problem> problems) {
    super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  /** Returns the problems in the order of the text; at least one. */
  public List<Problem> problems() {
    return problems;
  }

  /**
   * One mistake.
   *
   * @param file as the user named it
   * @param line from 1
   * @param column from 1
   * @param message what was expected, what was found, and what to do
   */
  public record Problem(String file, int line, int column, String message) {
    /** Returns {@code file:line:column: message}. */
    @Override
    public String toString() {
      return file + ":" + line + ":" + column + ": " + message;
    }
  }
}
