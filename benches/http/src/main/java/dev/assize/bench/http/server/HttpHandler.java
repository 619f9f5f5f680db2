package dev.assize.bench.http.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Answers HTTP requests, and turns a connection into a WebSocket or an event stream. */
final class HttpHandler extends ChannelInboundHandlerAdapter {
  /** The largest message of a WebSocket, and of a posted event. */
  static final int MOST_MESSAGE_BYTES = 2 << 20;

  private final Services services;
  private final LoopCounters counters;
  private final Corruption corruption;
  private final long delayNanos;
  private @Nullable ByteBuf posted;
  private boolean publishes;
  private @Nullable String upgradeKey;
  private boolean upgradeToHub;

  HttpHandler(Services services, LoopCounters counters) {
    this.services = services;
    this.counters = counters;
    corruption = new Corruption(services.options().corruptEvery());
    delayNanos = services.options().delay().toNanos();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    try {
      if (!(message instanceof HttpObject object) || object.decoderResult().isFailure()) {
        refuse(context, services.responses().badRequest());
        return;
      }
      if (object instanceof HttpRequest request) {
        counters.add(Counter.REQUESTS, 1);
        route(context, request);
      }
      if (object instanceof HttpContent content && publishes) {
        collect(context, content);
      }
      String key = upgradeKey;
      // Only now: the decoder hands out nothing more of this request.
      if (object instanceof LastHttpContent && key != null) {
        upgrade(context, key);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void route(ChannelHandlerContext context, HttpRequest request) {
    publishes = false;
    String path = request.uri();
    if (request.method().equals(HttpMethod.POST) && "/sse/publish".equals(path)) {
      publishes = true;
    } else if (!request.method().equals(HttpMethod.GET)) {
      answer(context, services.responses().notFound());
    } else {
      switch (path) {
        case "/json" -> answer(context, corruption.of(services.responses().json()));
        case "/json-64k" -> answer(context, corruption.of(services.responses().largeJson()));
        case "/sse" -> subscribe(context);
        case "/ws/echo" -> expectUpgrade(context, request, false);
        case "/ws/hub" -> expectUpgrade(context, request, true);
        default -> answer(context, services.responses().notFound());
      }
    }
  }

  private void answer(ChannelHandlerContext context, ByteBuf sent) {
    counters.add(Counter.RESPONSES, 1);
    if (delayNanos == 0) {
      var _ = context.write(sent, context.voidPromise());
    } else {
      var _ =
          context
              .executor()
              .schedule(
                  () -> {
                    var _ = context.writeAndFlush(sent, context.voidPromise());
                  },
                  delayNanos,
                  TimeUnit.NANOSECONDS);
    }
  }

  private void refuse(ChannelHandlerContext context, ByteBuf response) {
    counters.add(Counter.ERRORS, 1);
    context.writeAndFlush(response).addListener(io.netty.channel.ChannelFutureListener.CLOSE);
  }

  private void subscribe(ChannelHandlerContext context) {
    counters.add(Counter.RESPONSES, 1);
    // The head before the first event, which any later publication may bring.
    var _ = context.write(services.responses().eventsHead(), context.voidPromise());
    services.events().join(context.channel());
  }

  private void expectUpgrade(ChannelHandlerContext context, HttpRequest request, boolean hub) {
    upgradeKey = request.headers().get("Sec-WebSocket-Key");
    upgradeToHub = hub;
    if (upgradeKey == null) {
      refuse(context, services.responses().badRequest());
    }
  }

  private void upgrade(ChannelHandlerContext context, String key) {
    counters.add(Counter.RESPONSES, 1);
    var _ = context.write(Responses.upgrade(key), context.voidPromise());
    ChannelPipeline pipeline = context.pipeline();
    WebSocketDecoderConfig config =
        WebSocketDecoderConfig.newBuilder().maxFramePayloadLength(MOST_MESSAGE_BYTES).build();
    pipeline.addLast(new WebSocket13FrameDecoder(config));
    pipeline.addLast(new WebSocketHandler(services, counters, upgradeToHub));
    if (upgradeToHub) {
      services.hub().join(context.channel());
    }
    context.flush();
    pipeline.remove(this);
    // Last: bytes that it holds already go to the handlers after it.
    pipeline.remove(HttpRequestDecoder.class);
  }

  private void collect(ChannelHandlerContext context, HttpContent content) {
    ByteBuf body = posted;
    if (body == null) {
      body = context.alloc().directBuffer();
      posted = body;
    }
    if (body.readableBytes() + content.content().readableBytes() > MOST_MESSAGE_BYTES) {
      refuse(context, services.responses().badRequest());
      return;
    }
    body.writeBytes(content.content());
    if (content instanceof LastHttpContent) {
      counters.add(Counter.MESSAGES_IN, 1);
      ByteBuf event = corruption.of(Frames.event(context.alloc(), body));
      body.clear();
      publishes = false;
      answer(context, services.responses().accepted());
      services.events().publish(event);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    context.flush();
    context.fireChannelReadComplete();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    ByteBuf body = posted;
    posted = null;
    if (body != null) {
      body.release();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    counters.add(Counter.ERRORS, 1);
    var _ = context.close();
  }
}
