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
          bytes.length + " bytes",
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
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  private static Position endOf(String text) {
    int line = 1 + (int) text.chars().filter(c -> c == '\n').count();
    return new Position(line, text.length() - text.lastIndexOf('\n'));
  }
}
