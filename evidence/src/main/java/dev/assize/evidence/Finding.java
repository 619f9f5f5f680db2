package dev.assize.evidence;

/**
 * Something wrong in a run directory.
 *
 * @param file relative to the run directory, with {@code /} between names
 * @param line from 1; 0 when the whole file is meant
 * @param message what was expected and what was found
 */
public record Finding(String file, long line, String message) {
  /** Returns {@code file:line: message}, without the line when it is 0. */
  @Override
  public String toString() {
    return line == 0 ? file + ": " + message : file + ":" + line + ": " + message;
  }
}
