package dev.assize.bench.http.load;

import dev.assize.bench.http.message.BenchFailure;
import dev.assize.bench.http.message.Documents;
import java.lang.foreign.MemorySegment;
import java.util.function.IntFunction;

/**
 * Requests and echoes: each connection has at most one exchange under way, and any free connection
 * takes the next one that is due.
 *
 * <p>At a constant rate the k-th exchange is due at a time that the schedule alone decides. When no
 * connection is free it waits, and its latency counts from when it was due: a server that stalls
 * can't hide the requests that it kept from being sent.
 */
final class ExchangeDriver extends Driver {
  private static final byte[] NONE = {};
  private static final int FAILURES_IN_A_ROW = 10;

  private final Sender sender;
  private final long payload;

  /** Free connections, the one that is free for the longest first. */
  private final int[] free;

  private int freeHead;
  private int freeCount;
  private int busyCount;
  private long begin;
  private long next;
  private long total = Long.MAX_VALUE;

  ExchangeDriver(RunSettings settings) throws BenchFailure {
    this(settings, Sender.of(settings));
  }

  private ExchangeDriver(RunSettings settings, Sender sender) throws BenchFailure {
    super(settings, settings.connections(), readers(settings, sender));
    this.sender = sender;
    free = new int[settings.connections()];
    payload =
        switch (settings.scenario()) {
          case GET_JSON -> Documents.small().length;
          case GET_JSON_64K -> Documents.LARGE_BYTES;
          default -> settings.messageBytes();
        };
  }

  private static IntFunction<MessageReader> readers(RunSettings settings, Sender sender) {
    return switch (settings.scenario()) {
      case GET_JSON, GET_JSON_64K -> {
        boolean large = settings.scenario() == LoadScenario.GET_JSON_64K;
        KnownResponse known = new KnownResponse(large ? Documents.large() : Documents.small());
        yield index -> new ResponseReader(known);
      }
      default -> index -> sender.frames().reader();
    };
  }

  private boolean webSocket() {
    return sender instanceof Sender.Frames;
  }

  @Override
  byte[] greeting(Connection connection) {
    return webSocket() ? Handshake.upgrade(settings) : NONE;
  }

  @Override
  void checkGreeting(Connection connection) throws ProtocolFailure {
    Handshake.checkUpgrade(connection.head);
  }

  @Override
  void ready(Connection connection) throws BenchFailure {
    connection.busy = false;
    connection.freeSince = System.nanoTime();
    boolean open = settings.pacing() instanceof Pacing.Open;
    if (!open && begin != 0 && connection.freeSince < recorder.window().end()) {
      start(connection, connection.freeSince);
    } else {
      release(connection);
    }
  }

  private void release(Connection connection) {
    free[(freeHead + freeCount) % free.length] = connection.index;
    freeCount++;
  }

  private Connection take() {
    Connection connection = connections.get(free[freeHead]);
    freeHead = (freeHead + 1) % free.length;
    freeCount--;
    return connection;
  }

  @Override
  void begin() throws BenchFailure {
    begin = now;
    if (settings.pacing() instanceof Pacing.Open open) {
      total = open.dueBefore(begin, recorder.window().end());
      return;
    }
    while (freeCount > 0) {
      start(take(), System.nanoTime());
    }
  }

  private void start(Connection connection, long intended) throws BenchFailure {
    connection.busy = true;
    connection.intended = intended;
    busyCount++;
    sender.send(wire, connection);
  }

  private void startDue(Connection connection, Pacing.Open open, long instant) throws BenchFailure {
    long intended = open.due(begin, next++);
    if (recorder.window().contains(intended)) {
      tally.started(instant - Math.max(intended, connection.freeSince));
    }
    start(connection, intended);
  }

  @Override
  long startDue() throws BenchFailure {
    if (!(settings.pacing() instanceof Pacing.Open open)) {
      return -1;
    }
    long instant = now;
    while (next < total && freeCount > 0) {
      long wait = open.due(begin, next) - instant;
      if (wait > 0) {
        instant = System.nanoTime();
        wait = open.due(begin, next) - instant;
        if (wait > 0) {
          now = instant;
          return wait;
        }
      }
      Connection connection = take();
      if (connection.fd >= 0) {
        startDue(connection, open, instant);
      }
    }
    return -1;
  }

  @Override
  void messages(Connection connection, MemorySegment buffer, long from, long to)
      throws ProtocolFailure, BenchFailure {
    if (!connection.busy) {
      if (to > from) {
        throw new ProtocolFailure("expected no bytes without a request, found " + (to - from));
      }
      return;
    }
    MessageReader reader = connection.reader;
    long at = reader.accept(buffer, from, to, connection.index, connection.sequence);
    if (at < to) {
      throw new ProtocolFailure("expected no bytes past the answer, found " + (to - at));
    }
    if (!reader.complete()) {
      return;
    }
    long end = System.nanoTime();
    recorder.answered(connection.intended, end);
    connection.failures = 0;
    connection.sequence++;
    connection.busy = false;
    busyCount--;
    if (settings.pacing() instanceof Pacing.Open open) {
      connection.freeSince = end;
      if (freeCount == 0 && next < total && open.due(begin, next) <= end) {
        startDue(connection, open, end);
      } else {
        release(connection);
      }
    } else if (end < recorder.window().end()) {
      start(connection, end);
    }
  }

  @Override
  void forget(Connection connection) {
    if (connection.busy) {
      connection.busy = false;
      busyCount--;
    }
    removeFree(connection);
  }

  @Override
  void replace(Connection connection) throws BenchFailure {
    if (connection.failures < FAILURES_IN_A_ROW) {
      wire.connect(connection);
    } else if (connections.stream().allMatch(c -> c.fd < 0)) {
      throw BenchFailure.failed("every connection failed (" + tally.errorText() + ")");
    }
  }

  private void removeFree(Connection connection) {
    int kept = 0;
    for (int i = 0; i < freeCount; i++) {
      int index = free[(freeHead + i) % free.length];
      if (index != connection.index) {
        free[(freeHead + kept++) % free.length] = index;
      }
    }
    freeCount = kept;
  }

  @Override
  boolean finished() {
    return busyCount == 0 && (total == Long.MAX_VALUE || next >= total);
  }

  @Override
  long abandon() {
    long unanswered = 0;
    for (Connection connection : connections) {
      if (connection.busy) {
        recorder.unanswered(connection.intended, now);
        unanswered++;
      }
    }
    if (settings.pacing() instanceof Pacing.Open open) {
      for (; next < total; next++) {
        recorder.unanswered(open.due(begin, next), now);
        unanswered++;
      }
    }
    return unanswered;
  }

  @Override
  long payloadBytes() {
    return payload;
  }
}
