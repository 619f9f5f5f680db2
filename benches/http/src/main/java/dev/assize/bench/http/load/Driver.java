package dev.assize.bench.http.load;

import dev.assize.bench.http.message.BenchFailure;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * One run: opens the connections, drives them through warm-up and window, lets what is under way
 * end. Subclasses decide what is sent when; this class owns time, errors and greetings.
 */
abstract sealed class Driver implements Wire.Listener permits ExchangeDriver, FanoutDriver {
  /** Connects under way at once: fewer than any usual listen backlog. */
  private static final int CONNECTING_AT_ONCE = 128;

  final RunSettings settings;
  final List<Connection> connections = new ArrayList<>();
  final Wire wire;
  final Tally tally = new Tally();

  /** The clock of this turn of the loop, ns; refreshed after each wait. */
  long now;

  Recorder recorder = new Recorder(new Window(0, 0), true);
  private int opened;
  private int openFailures;
  private boolean opening = true;

  Driver(RunSettings settings, int count, IntFunction<MessageReader> readers) throws BenchFailure {
    this.settings = settings;
    for (int index = 0; index < count; index++) {
      connections.add(new Connection(index, readers.apply(index)));
    }
    wire = new Wire(settings.address(), connections, this);
  }

  /** Bytes that open the conversation on a connection; empty when it is ready at once. */
  abstract byte[] greeting(Connection connection);

  /** Refuses a wrong answer to the greeting. */
  abstract void checkGreeting(Connection connection) throws ProtocolFailure;

  /** A connection may be used. */
  abstract void ready(Connection connection) throws BenchFailure;

  /** Reads messages. */
  abstract void messages(Connection connection, MemorySegment buffer, long from, long to)
      throws ProtocolFailure, BenchFailure;

  /** A connection that was usable is so no longer. */
  abstract void forget(Connection connection);

  /** Makes good for a lost connection, where errors are allowed. */
  abstract void replace(Connection connection) throws BenchFailure;

  /** Begins the work; warm-up starts at {@link #now}. */
  abstract void begin() throws BenchFailure;

  /** Starts what is due; returns nanoseconds until the next start is due, or -1. */
  abstract long startDue() throws BenchFailure;

  /** True when nothing more starts and nothing is under way. */
  abstract boolean finished();

  /** Counts, and notes the waits of, what never ended. */
  abstract long abandon();

  /** Bytes of payload in one answer. */
  abstract long payloadBytes();

  /** Runs and returns what was seen. */
  final Outcome run() throws BenchFailure {
    try {
      wire.kernel().tightenTimers();
      openAll();
      return drive();
    } finally {
      connections.forEach(wire::close);
      wire.end();
    }
  }

  private void openAll() throws BenchFailure {
    long limit = System.nanoTime() + settings.patience().toNanos();
    int started = 0;
    while (opened + openFailures < connections.size()) {
      while (started < connections.size() && started - opened - openFailures < CONNECTING_AT_ONCE) {
        wire.connect(connections.get(started++));
      }
      wire.poll(1_000_000);
      if (System.nanoTime() > limit) {
        tally.error(
            "no answer to connect or greeting in " + settings.patience().toMillis() + " ms");
        openFailures = connections.size() - opened;
      }
    }
    opening = false;
    if (openFailures > 0 && (!settings.allowErrors() || opened == 0)) {
      InetSocketAddress address = settings.address();
      throw BenchFailure.failed(
          openFailures
              + " of "
              + connections.size()
              + " connections to "
              + address.getAddress().getHostAddress()
              + ":"
              + address.getPort()
              + " failed ("
              + tally.errorText()
              + "); is the server up, and are host and port right?");
    }
  }

  private Outcome drive() throws BenchFailure {
    now = System.nanoTime();
    long start = now + settings.warmUp().toNanos();
    Window window = new Window(start, start + settings.duration().toNanos());
    recorder = new Recorder(window, settings.pacing() instanceof Pacing.Open);
    Kernel kernel = wire.kernel();
    Usage before = null;
    Usage after = null;
    long limit = window.end() + settings.patience().toNanos();
    begin();
    while (!(finished() && now >= window.end()) && now < limit) {
      long wait = startDue();
      long crossing =
          now < window.start() ? window.start() : now < window.end() ? window.end() : limit;
      long sleep = Math.max(0, crossing - now);
      wire.poll(wait < 0 ? sleep : Math.min(wait, sleep));
      now = System.nanoTime();
      if (before == null && now >= window.start()) {
        before = Usage.now(kernel);
      }
      if (after == null && now >= window.end()) {
        after = Usage.now(kernel);
      }
    }
    long unanswered = finished() ? 0 : abandon();
    Usage used = before == null || after == null ? Usage.NONE : after.since(before);
    return new Outcome(recorder, tally, unanswered, payloadBytes(), used);
  }

  @Override
  public final void connected(Connection connection) throws BenchFailure {
    byte[] greeting = greeting(connection);
    if (greeting.length == 0) {
      opened(connection);
      return;
    }
    connection.state = Connection.State.GREETING;
    MemorySegment bytes = Memory.nativeCopy(greeting);
    wire.send(connection, bytes, greeting.length);
  }

  private void opened(Connection connection) throws BenchFailure {
    connection.state = Connection.State.READY;
    connection.usable = true;
    opened++;
    ready(connection);
  }

  @Override
  public final void received(Connection connection, MemorySegment buffer, long length)
      throws BenchFailure {
    try {
      long from = 0;
      if (connection.state == Connection.State.GREETING) {
        from = connection.head.accept(buffer, 0, length);
        if (from < 0) {
          return;
        }
        checkGreeting(connection);
        opened(connection);
      }
      messages(connection, buffer, from, length);
    } catch (ProtocolFailure e) {
      wire.lose(connection, String.valueOf(e.getMessage()));
    }
  }

  @Override
  public final void lost(Connection connection, String why) throws BenchFailure {
    tally.error(why);
    connection.failures++;
    if (connection.usable) {
      connection.usable = false;
      forget(connection);
      opened--;
    }
    if (opening) {
      openFailures++;
      return;
    }
    if (!settings.allowErrors()) {
      throw BenchFailure.failed(
          "connection " + connection.index + ": " + why + "; --allow-errors counts and goes on");
    }
    replace(connection);
  }
}
