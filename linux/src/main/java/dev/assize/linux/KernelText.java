package dev.assize.linux;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Text as the kernel knows it: bytes without NUL, usually but not always UTF-8. A byte that is not
 * part of valid UTF-8 becomes the lone surrogate U+DC00 + byte (U+DC80 to U+DCFF) and turns back
 * into that byte, so that {@code encode(decode(bytes))} is {@code bytes} for every input.
 */
public final class KernelText {
  private static final int ESCAPE = 0xDC00;

  private KernelText() {}

  /**
   * Returns the bytes of the text.
   *
   * @throws IllegalArgumentException when the text holds NUL, which would cut it short in the
   *     kernel, or a lone surrogate that is no escaped byte
   */
  public static byte[] encode(String text) {
    int nul = text.indexOf('\0');
    if (nul >= 0) {
      throw new IllegalArgumentException(
          "expected text without NUL, found NUL at index " + nul + " of '" + shorten(text) + "'");
    }
    byte[] out = new byte[text.length() * 3];
    int length = 0;
    int i = 0;
    while (i < text.length()) {
      int start = i;
      while (i < text.length() && !isEscape(text, i)) {
        i +=
            Character.isSurrogatePair(
                    text.charAt(i), i + 1 < text.length() ? text.charAt(i + 1) : 'x')
                ? 2
                : 1;
      }
      byte[] plain = utf8(text, start, i);
      System.arraycopy(plain, 0, out, length, plain.length);
      length += plain.length;
      if (i < text.length()) {
        out[length++] = (byte) (text.charAt(i++) - ESCAPE);
      }
    }
    return Arrays.copyOf(out, length);
  }

  /** Returns the text of the bytes. */
  public static String decode(byte[] bytes) {
    return decode(bytes, 0, bytes.length);
  }

  static String decode(byte[] bytes, int from, int to) {
    var decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes, from, to - from);
    CharBuffer out = CharBuffer.allocate(to - from);
    while (decoder.decode(in, out, true).isError()) {
      out.put((char) (ESCAPE + (in.get() & 0xFF)));
      decoder.reset();
    }
    return out.flip().toString();
  }

  private static boolean isEscape(String text, int i) {
    char c = text.charAt(i);
    return c >= 0xDC80 && c <= 0xDCFF;
  }

  private static byte[] utf8(String text, int from, int to) {
    try {
      ByteBuffer encoded =
          StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text, from, to));
      byte[] bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      return bytes;
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "expected text that UTF-8 can hold, found a lone surrogate in '" + shorten(text) + "'",
          e);
    }
  }

  private static String shorten(String text) {
    return text.length() <= 80 ? text : text.substring(0, 80) + "...";
  }
}
