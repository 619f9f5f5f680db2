package dev.assize.bench.http.load;

import dev.assize.bench.http.message.BenchFailure;
import dev.assize.bench.http.message.MessagePattern;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Sends the next request or message of a connection. */
sealed interface Sender {
  void send(Wire wire, Connection connection) throws BenchFailure;

  /** The frames that a WebSocket sender makes. */
  Frames frames();

  static Sender of(RunSettings settings) {
    return switch (settings.scenario()) {
      case GET_JSON, GET_JSON_64K -> new Get(Handshake.get(settings));
      default -> new Frames(new MessagePattern(settings.messageBytes()));
    };
  }

  /** The same request again and again. */
  final class Get implements Sender {
    private final MemorySegment request;

    Get(byte[] request) {
      this.request = Memory.nativeCopy(request);
    }

    @Override
    public void send(Wire wire, Connection connection) throws BenchFailure {
      wire.send(connection, request, request.byteSize());
    }

    @Override
    public Frames frames() {
      throw new IllegalStateException("a GET has no frames");
    }
  }

  /**
   * One masked WebSocket frame a message. The key stays the same for the whole run, so that the
   * filler is masked once and a message costs a copy; the server unmasks as it does any other.
   */
  final class Frames implements Sender {
    private static final int KEY = 0x5A17C3E9;
    private static final int FIN_BINARY = 0x82;
    private static final int MASKED = 0x80;
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    private final MessagePattern pattern;
    private final MemorySegment masked;
    private final MemorySegment frame;
    private final int payloadAt;
    private final byte[] key = {
      (byte) (KEY >> 24), (byte) (KEY >> 16), (byte) (KEY >> 8), (byte) KEY
    };

    Frames(MessagePattern pattern) {
      this.pattern = pattern;
      masked = Arena.ofAuto().allocate(pattern.table().byteSize());
      for (long at = 0; at < masked.byteSize(); at++) {
        masked.set(BYTE, at, (byte) (pattern.table().get(BYTE, at) ^ key[(int) (at & 3)]));
      }
      byte[] head = head(pattern.bytes(), MASKED);
      payloadAt = head.length + key.length;
      frame = Arena.ofAuto().allocate(payloadAt + (long) pattern.bytes());
      MemorySegment.copy(head, 0, frame, BYTE, 0, head.length);
      MemorySegment.copy(key, 0, frame, BYTE, head.length, key.length);
    }

    @Override
    public Frames frames() {
      return this;
    }

    /** A reader of the frames that the server sends, which are not masked. */
    FramedReader reader() {
      return new FramedReader("message", head(pattern.bytes(), 0), new byte[0], pattern);
    }

    @Override
    public void send(Wire wire, Connection connection) throws BenchFailure {
      send(wire, connection.index, connection.sequence, connection);
    }

    void send(Wire wire, long sender, long sequence, Connection connection) throws BenchFailure {
      pattern.select(sender, sequence);
      MemorySegment header = pattern.header();
      for (int at = 0; at < MessagePattern.HEADER_BYTES; at++) {
        frame.set(BYTE, payloadAt + at, (byte) (header.get(BYTE, at) ^ key[at & 3]));
      }
      int filler = pattern.bytes() - MessagePattern.HEADER_BYTES;
      MemorySegment.copy(
          masked, pattern.filler(), frame, payloadAt + MessagePattern.HEADER_BYTES, filler);
      wire.send(connection, frame, frame.byteSize());
    }

    private static byte[] head(int length, int mask) {
      if (length < 126) {
        return new byte[] {(byte) FIN_BINARY, (byte) (mask | length)};
      }
      if (length < 65_536) {
        return new byte[] {
          (byte) FIN_BINARY, (byte) (mask | 126), (byte) (length >> 8), (byte) length
        };
      }
      return new byte[] {
        (byte) FIN_BINARY,
        (byte) (mask | 127),
        0,
        0,
        0,
        0,
        (byte) (length >> 24),
        (byte) (length >> 16),
        (byte) (length >> 8),
        (byte) length
      };
    }
  }
}
