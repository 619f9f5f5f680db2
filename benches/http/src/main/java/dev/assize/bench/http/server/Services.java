package dev.assize.bench.http.server;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;

/** What the handlers of all connections share. */
record Services(
    ServerOptions options, Counters counters, Responses responses, Rooms hub, Rooms events) {
  LoopCounters countersOf(Channel channel) {
    EventLoop loop = channel.eventLoop();
    return counters.of(loop);
  }
}
