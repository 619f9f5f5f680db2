package dev.assize.bench.http.server;

import dev.assize.bench.http.message.Documents;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * Whole responses, made once. Head and body stand in one buffer: Netty decides on zero copy for
 * each buffer that it writes, and a small head in a buffer of its own would decide for the body
 * after it.
 */
final class Responses {
  /** RFC 6455, section 1.3. */
  private static final String WEB_SOCKET_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

  private static final String JSON = "application/json";
  private static final String TEXT = "text/plain";

  private final ByteBuf json = response("200 OK", JSON, Documents.small());
  private final ByteBuf largeJson = response("200 OK", JSON, Documents.large());
  private final ByteBuf accepted = response("200 OK", TEXT, new byte[0]);
  private final ByteBuf notFound =
      response(
          "404 Not Found",
          TEXT,
          ascii("expected /json, /json-64k, /ws/echo, /ws/hub, /sse or POST /sse/publish\n"));
  private final ByteBuf badRequest =
      response("400 Bad Request", TEXT, ascii("expected an HTTP/1.1 request\n"));
  private final ByteBuf events =
      fixed(
          ascii(
              """
              HTTP/1.1 200 OK\r
              Content-Type: text/event-stream\r
              Cache-Control: no-store\r
              Transfer-Encoding: chunked\r
              \r
              """));

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static ByteBuf response(String status, String type, byte[] body) {
    byte[] head =
        ascii(
            "HTTP/1.1 "
                + status
                + "\r\nContent-Type: "
                + type
                + "\r\nContent-Length: "
                + body.length
                + "\r\n\r\n");
    return fixed(head, body);
  }

  /** Direct, so that no transport copies it again, and never released. */
  private static ByteBuf fixed(byte[]... parts) {
    int length = 0;
    for (byte[] part : parts) {
      length += part.length;
    }
    ByteBuffer whole = ByteBuffer.allocateDirect(length);
    for (byte[] part : parts) {
      whole.put(part);
    }
    return Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(whole.flip()).asReadOnly());
  }

  ByteBuf json() {
    return json.duplicate();
  }

  ByteBuf largeJson() {
    return largeJson.duplicate();
  }

  ByteBuf accepted() {
    return accepted.duplicate();
  }

  ByteBuf notFound() {
    return notFound.duplicate();
  }

  ByteBuf badRequest() {
    return badRequest.duplicate();
  }

  ByteBuf eventsHead() {
    return events.duplicate();
  }

  /** The answer to a WebSocket upgrade. */
  static ByteBuf upgrade(String key) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-1").digest(ascii(key + WEB_SOCKET_GUID));
      return Unpooled.wrappedBuffer(
          ascii(
              "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                  + "Sec-WebSocket-Accept: "
                  + Base64.getEncoder().encodeToString(digest)
                  + "\r\n\r\n"));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-1", e);
    }
  }
}
