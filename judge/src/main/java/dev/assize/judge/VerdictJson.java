package dev.assize.judge;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * verdict.json. The same verdict gives the same bytes: keys in a fixed order, doubles as {@link
 * Double#toString(double)} prints them, two spaces of indentation, LF, a newline at the end.
 *
 * <p>Every key is always there. {@code null} means that there is no such value: no interval, no
 * p-value, no median because no block counts. An empty array means that there are none. The number
 * zero is a number.
 */
public final class VerdictJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private VerdictJson() {}

  /** Returns the canonical bytes, UTF-8. */
  public static byte[] write(Verdict verdict) {
    return new VerdictWriter().write(verdict);
  }

  /**
   * Reads what {@link #write} wrote, of this schema or an earlier one.
   *
   * @throws IllegalArgumentException when the bytes are not a verdict, or of a newer schema; the
   *     message says where
   */
  public static Verdict read(byte[] json) {
    JsonNode root;
    try {
      root = MAPPER.readTree(json);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(
          "verdict.json: expected JSON, found: "
              + e.getOriginalMessage()
              + "; make it again with 'assize judge'",
          e);
    }
    return VerdictReader.verdict(new JsonPlace("", root));
  }
}
