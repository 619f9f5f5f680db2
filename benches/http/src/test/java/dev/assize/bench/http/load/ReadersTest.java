package dev.assize.bench.http.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assize.bench.http.message.MessagePattern;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ReadersTest {
  private static final int MESSAGES = 5;

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static MemorySegment segment(byte[] bytes) {
    return Memory.nativeCopy(bytes);
  }

  /** Feeds a stream in pieces; returns how many messages ended in it. */
  private static int feed(MessageReader reader, byte[] stream, int piece) throws ProtocolFailure {
    int complete = 0;
    for (int from = 0; from < stream.length; from += piece) {
      int length = Math.min(piece, stream.length - from);
      MemorySegment buffer = segment(java.util.Arrays.copyOfRange(stream, from, from + length));
      long at = 0;
      while (at < length) {
        at = reader.accept(buffer, at, length, 0, complete);
        if (reader.complete()) {
          complete++;
        }
      }
    }
    return complete;
  }

  private static byte[] response(String date, String body) {
    return ascii(
        "HTTP/1.1 200 OK\r\nDate: "
            + date
            + "\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body);
  }

  @Property
  void responsesAreReadWhereverTheyAreCut(@ForAll @IntRange(min = 1, max = 200) int piece)
      throws ProtocolFailure {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    for (int i = 0; i < MESSAGES; i++) {
      // The field changes in the middle of the run, as a clock's second does.
      stream.writeBytes(response(i < 3 ? "Mon" : "Tue", "{\"a\":1}"));
    }
    ResponseReader reader = new ResponseReader(new KnownResponse(ascii("{\"a\":1}")));
    assertThat(feed(reader, stream.toByteArray(), piece)).isEqualTo(MESSAGES);
  }

  @Property
  void aWrongBodyIsFoundWhereverItIsCut(@ForAll @IntRange(min = 1, max = 200) int piece) {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    stream.writeBytes(response("Mon", "{\"a\":1}"));
    stream.writeBytes(response("Mon", "{\"a\":2}"));
    ResponseReader reader = new ResponseReader(new KnownResponse(ascii("{\"a\":1}")));
    assertThatThrownBy(() -> feed(reader, stream.toByteArray(), piece))
        .isInstanceOf(ProtocolFailure.class)
        .hasMessage("response body differs at byte 5: expected 0x31, found 0x32");
  }

  @Test
  void anotherStatusAndAnotherLengthAreFailures() {
    ResponseReader reader = new ResponseReader(new KnownResponse(ascii("x")));
    assertThatThrownBy(() -> feed(reader, ascii("HTTP/1.1 503 Busy\r\n\r\n"), 100))
        .hasMessage("expected 'HTTP/1.1 200', found 'HTTP/1.1 503 Busy'");
    ResponseReader second = new ResponseReader(new KnownResponse(ascii("x")));
    assertThatThrownBy(() -> feed(second, response("Mon", "xx"), 100))
        .hasMessage("expected a response of 'Content-Length: 1', found '2'");
  }

  private static byte[] events(MessagePattern pattern, int chunk) {
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    for (int i = 0; i < MESSAGES; i++) {
      byte[] message = new byte[pattern.bytes()];
      pattern.select(0, i);
      pattern.copyTo(MemorySegment.ofArray(message), 0);
      plain.writeBytes(ascii("data: "));
      plain.writeBytes(message);
      plain.writeBytes(ascii("\n\n"));
    }
    byte[] whole = plain.toByteArray();
    ByteArrayOutputStream chunked = new ByteArrayOutputStream();
    for (int from = 0; from < whole.length; from += chunk) {
      int length = Math.min(chunk, whole.length - from);
      chunked.writeBytes(ascii(Integer.toHexString(length) + "\r\n"));
      chunked.write(whole, from, length);
      chunked.writeBytes(ascii("\r\n"));
    }
    return chunked.toByteArray();
  }

  private static ChunkedReader eventReader(MessagePattern pattern) {
    return new ChunkedReader(new FramedReader("event", ascii("data: "), ascii("\n\n"), pattern));
  }

  @Property
  void eventsAreReadWhereverChunksAndPiecesAreCut(
      @ForAll @IntRange(min = 1, max = 130) int chunk,
      @ForAll @IntRange(min = 1, max = 200) int piece)
      throws ProtocolFailure {
    MessagePattern pattern = new MessagePattern(100);
    assertThat(feed(eventReader(pattern), events(pattern, chunk), piece)).isEqualTo(MESSAGES);
  }

  @Test
  void aLostEventIsFound() {
    MessagePattern pattern = new MessagePattern(100);
    byte[] all = events(pattern, 108);
    int first = all.length / MESSAGES;
    byte[] gap = new byte[all.length - first];
    System.arraycopy(all, 0, gap, 0, first);
    System.arraycopy(all, 2 * first, gap, first, gap.length - first);
    assertThatThrownBy(() -> feed(eventReader(pattern), gap, 1000))
        .isInstanceOf(ProtocolFailure.class)
        .hasMessageStartingWith("event 1 of sender 0 differs at byte 31 of its payload");
  }

  @Test
  void theEndOfTheStreamIsAFailure() {
    assertThatThrownBy(() -> feed(eventReader(new MessagePattern(100)), ascii("0\r\n\r\n"), 10))
        .hasMessage("expected more events, found the end of the stream");
  }
}
