package dev.assize.observe;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * One HTTP/1.1 request on a connection of its own. The socket belongs to the calling thread, and so
 * lies in that thread's network namespace; the JDK's client has threads of its own that do not.
 */
final class HttpGet {
  private static final int MOST_BYTES = 16 << 20;
  private static final int LINE_BYTES = 16 << 10;

  private final URI uri;
  private final long deadline;
  private final Socket socket;
  private final InputStream in;

  private HttpGet(URI uri, long deadline, Socket socket) throws IOException {
    this.uri = uri;
    this.deadline = deadline;
    this.socket = socket;
    this.in = socket.getInputStream();
  }

  /** Reads an address. */
  static URI address(String location) throws IOException {
    try {
      URI uri = new URI(location);
      if ("http".equals(uri.getScheme()) && uri.getHost() != null) {
        return uri;
      }
    } catch (URISyntaxException malformed) {
      throw new IOException("expected http://HOST:PORT/PATH, found '" + location + "'", malformed);
    }
    throw new IOException("expected http://HOST:PORT/PATH, found '" + location + "'");
  }

  /**
   * Returns the body of a 200 answer.
   *
   * @param timeoutNanos for all of it
   * @throws IOException saying what was found instead
   */
  static byte[] body(URI uri, long timeoutNanos) throws IOException {
    long deadline = System.nanoTime() + timeoutNanos;
    int port = uri.getPort() < 0 ? 80 : uri.getPort();
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(uri.getHost(), port), millis(timeoutNanos));
      HttpGet get = new HttpGet(uri, deadline, socket);
      get.send(port);
      return get.receive();
    } catch (SocketTimeoutException late) {
      throw new IOException(
          uri + ": no whole answer within " + TimeUnit.NANOSECONDS.toMillis(timeoutNanos) + " ms",
          late);
    } catch (EOFException cut) {
      throw new IOException(uri + ": the answer was cut off", cut);
    } catch (IOException failure) {
      String message = String.valueOf(failure.getMessage());
      throw message.startsWith(uri.toString())
          ? failure
          : new IOException(uri + ": " + message, failure);
    }
  }

  private static int millis(long nanos) {
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, TimeUnit.NANOSECONDS.toMillis(nanos)));
  }

  private void send(int port) throws IOException {
    String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    String request =
        "GET "
            + path
            + query
            + " HTTP/1.1\r\nHost: "
            + uri.getHost()
            + ":"
            + port
            + "\r\nAccept: */*\r\nUser-Agent: assize\r\nConnection: close\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
  }

  private byte[] receive() throws IOException {
    String status = line();
    String[] words = status.split(" ", 3);
    if (words.length < 2 || !words[0].startsWith("HTTP/1.")) {
      throw new IOException(uri + ": expected an HTTP/1.1 answer, found '" + shown(status) + "'");
    }
    long length = -1;
    boolean chunked = false;
    for (String header = line(); !header.isEmpty(); header = line()) {
      String lower = header.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        length = size(lower.substring(15).strip(), 10);
      } else if (lower.startsWith("transfer-encoding:")) {
        chunked = lower.contains("chunked");
      }
    }
    if (!words[1].equals("200")) {
      throw new IOException(uri + ": expected status 200, found " + shown(status.substring(9)));
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    if (chunked) {
      for (long size = chunk(); size > 0; size = chunk()) {
        copy(size, body);
        line();
      }
    } else {
      copy(length, body);
    }
    return body.toByteArray();
  }

  private long chunk() throws IOException {
    String line = line();
    int semicolon = line.indexOf(';');
    return size((semicolon < 0 ? line : line.substring(0, semicolon)).strip(), 16);
  }

  private long size(String text, int radix) throws IOException {
    try {
      long size = Long.parseLong(text, radix);
      if (size >= 0 && size <= MOST_BYTES) {
        return size;
      }
    } catch (NumberFormatException none) {
      throw new IOException(uri + ": expected a length, found '" + shown(text) + "'", none);
    }
    throw new IOException(uri + ": expected at most " + MOST_BYTES + " bytes, found " + text);
  }

  /** Copies so many bytes; with -1 all until the connection ends. */
  private void copy(long length, ByteArrayOutputStream to) throws IOException {
    byte[] buffer = new byte[8192];
    long left = length < 0 ? Long.MAX_VALUE : length;
    while (left > 0) {
      int n = read(buffer, (int) Math.min(left, buffer.length));
      if (n < 0) {
        if (length < 0) {
          return;
        }
        throw new EOFException();
      }
      to.write(buffer, 0, n);
      left -= n;
      if (to.size() > MOST_BYTES) {
        throw new IOException(uri + ": expected at most " + MOST_BYTES + " bytes, found more");
      }
    }
  }

  private int read(byte[] buffer, int count) throws IOException {
    long left = deadline - System.nanoTime();
    if (left <= 0) {
      throw new SocketTimeoutException();
    }
    socket.setSoTimeout(millis(left));
    return in.read(buffer, 0, count);
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    byte[] one = new byte[1];
    while (true) {
      if (read(one, 1) < 0) {
        throw new EOFException();
      }
      if (one[0] == '\n') {
        String text = line.toString(StandardCharsets.ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
      }
      line.write(one[0]);
      if (line.size() > LINE_BYTES) {
        throw new IOException(uri + ": expected an HTTP/1.1 answer, found a line without end");
      }
    }
  }

  private static String shown(String text) {
    return text.length() <= 80 ? text : text.substring(0, 80) + "…";
  }
}
