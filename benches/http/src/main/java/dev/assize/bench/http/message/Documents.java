package dev.assize.bench.http.message;

import java.nio.charset.StandardCharsets;

/** The two JSON documents of the server, byte for byte. */
public final class Documents {
  /** Size of {@link #large()}: 64 KiB. */
  public static final int LARGE_BYTES = 65_536;

  private static final String SMALL = "{\"message\":\"Hello, World!\"}";

  private Documents() {}

  /** What {@code /json} answers. */
  public static byte[] small() {
    return SMALL.getBytes(StandardCharsets.US_ASCII);
  }

  /** What {@code /json-64k} answers: an array of records, padded to exactly 65,536 bytes. */
  public static byte[] large() {
    StringBuilder text = new StringBuilder(LARGE_BYTES).append("{\"items\":[");
    for (int item = 0; text.length() < LARGE_BYTES - 200; item++) {
      text.append(item == 0 ? "" : ",")
          .append("{\"id\":")
          .append(item)
          .append(",\"name\":\"item-")
          .append(item)
          .append("\",\"price\":")
          .append(item * 37 % 1000)
          .append('}');
    }
    text.append("],\"padding\":\"");
    text.append("x".repeat(LARGE_BYTES - text.length() - 2)).append("\"}");
    return text.toString().getBytes(StandardCharsets.US_ASCII);
  }
}
