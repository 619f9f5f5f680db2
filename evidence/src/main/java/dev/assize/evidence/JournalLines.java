package dev.assize.evidence;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads a journal line by line, as bytes; holds one line at a time. */
final class JournalLines implements Closeable {
  private final InputStream in;
  private final byte[] chunk = new byte[1 << 16];
  private int from;
  private int to;
  private byte[] tail = new byte[0];
  private long wholeBytes;

  JournalLines(Path journal) throws IOException {
    in = Files.newInputStream(journal);
  }

  /** Returns the next whole line without its newline, or null at the end. */
  byte @Nullable [] next() throws IOException {
    byte[] line = tail;
    int length = line.length;
    tail = new byte[0];
    while (true) {
      int newline = from;
      while (newline < to && chunk[newline] != '\n') {
        newline++;
      }
      int more = newline - from;
      if (length + more > line.length) {
        line =
            Arrays.copyOf(line, newline < to ? length + more : Math.max(256, 2 * (length + more)));
      }
      System.arraycopy(chunk, from, line, length, more);
      length += more;
      if (newline < to) {
        from = newline + 1;
        wholeBytes += length + 1L;
        return line.length == length ? line : Arrays.copyOf(line, length);
      }
      from = 0;
      to = Math.max(0, in.read(chunk));
      if (to == 0) {
        tail = Arrays.copyOf(line, length);
        return null;
      }
    }
  }

  /** After {@link #next} returned null: the bytes after the last newline. */
  byte[] tail() {
    return tail;
  }

  /** The length of all whole lines so far, newlines included. */
  long wholeBytes() {
    return wholeBytes;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
