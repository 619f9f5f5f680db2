package dev.assize.bench.http.load;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Requests that open a WebSocket or an event stream, and what the answer must be. */
final class Handshake {
  // The example key of RFC 6455, section 1.3, and the answer that the RFC derives from it.
  private static final String KEY = "dGhlIHNhbXBsZSBub25jZQ==";
  private static final String ACCEPT = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

  private Handshake() {}

  static byte[] get(RunSettings settings) {
    return ascii("GET " + settings.scenario().path() + " HTTP/1.1\r\n" + host(settings) + "\r\n");
  }

  static byte[] upgrade(RunSettings settings) {
    return ascii(
        "GET "
            + settings.scenario().path()
            + " HTTP/1.1\r\n"
            + host(settings)
            + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: "
            + KEY
            + "\r\n\r\n");
  }

  static void checkUpgrade(HeadReader head) throws ProtocolFailure {
    head.expectStatus(101);
    expect(head.field("sec-websocket-accept"), "Sec-WebSocket-Accept", ACCEPT);
  }

  static byte[] subscribe(RunSettings settings) {
    return ascii(
        "GET "
            + settings.scenario().path()
            + " HTTP/1.1\r\n"
            + host(settings)
            + "Accept: text/event-stream\r\n\r\n");
  }

  static void checkSubscription(HeadReader head) throws ProtocolFailure {
    head.expectStatus(200);
    expect(head.field("content-type"), "Content-Type", "text/event-stream");
    expect(head.field("transfer-encoding"), "Transfer-Encoding", "chunked");
  }

  /** The head of a request that publishes one event. */
  static byte[] publish(RunSettings settings) {
    return ascii(
        "POST "
            + settings.scenario().path()
            + "/publish HTTP/1.1\r\n"
            + host(settings)
            + "Content-Type: text/plain\r\nContent-Length: "
            + settings.messageBytes()
            + "\r\n\r\n");
  }

  private static void expect(@Nullable String found, String field, String expected)
      throws ProtocolFailure {
    if (!expected.equals(found)) {
      throw new ProtocolFailure(
          "expected '"
              + field
              + ": "
              + expected
              + "', found "
              + (found == null ? "none" : "'" + Printable.shorten(found) + "'"));
    }
  }

  private static String host(RunSettings settings) {
    return "Host: " + settings.host() + "\r\n";
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
