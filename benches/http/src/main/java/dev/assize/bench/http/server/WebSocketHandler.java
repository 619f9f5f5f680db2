package dev.assize.bench.http.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.util.ReferenceCountUtil;

/** Sends each message back, or to every subscriber of the hub. */
final class WebSocketHandler extends ChannelInboundHandlerAdapter {
  private static final int TEXT = 1;
  private static final int BINARY = 2;
  private static final int CLOSE = 8;
  private static final int PONG = 10;

  private final Services services;
  private final LoopCounters counters;
  private final boolean hub;
  private final Corruption corruption;

  WebSocketHandler(Services services, LoopCounters counters, boolean hub) {
    this.services = services;
    this.counters = counters;
    this.hub = hub;
    corruption = new Corruption(services.options().corruptEvery());
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    try {
      switch (message) {
        case BinaryWebSocketFrame frame when frame.isFinalFragment() ->
            message(context, BINARY, frame.content());
        case TextWebSocketFrame frame when frame.isFinalFragment() ->
            message(context, TEXT, frame.content());
        case PingWebSocketFrame ping -> send(context, PONG, ping.content());
        case PongWebSocketFrame _ -> {
          // An answer to nothing: allowed, and without meaning.
        }
        case CloseWebSocketFrame close ->
            context
                .writeAndFlush(Frames.webSocket(context.alloc(), CLOSE, close.content()))
                .addListener(ChannelFutureListener.CLOSE);
        case WebSocketFrame _ -> fail(context);
        default -> fail(context);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void message(ChannelHandlerContext context, int opcode, ByteBuf payload) {
    counters.add(Counter.MESSAGES_IN, 1);
    if (hub) {
      services.hub().publish(corruption.of(Frames.webSocket(context.alloc(), opcode, payload)));
    } else {
      counters.add(Counter.MESSAGES_OUT, 1);
      send(context, opcode, payload);
    }
  }

  private void send(ChannelHandlerContext context, int opcode, ByteBuf payload) {
    var _ =
        context.write(
            corruption.of(Frames.webSocket(context.alloc(), opcode, payload)),
            context.voidPromise());
  }

  /** A message in fragments: no client of this bench sends one. */
  private void fail(ChannelHandlerContext context) {
    counters.add(Counter.ERRORS, 1);
    var _ = context.close();
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    context.flush();
    context.fireChannelReadComplete();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    counters.add(Counter.ERRORS, 1);
    var _ = context.close();
  }
}
