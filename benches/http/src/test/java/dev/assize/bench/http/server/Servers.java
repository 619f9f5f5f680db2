package dev.assize.bench.http.server;

import dev.assize.bench.http.message.BenchFailure;
import java.time.Duration;

/** Servers for tests, on free ports. */
public final class Servers implements AutoCloseable {
  private final Server server;

  private Servers(Server server) {
    this.server = server;
  }

  static ServerOptions options(
      ServerOptions.Engine engine, ServerOptions.ZeroCopy zeroCopy, ServerOptions.Variant variant) {
    int threads = variant == ServerOptions.Variant.TWO_LOOPS ? 2 : 1;
    return new ServerOptions(
        engine,
        zeroCopy,
        4096,
        variant,
        "127.0.0.1",
        0,
        0,
        threads,
        Duration.ZERO,
        Duration.ZERO,
        Duration.ZERO,
        Duration.ZERO,
        0);
  }

  static Servers start(ServerOptions options) throws BenchFailure {
    return new Servers(Server.start(options, line -> {}));
  }

  /** A server on epoll with planted faults. */
  public static Servers faulty(
      Duration delay, Duration stallAfter, Duration stall, int corruptEvery) throws BenchFailure {
    return start(
        new ServerOptions(
            ServerOptions.Engine.EPOLL,
            ServerOptions.ZeroCopy.OFF,
            4096,
            ServerOptions.Variant.DEFAULT,
            "127.0.0.1",
            0,
            0,
            1,
            delay,
            stallAfter,
            stall,
            Duration.ZERO,
            corruptEvery));
  }

  /** A server on epoll. */
  public static Servers plain() throws BenchFailure {
    return faulty(Duration.ZERO, Duration.ZERO, Duration.ZERO, 0);
  }

  public int port() {
    return server.port();
  }

  /** Waits until so many responses were handed to the transport. */
  public void awaitResponses(long count) throws InterruptedException {
    long limit = System.nanoTime() + 20_000_000_000L;
    while (server.counters().snapshot().value(Counter.RESPONSES) < count) {
      if (System.nanoTime() > limit) {
        throw new AssertionError("fewer than " + count + " responses within 20 s");
      }
      Thread.sleep(5);
    }
  }

  Server server() {
    return server;
  }

  @Override
  public void close() {
    server.close();
  }
}
