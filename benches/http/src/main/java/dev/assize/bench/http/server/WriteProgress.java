package dev.assize.bench.http.server;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelProgressiveFuture;
import io.netty.channel.ChannelProgressiveFutureListener;
import io.netty.channel.ChannelPromise;

/** Counts the progress of one write, and fulfils the promise of who asked for it. */
final class WriteProgress implements ChannelProgressiveFutureListener {
  private final LoopCounters counters;
  private final ChannelHandlerContext context;
  private final ChannelPromise asked;
  private final long length;
  private long seen;

  WriteProgress(
      LoopCounters counters, ChannelHandlerContext context, ChannelPromise asked, long length) {
    this.counters = counters;
    this.context = context;
    this.asked = asked;
    this.length = length;
  }

  private void upTo(long progress) {
    counters.reported(progress - seen);
    seen = progress;
  }

  @Override
  public void operationProgressed(ChannelProgressiveFuture future, long progress, long total) {
    upTo(progress);
  }

  @Override
  public void operationComplete(ChannelProgressiveFuture future) {
    Throwable cause = future.cause();
    if (cause == null) {
      upTo(length);
      asked.trySuccess();
    } else if (asked.isVoid()) {
      context.fireExceptionCaught(cause);
    } else {
      asked.tryFailure(cause);
    }
  }
}
