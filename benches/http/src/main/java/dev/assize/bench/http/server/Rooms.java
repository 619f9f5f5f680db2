package dev.assize.bench.http.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Subscribers by event loop. Each loop keeps and serves its own, so that no set is shared between
 * threads; messages of one publisher reach every loop in the order of their publication.
 */
final class Rooms {
  private final Counters counters;
  private final Map<EventLoop, Set<Channel>> rooms = new ConcurrentHashMap<>();

  Rooms(Counters counters) {
    this.counters = counters;
  }

  /** Adds a channel until it closes. In its event loop. */
  void join(Channel channel) {
    EventLoop loop = channel.eventLoop();
    rooms.computeIfAbsent(loop, key -> new LinkedHashSet<>()).add(channel);
    channel.closeFuture().addListener(closed -> rooms.getOrDefault(loop, Set.of()).remove(channel));
  }

  /** Sends a message as it goes over the wire to every subscriber, and releases it. */
  void publish(ByteBuf message) {
    for (EventLoop loop : List.copyOf(rooms.keySet())) {
      ByteBuf shared = message.retainedDuplicate();
      if (loop.inEventLoop()) {
        deliver(loop, shared);
      } else {
        loop.execute(() -> deliver(loop, shared));
      }
    }
    message.release();
  }

  private void deliver(EventLoop loop, ByteBuf message) {
    Set<Channel> subscribers = rooms.getOrDefault(loop, Set.of());
    for (Channel subscriber : subscribers) {
      var _ = subscriber.writeAndFlush(message.retainedDuplicate(), subscriber.voidPromise());
    }
    counters.of(loop).add(Counter.MESSAGES_OUT, subscribers.size());
    message.release();
  }
}
