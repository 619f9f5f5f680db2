package dev.assize.bench.http.server;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.uring.IoUringChannelOption;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringSocketChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Sends 64 KiB over the loopback through an io_uring channel with zero copy, and asks three things:
 * the bytes arrived, the kernel answered a zero-copy request, and it notified that the memory is
 * free again. Support of the opcode alone is not proof: a limit on locked memory refuses it later.
 * On the loopback the kernel copies in the end; whether a network card would not can't be learnt
 * here.
 */
final class ZeroCopyProbe {
  private static final int BYTES = 65_536;
  private static final int MILLIS = 5_000;

  private ZeroCopyProbe() {}

  /** Returns ok, or what failed, in one word. */
  static String run() {
    Counters counters = new Counters();
    MultiThreadIoEventLoopGroup group =
        new MultiThreadIoEventLoopGroup(
            1, CountingIoHandler.factory(IoUringIoHandler.newFactory(), counters));
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      server.setSoTimeout(MILLIS);
      return probe(group, server, counters);
    } catch (IOException e) {
      return "io_error";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    } finally {
      var _ = group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
  }

  private static String probe(
      MultiThreadIoEventLoopGroup group, ServerSocket server, Counters counters)
      throws IOException, InterruptedException {
    Channel channel =
        new Bootstrap()
            .group(group)
            .channel(IoUringSocketChannel.class)
            .option(IoUringChannelOption.IO_URING_WRITE_ZERO_COPY_THRESHOLD, 1)
            .handler(new ChannelInboundHandlerAdapter())
            .connect(server.getLocalSocketAddress())
            .sync()
            .channel();
    try (Socket peer = server.accept()) {
      peer.setSoTimeout(MILLIS);
      byte[] sent = new byte[BYTES];
      for (int at = 0; at < BYTES; at++) {
        sent[at] = (byte) (at * 31 + (at >> 8));
      }
      ByteBuf buffer = channel.alloc().directBuffer(BYTES).writeBytes(sent);
      var _ = channel.writeAndFlush(buffer);
      byte[] arrived = peer.getInputStream().readNBytes(BYTES);
      if (!Arrays.equals(sent, arrived)) {
        return "bytes_differ";
      }
      return answered(counters);
    } finally {
      var _ = channel.close();
    }
  }

  /** The notification may come a moment after the bytes. */
  private static String answered(Counters counters) throws InterruptedException {
    long limit = System.nanoTime() + MILLIS * 1_000_000L;
    while (true) {
      Counters.Snapshot seen = counters.snapshot();
      boolean sent = seen.value(Counter.ZERO_COPY_SENDS) > 0;
      if (sent && seen.value(Counter.ZERO_COPY_NOTIFICATIONS) > 0) {
        return "ok";
      }
      if (System.nanoTime() > limit) {
        return sent ? "no_notification" : "plain_send_was_used";
      }
      Thread.sleep(1);
    }
  }
}
