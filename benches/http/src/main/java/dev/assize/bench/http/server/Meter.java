package dev.assize.bench.http.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * First in the pipeline: counts connections and bytes read, and for nio and epoll the bytes that
 * write took, which are known when the transport fulfils the promise of a buffer. Promises are
 * fulfilled in the order of the writes, so that one listener and a queue of lengths do.
 */
final class Meter extends ChannelDuplexHandler {
  private final LoopCounters counters;
  private final boolean countsWrites;
  private final Deque<Integer> lengths = new ArrayDeque<>();
  private final ChannelFutureListener written =
      future -> {
        int length = lengths.removeFirst();
        if (future.isSuccess()) {
          counters().add(Counter.INLINE_BYTES, length);
        }
      };

  /**
   * @param countsWrites true where no ring counts them
   */
  Meter(LoopCounters counters, boolean countsWrites) {
    this.counters = counters;
    this.countsWrites = countsWrites;
  }

  private LoopCounters counters() {
    return counters;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    counters.add(Counter.CONNECTIONS_OPENED, 1);
    context.fireChannelActive();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
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
    if (countsWrites && message instanceof ByteBuf bytes) {
      lengths.addLast(bytes.readableBytes());
      observed = promise.unvoid();
      observed.addListener(written);
    }
    context.write(message, observed);
  }
}
