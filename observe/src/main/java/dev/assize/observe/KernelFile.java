package dev.assize.observe;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A text file of the kernel that is kept open, read again and again into one buffer, and scanned
 * without making strings. An open file of {@code /proc/PID} stays that process's: once it has ended
 * a read fails, also when its pid was given to another.
 */
final class KernelFile implements AutoCloseable {
  private static final int FIRST_BYTES = 4096;

  private final RandomAccessFile file;
  private byte[] bytes = new byte[FIRST_BYTES];
  private int length;
  private int at;

  KernelFile(String path) throws IOException {
    this.file = new RandomAccessFile(path, "r");
  }

  /** Reads all of it anew and goes to its beginning. */
  void read() throws IOException {
    file.seek(0);
    length = 0;
    at = 0;
    for (int n = fill(); n > 0; n = fill()) {
      length += n;
    }
  }

  private int fill() throws IOException {
    if (length == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    return file.read(bytes, length, bytes.length - length);
  }

  boolean atEnd() {
    return at >= length;
  }

  boolean at(String start) {
    if (length - at < start.length()) {
      return false;
    }
    for (int i = 0; i < start.length(); i++) {
      if (bytes[at + i] != start.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Goes behind the given number of bytes. */
  void skip(int count) {
    at = Math.min(length, at + count);
  }

  /** Goes to the beginning of the next line. */
  void skipLine() {
    while (at < length && bytes[at] != '\n') {
      at++;
    }
    at++;
  }

  /** Goes behind the last of these characters in the file; to its end when there is none. */
  void skipPastLast(char wanted) {
    int found = length - 1;
    while (found >= at && bytes[found] != wanted) {
      found--;
    }
    at = found < at ? length : found + 1;
  }

  /** Goes to the line that starts so, from the beginning, and behind that start. */
  boolean find(String start) {
    at = 0;
    while (at < length) {
      if (at(start)) {
        at += start.length();
        return true;
      }
      skipLine();
    }
    return false;
  }

  /** Goes behind the next such text within the line. */
  boolean findInLine(String text) {
    while (at < length && bytes[at] != '\n') {
      if (at(text)) {
        at += text.length();
        return true;
      }
      at++;
    }
    return false;
  }

  boolean atLineEnd() {
    return at >= length || bytes[at] == '\n';
  }

  private void skipBlanks() {
    while (at < length && (bytes[at] == ' ' || bytes[at] == '\t')) {
      at++;
    }
  }

  /** Returns the next word of the line, without the blanks before it; empty at the line's end. */
  String word() {
    skipBlanks();
    int from = at;
    skipWord();
    return new String(bytes, from, at - from, StandardCharsets.UTF_8);
  }

  void skipWords(int count) {
    for (int i = 0; i < count; i++) {
      skipBlanks();
      skipWord();
    }
  }

  private void skipWord() {
    while (at < length && bytes[at] != ' ' && bytes[at] != '\t' && bytes[at] != '\n') {
      at++;
    }
  }

  /** Returns the next whole number of the line and goes behind it; 0 when there is none. */
  long number() {
    skipBlanks();
    boolean negative = at < length && bytes[at] == '-';
    if (negative) {
      at++;
    }
    long value = 0;
    while (at < length && bytes[at] >= '0' && bytes[at] <= '9') {
      value = value * 10 + (bytes[at++] - '0');
    }
    return negative ? -value : value;
  }

  /** Returns the next character that is no blank, and goes behind it; NUL at the end. */
  char character() {
    skipBlanks();
    return at < length ? (char) bytes[at++] : 0;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
