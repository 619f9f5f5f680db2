package dev.assize.bench.http.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelOutboundBuffer;

/** Bytes that were flushed and that the kernel has not taken. */
final class Unsent implements ChannelOutboundBuffer.MessageProcessor {
  private long bytes;

  private Unsent() {}

  static long in(ChannelOutboundBuffer buffers) {
    if (buffers.isEmpty()) {
      return 0;
    }
    Unsent unsent = new Unsent();
    try {
      buffers.forEachFlushedMessage(unsent);
    } catch (Exception e) {
      throw new IllegalStateException("nothing here throws", e);
    }
    return unsent.bytes;
  }

  @Override
  public boolean processMessage(Object message) {
    if (message instanceof ByteBuf buffer) {
      bytes += buffer.readableBytes();
    }
    return true;
  }
}
