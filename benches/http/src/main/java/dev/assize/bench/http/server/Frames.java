package dev.assize.bench.http.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;

/**
 * Messages as they go over the wire, head and payload in one buffer; see {@link Responses} for why.
 */
final class Frames {
  private static final byte[] DATA = "data: ".getBytes(StandardCharsets.US_ASCII);
  private static final int HEAD_ROOM = 32;

  private Frames() {}

  /** A WebSocket frame with the readable bytes of a payload, which stay where they are. */
  static ByteBuf webSocket(ByteBufAllocator allocator, int opcode, ByteBuf payload) {
    int length = payload.readableBytes();
    ByteBuf frame = allocator.directBuffer(HEAD_ROOM + length);
    frame.writeByte(0x80 | opcode);
    if (length < 126) {
      frame.writeByte(length);
    } else if (length < 65_536) {
      frame.writeByte(126).writeShort(length);
    } else {
      frame.writeByte(127).writeLong(length);
    }
    return frame.writeBytes(payload, payload.readerIndex(), length);
  }

  /** An event in a chunk of its own. */
  static ByteBuf event(ByteBufAllocator allocator, ByteBuf text) {
    int length = text.readableBytes();
    ByteBuf chunk = allocator.directBuffer(HEAD_ROOM + length);
    String size = Integer.toHexString(DATA.length + length + 2);
    chunk.writeCharSequence(size, StandardCharsets.US_ASCII);
    chunk.writeByte('\r').writeByte('\n').writeBytes(DATA);
    chunk.writeBytes(text, text.readerIndex(), length);
    return chunk.writeByte('\n').writeByte('\n').writeByte('\r').writeByte('\n');
  }
}
