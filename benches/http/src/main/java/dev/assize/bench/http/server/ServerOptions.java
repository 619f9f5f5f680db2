package dev.assize.bench.http.server;

import java.time.Duration;

/**
 * What was asked for.
 *
 * @param threads event loops; they accept too
 * @param delay added to each HTTP answer, zero for none
 * @param stallAfter when after the first connection every event loop stops; zero for never
 * @param stall for how long
 * @param ticker a message to every subscriber of the hub and of the events this often; zero for
 *     none
 * @param corruptEvery plants a wrong byte in each N-th answer, 0 for none
 */
record ServerOptions(
    Engine engine,
    ZeroCopy zeroCopy,
    int zeroCopyMinBytes,
    Variant variant,
    String host,
    int port,
    int adminPort,
    int threads,
    Duration delay,
    Duration stallAfter,
    Duration stall,
    Duration ticker,
    int corruptEvery) {
  enum Engine {
    NIO,
    EPOLL,
    IO_URING;

    @Override
    public String toString() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  enum ZeroCopy {
    ON,
    OFF,
    AUTO;

    @Override
    public String toString() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /** Ways to set up a transport between which a user of Netty chooses. */
  enum Variant {
    /** One event loop unless --threads says otherwise, a buffer allocated for each read. */
    DEFAULT,
    /** Provided buffer rings and multishot receive; io_uring only. */
    BUFRING,
    /** Two event loops. */
    TWO_LOOPS;

    @Override
    public String toString() {
      return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
  }
}
