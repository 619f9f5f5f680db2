package dev.assize.bench.http.server;

import dev.assize.bench.http.message.Addresses;
import dev.assize.bench.http.message.BenchFailure;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpRequestDecoder;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The server while it runs. */
final class Server implements AutoCloseable {
  private static final int BACKLOG = 4096;

  private final MultiThreadIoEventLoopGroup group;
  private final Channel listening;
  private final Admin admin;
  private final Transport transport;
  private final Counters counters;

  private Server(
      MultiThreadIoEventLoopGroup group,
      Channel listening,
      Admin admin,
      Transport transport,
      Counters counters) {
    this.group = group;
    this.listening = listening;
    this.admin = admin;
    this.transport = transport;
    this.counters = counters;
  }

  /**
   * Binds both listeners.
   *
   * @param says hears lines about what happens later, for instance a planted stall
   */
  static Server start(ServerOptions options, Consumer<String> says) throws BenchFailure {
    Counters counters = new Counters();
    Transport transport = Transport.of(options, counters);
    MultiThreadIoEventLoopGroup group =
        new MultiThreadIoEventLoopGroup(options.threads(), transport.factory());
    group.forEach(counters::of);
    Services services =
        new Services(options, counters, new Responses(), new Rooms(counters), new Rooms(counters));
    Stall stall = new Stall(options, group, says);
    Channel listening = null;
    try {
      listening = bind(options, transport, group, services, stall);
      Admin admin = Admin.start(options, counters);
      if (options.ticker().isPositive()) {
        new Ticker(services).start(group.next());
      }
      return new Server(group, listening, admin, transport, counters);
    } catch (BenchFailure e) {
      var _ = group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      throw e;
    }
  }

  private static Channel bind(
      ServerOptions options,
      Transport transport,
      MultiThreadIoEventLoopGroup group,
      Services services,
      Stall stall)
      throws BenchFailure {
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(group)
            .channelFactory(transport.listeners())
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    stall.connected();
                    LoopCounters counters = services.countersOf(channel);
                    ChannelPipeline pipeline = channel.pipeline();
                    pipeline.addLast(new Meter(counters));
                    pipeline.addLast(new HttpRequestDecoder());
                    pipeline.addLast(new HttpHandler(services, counters));
                  }
                });
    transport.configure(bootstrap);
    InetSocketAddress address = Addresses.of(options.host(), options.port());
    ChannelFuture bound = bootstrap.bind(address).awaitUninterruptibly();
    Throwable cause = bound.cause();
    if (cause != null) {
      throw BenchFailure.usage(
          "--port "
              + options.port()
              + ": expected to listen on "
              + options.host()
              + ", found: "
              + cause.getMessage()
              + "; choose another port, or 0 for a free one");
    }
    return bound.channel();
  }

  int port() {
    return ((InetSocketAddress) listening.localAddress()).getPort();
  }

  int adminPort() {
    return admin.port();
  }

  Transport transport() {
    return transport;
  }

  Counters counters() {
    return counters;
  }

  @Override
  public void close() {
    admin.close();
    listening.close().awaitUninterruptibly();
    // Without a quiet period a busy event loop may end before it closed its connections (Netty
    // 4.2).
    group.shutdownGracefully(20, 2_000, TimeUnit.MILLISECONDS).awaitUninterruptibly();
  }
}
