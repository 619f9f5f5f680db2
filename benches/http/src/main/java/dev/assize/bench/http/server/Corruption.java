package dev.assize.bench.http.server;

import io.netty.buffer.ByteBuf;

/** Plants a wrong byte in each N-th message, to show that the load generator sees it. */
final class Corruption {
  private final int every;
  private int count;

  /**
   * @param every 0 for never
   */
  Corruption(int every) {
    this.every = every;
  }

  /** The message itself, or a copy with one byte near its end changed in its place. */
  ByteBuf of(ByteBuf message) {
    if (every == 0 || ++count % every != 0) {
      return message;
    }
    ByteBuf wrong = message.copy();
    // The last bytes of an event are line ends; before them the payload ends.
    int at = wrong.writerIndex() - Math.min(wrong.readableBytes(), 6);
    wrong.setByte(at, wrong.getByte(at) ^ 1);
    message.release();
    return wrong;
  }
}
