package dev.assize.bench.http.server;

import dev.assize.bench.http.message.MessagePattern;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;

/** The server's own messages to every subscriber, as sender {@value #SENDER}. */
final class Ticker {
  /** No connection of the load generator has this number. */
  static final long SENDER = 0xffff_ffffL;

  private static final int BYTES = 256;
  private static final int BINARY = 2;

  private final Services services;
  private final MessagePattern pattern = new MessagePattern(BYTES);
  private long sequence;

  Ticker(Services services) {
    this.services = services;
  }

  void start(EventLoop loop) {
    long period = services.options().ticker().toNanos();
    var _ = loop.scheduleAtFixedRate(this::tick, period, period, TimeUnit.NANOSECONDS);
  }

  private void tick() {
    byte[] bytes = new byte[BYTES];
    pattern.select(SENDER, sequence++);
    pattern.copyTo(MemorySegment.ofArray(bytes), 0);
    ByteBuf message = io.netty.buffer.Unpooled.wrappedBuffer(bytes);
    var allocator = io.netty.buffer.ByteBufAllocator.DEFAULT;
    services.hub().publish(Frames.webSocket(allocator, BINARY, message));
    services.events().publish(Frames.event(allocator, message));
  }
}
