package dev.assize.bench.http.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelProgressivePromise;
import io.netty.channel.ChannelPromise;
import org.jspecify.annotations.Nullable;

/**
 * First in the pipeline: counts connections, bytes read and bytes written.
 *
 * <p>Bytes written are counted on two sides. {@link WriteProgress} hears, through a promise, each
 * part of a write that the transport says it took; that is {@code bytes_written}, for every engine.
 * The other side is the engine: {@link CountedHandle} counts completions of a ring, and for nio and
 * epoll {@link #countTaken} looks into the buffers after each call that may have written.
 */
final class Meter extends ChannelDuplexHandler {
  private final LoopCounters counters;
  private @Nullable Channel inline;
  private long handedOver;
  private long unflushed;
  private long taken;

  Meter(LoopCounters counters) {
    this.counters = counters;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    CountedHandle.Inline handle = counters.awaiting(context.channel().unsafe());
    if (handle != null) {
      inline = context.channel();
      handle.meter(this);
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    counters.add(Counter.CONNECTIONS_OPENED, 1);
    context.fireChannelActive();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    counters.settle();
    counters.add(Counter.CONNECTIONS_CLOSED, 1);
    context.fireChannelInactive();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof ByteBuf bytes) {
      counters.add(Counter.BYTES_READ, bytes.readableBytes());
    }
    context.fireChannelRead(message);
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    ChannelPromise observed = promise;
    if (message instanceof ByteBuf bytes) {
      int length = bytes.readableBytes();
      handedOver += length;
      unflushed += length;
      ChannelProgressivePromise progress = context.newProgressivePromise();
      observed = progress.addListener(new WriteProgress(counters, context, promise, length));
    }
    var _ = context.write(message, observed);
  }

  @Override
  public void flush(ChannelHandlerContext context) {
    unflushed = 0;
    context.flush();
    countTaken();
  }

  /**
   * Counts what write and writev took since the last call: what was handed over and is in no buffer
   * any more. Only for engines that write in the event loop.
   */
  void countTaken() {
    Channel channel = inline;
    ChannelOutboundBuffer buffers = channel == null ? null : channel.unsafe().outboundBuffer();
    if (buffers == null) {
      return;
    }
    long now = handedOver - unflushed - Unsent.in(buffers);
    if (now != taken) {
      counters.inlineWrite(now - taken);
      taken = now;
    }
  }
}
