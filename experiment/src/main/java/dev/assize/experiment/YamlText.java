package dev.assize.experiment;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** The bytes of a spec as text: UTF-8, of a sensible size, not empty. */
final class YamlText {
  /** Specs are written by people; the largest sensible one is far below this. */
  static final int LARGEST = 1 << 20;

  private YamlText() {}

  static String decode(byte[] bytes, Problems problems) throws SpecException {
    if (bytes.length > LARGEST) {
      problems.add(
          Position.START,
          "spec",
          "at most 1 MiB (" + LARGEST + " bytes) of YAML",
          "more",
          "check that this is the spec and not a data file; data belongs in files it names");
      throw problems.exception();
    }
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length + 1);
    CoderResult result = decoder.decode(in, out, true);
    String text = out.flip().toString();
    if (result.isError()) {
      problems.add(
          endOf(text),
          "spec",
          "text in UTF-8",
          "byte 0x%02X at offset %d".formatted(bytes[in.position()] & 0xff, in.position()),
          "save the file as UTF-8");
      throw problems.exception();
    }
    String plain = text.startsWith("\uFEFF") ? text.substring(1) : text;
    checkCharacters(plain, problems);
    return plain;
  }

  /** Characters that YAML forbids; here, because its parser does not say where they are. */
  private static void checkCharacters(String text, Problems problems) throws SpecException {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean white = c == '\t' || c == '\n' || c == '\r' || c == 0x85;
      if ((Character.isISOControl(c) && !white) || c == 0xFFFE || c == 0xFFFF) {
        problems.add(
            endOf(text.substring(0, i)),
            "spec",
            "printable text",
            "the character U+%04X".formatted((int) c),
            "remove it, or write it as an escape in double quotes");
        throw problems.exception();
      }
    }
  }

  private static Position endOf(String text) {
    int line = 1 + (int) text.chars().filter(c -> c == '\n').count();
    return new Position(line, text.length() - text.lastIndexOf('\n'));
  }
}
