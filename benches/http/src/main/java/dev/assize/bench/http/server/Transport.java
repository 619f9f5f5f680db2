package dev.assize.bench.http.server;

import dev.assize.bench.http.message.BenchFailure;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelFactory;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringBufferRingConfig;
import io.netty.channel.uring.IoUringChannelOption;
import io.netty.channel.uring.IoUringFixedBufferRingAllocator;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringIoHandlerConfig;
import io.netty.channel.uring.IoUringServerSocketChannel;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An engine as it was set up.
 *
 * @param zeroCopy whether zero copy is on
 * @param probe what the probe said: ok, not_run, or what failed
 */
record Transport(
    ServerOptions options,
    IoHandlerFactory factory,
    ChannelFactory<ServerChannel> listeners,
    boolean zeroCopy,
    String probe,
    boolean bufferRing) {
  private static final short BUFFER_GROUP = 1;
  private static final short RING_BUFFERS = 256;
  private static final int RING_BUFFER_BYTES = 16 * 1024;

  static Transport of(ServerOptions options, Counters counters) throws BenchFailure {
    return switch (options.engine()) {
      case NIO ->
          plain(options, counters, NioIoHandler.newFactory(), NioServerSocketChannel::new, null);
      case EPOLL ->
          plain(
              options,
              counters,
              Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory(),
              EpollServerSocketChannel::new,
              Epoll.unavailabilityCause());
      case IO_URING -> ring(options, counters);
    };
  }

  private static Transport plain(
      ServerOptions options,
      Counters counters,
      IoHandlerFactory factory,
      ChannelFactory<ServerChannel> listeners,
      @Nullable Throwable unavailable)
      throws BenchFailure {
    requireAvailable(options, unavailable);
    if (options.zeroCopy() == ServerOptions.ZeroCopy.ON) {
      throw BenchFailure.usage(
          "--zero-copy on: expected --engine io_uring, found " + options.engine());
    }
    if (options.variant() == ServerOptions.Variant.BUFRING) {
      throw BenchFailure.usage(
          "--variant bufring: expected --engine io_uring, found " + options.engine());
    }
    return new Transport(
        options, CountingIoHandler.factory(factory, counters), listeners, false, "not_run", false);
  }

  private static void requireAvailable(ServerOptions options, @Nullable Throwable unavailable)
      throws BenchFailure {
    if (unavailable != null) {
      Throwable cause = unavailable.getCause() == null ? unavailable : unavailable.getCause();
      throw BenchFailure.failed(
          "--engine " + options.engine() + ": not available here: " + cause.getMessage());
    }
  }

  private static Transport ring(ServerOptions options, Counters counters) throws BenchFailure {
    requireAvailable(options, IoUring.unavailabilityCause());
    boolean buffers = options.variant() == ServerOptions.Variant.BUFRING;
    IoUringIoHandlerConfig config = new IoUringIoHandlerConfig();
    if (buffers) {
      if (!IoUring.isRegisterBufferRingSupported()) {
        throw BenchFailure.failed(
            "--variant bufring: the kernel has no provided buffer rings; 5.19 or later has");
      }
      config.setBufferRingConfig(ringConfig());
    }
    String probe = "not_run";
    boolean zeroCopy = false;
    if (options.zeroCopy() != ServerOptions.ZeroCopy.OFF) {
      probe = ZeroCopyProbe.run();
      zeroCopy = "ok".equals(probe);
      if (!zeroCopy && options.zeroCopy() == ServerOptions.ZeroCopy.ON) {
        throw BenchFailure.failed(
            "--zero-copy on: expected a zero-copy send to work here, found: " + probe);
      }
    }
    return new Transport(
        options,
        CountingIoHandler.factory(IoUringIoHandler.newFactory(config), counters),
        IoUringServerSocketChannel::new,
        zeroCopy,
        probe,
        buffers);
  }

  private static IoUringBufferRingConfig ringConfig() {
    return IoUringBufferRingConfig.builder()
        .bufferGroupId(BUFFER_GROUP)
        .bufferRingSize(RING_BUFFERS)
        .batchSize(RING_BUFFERS / 2)
        .incremental(IoUring.isRegisterBufferRingIncSupported())
        .allocator(new IoUringFixedBufferRingAllocator(RING_BUFFER_BYTES))
        .build();
  }

  /** Sets the options of accepted connections. */
  void configure(ServerBootstrap bootstrap) {
    if (zeroCopy) {
      bootstrap.childOption(
          IoUringChannelOption.IO_URING_WRITE_ZERO_COPY_THRESHOLD, options.zeroCopyMinBytes());
    }
    if (bufferRing) {
      bootstrap.childOption(IoUringChannelOption.IO_URING_BUFFER_GROUP_ID, BUFFER_GROUP);
    }
  }

  /** The effective settings, as one line. */
  String settings() {
    return String.format(
        Locale.ROOT,
        "settings engine=%s variant=%s threads=%d zero_copy_requested=%s zero_copy=%s"
            + " zero_copy_probe=%s zero_copy_min_bytes=%d buffer_ring=%s netty=%s"
            + " zero_copy_counted=%s",
        options.engine(),
        options.variant(),
        options.threads(),
        options.zeroCopy(),
        zeroCopy ? "on" : "off",
        probe,
        options.zeroCopyMinBytes(),
        bufferRing ? "on" : "off",
        nettyVersion(),
        options.engine() == ServerOptions.Engine.IO_URING ? "completions" : "never");
  }

  private static String nettyVersion() {
    var version = io.netty.util.Version.identify().get("netty-transport");
    return version == null ? "unknown" : version.artifactVersion();
  }
}
