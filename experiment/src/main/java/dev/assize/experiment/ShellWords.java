package dev.assize.experiment;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a line into words as a POSIX shell does, without any expansion: blanks separate, single
 * quotes keep everything, double quotes keep everything but {@code \"}, {@code \\}, {@code \$},
 * {@code \`} and a backslash before a line end, a backslash keeps the next character.
 */
public final class ShellWords {
  private final String line;
  private final List<String> words = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();
  private boolean inWord;
  private int at;

  private ShellWords(String line) {
    this.line = line;
  }

  /**
   * Returns the words; none for a blank line.
   *
   * @throws IllegalArgumentException if a quote is not closed or the line ends in a backslash
   */
  public static List<String> split(String line) {
    return new ShellWords(line).all();
  }

  private List<String> all() {
    while (at < line.length()) {
      char c = line.charAt(at++);
      switch (c) {
        case ' ', '\t', '\n' -> endWord();
        case '\'' -> singleQuoted();
        case '"' -> doubleQuoted();
        case '\\' -> escaped();
        default -> add(c);
      }
    }
    endWord();
    return List.copyOf(words);
  }

  private void add(char c) {
    word.append(c);
    inWord = true;
  }

  private void endWord() {
    if (inWord) {
      words.add(word.toString());
      word.setLength(0);
      inWord = false;
    }
  }

  private void escaped() {
    if (at == line.length()) {
      throw wrong("a character after the last backslash", at);
    }
    char c = line.charAt(at++);
    if (c != '\n') {
      add(c);
    }
  }

  private void singleQuoted() {
    int end = line.indexOf('\'', at);
    if (end < 0) {
      throw wrong("a closing ' for the one", at);
    }
    word.append(line, at, end);
    inWord = true;
    at = end + 1;
  }

  private void doubleQuoted() {
    int start = at;
    inWord = true;
    while (at < line.length()) {
      char c = line.charAt(at++);
      if (c == '"') {
        return;
      }
      if (c == '\\' && at < line.length() && "\"\\$`\n".indexOf(line.charAt(at)) >= 0) {
        c = line.charAt(at++);
        if (c == '\n') {
          continue;
        }
      }
      word.append(c);
    }
    throw wrong("a closing \" for the one", start);
  }

  private IllegalArgumentException wrong(String expected, int where) {
    return new IllegalArgumentException(
        "command: expected "
            + expected
            + " at character "
            + where
            + ", found the end of '"
            + line
            + "'; add it, or use --shell");
  }
}
