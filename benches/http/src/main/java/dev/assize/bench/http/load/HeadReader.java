package dev.assize.bench.http.load;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Collects the head of an HTTP response: status line and fields, to the empty line. */
final class HeadReader {
  private static final int MAX_BYTES = 16_384;

  private byte[] bytes = new byte[512];
  private int length;

  void reset() {
    length = 0;
  }

  /** Returns where the body starts, or -1 when the head goes on. */
  long accept(MemorySegment buffer, long from, long to) throws ProtocolFailure {
    for (long at = from; at < to; at++) {
      if (length == bytes.length) {
        if (length == MAX_BYTES) {
          throw new ProtocolFailure(
              "expected a response head of at most " + MAX_BYTES + " bytes, found a longer one");
        }
        bytes = Arrays.copyOf(bytes, length * 2);
      }
      bytes[length++] = buffer.get(ValueLayout.JAVA_BYTE, at);
      if (length >= 4
          && bytes[length - 1] == '\n'
          && bytes[length - 2] == '\r'
          && bytes[length - 3] == '\n'
          && bytes[length - 4] == '\r') {
        return at + 1;
      }
    }
    return -1;
  }

  byte[] bytes() {
    return Arrays.copyOf(bytes, length);
  }

  private String text() {
    return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
  }

  /** Refuses any other status. */
  void expectStatus(int status) throws ProtocolFailure {
    String text = text();
    String line = text.substring(0, Math.max(0, text.indexOf("\r\n")));
    if (!line.startsWith("HTTP/1.1 " + status)) {
      throw new ProtocolFailure(
          "expected 'HTTP/1.1 " + status + "', found '" + Printable.shorten(line) + "'");
    }
  }

  /** The value of a field, its name in lower case; null when it is absent. */
  @Nullable String field(String name) {
    for (String line : text().lines().toList()) {
      int colon = line.indexOf(':');
      if (colon > 0 && line.substring(0, colon).toLowerCase(Locale.ROOT).equals(name)) {
        return line.substring(colon + 1).strip();
      }
    }
    return null;
  }
}
