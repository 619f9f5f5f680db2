package dev.assize.bench.http.load;

import dev.assize.bench.http.message.BenchFailure;
import dev.assize.bench.http.message.MessagePattern;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;

/**
 * One publisher, many subscribers, each of which must get every message, in order, byte for byte.
 * On the hub the publisher is subscriber 0; for events it is a connection more that posts them. A
 * latency is that of one delivery, from when its message should have been published.
 */
final class FanoutDriver extends Driver {
  /** Messages that may be under way; a power of two. More wait, and their waiting counts. */
  private static final int MOST_UNDER_WAY = 1 << 16;

  private static final long PUBLISHER = 0;
  private static final byte[] NONE = {};

  private final boolean events;
  private final int subscribers;
  private final MessagePattern pattern;
  private final Sender.Frames frames;
  private final MemorySegment post;
  private final int postHead;
  private final long[] intended = new long[MOST_UNDER_WAY];
  private final int[] missing = new int[MOST_UNDER_WAY];

  private int live;
  private long begin;
  private long published;

  /** Every message before this one has reached every subscriber. */
  private long delivered;

  private long total = Long.MAX_VALUE;

  FanoutDriver(RunSettings settings) throws BenchFailure {
    this(settings, new MessagePattern(settings.messageBytes()));
  }

  private FanoutDriver(RunSettings settings, MessagePattern pattern) throws BenchFailure {
    this(settings, pattern, new Sender.Frames(pattern));
  }

  private FanoutDriver(RunSettings settings, MessagePattern pattern, Sender.Frames frames)
      throws BenchFailure {
    super(
        settings,
        settings.connections() + (settings.scenario() == LoadScenario.SSE_FANOUT ? 1 : 0),
        readers(settings, pattern, frames));
    this.pattern = pattern;
    this.frames = frames;
    events = settings.scenario() == LoadScenario.SSE_FANOUT;
    subscribers = settings.connections();
    byte[] head = Handshake.publish(settings);
    postHead = head.length;
    post = Arena.ofAuto().allocate(postHead + (long) pattern.bytes());
    MemorySegment.copy(head, 0, post, ValueLayout.JAVA_BYTE, 0, head.length);
  }

  private static IntFunction<MessageReader> readers(
      RunSettings settings, MessagePattern pattern, Sender.Frames frames) {
    if (settings.scenario() != LoadScenario.SSE_FANOUT) {
      return index -> frames.reader();
    }
    KnownResponse accepted = new KnownResponse(NONE);
    byte[] before = "data: ".getBytes(StandardCharsets.US_ASCII);
    byte[] after = "\n\n".getBytes(StandardCharsets.US_ASCII);
    return index ->
        index == settings.connections()
            ? new ResponseReader(accepted)
            : new ChunkedReader(new FramedReader("event", before, after, pattern));
  }

  private Connection publisher() {
    return connections.get(events ? subscribers : 0);
  }

  private boolean subscribes(Connection connection) {
    return connection.index < subscribers;
  }

  @Override
  byte[] greeting(Connection connection) {
    if (!events) {
      return Handshake.upgrade(settings);
    }
    return subscribes(connection) ? Handshake.subscribe(settings) : NONE;
  }

  @Override
  void checkGreeting(Connection connection) throws ProtocolFailure {
    if (events) {
      Handshake.checkSubscription(connection.head);
    } else {
      Handshake.checkUpgrade(connection.head);
    }
  }

  @Override
  void ready(Connection connection) {
    live += subscribes(connection) ? 1 : 0;
  }

  @Override
  void begin() throws BenchFailure {
    begin = now;
    requirePublisher();
    if (settings.pacing() instanceof Pacing.Open open) {
      total = open.dueBefore(begin, recorder.window().end());
    }
  }

  private void requirePublisher() throws BenchFailure {
    if (publisher().fd < 0) {
      throw BenchFailure.failed("the publisher's connection failed (" + tally.errorText() + ")");
    }
  }

  @Override
  long startDue() throws BenchFailure {
    return switch (settings.pacing()) {
      case Pacing.Closed closed -> {
        while (published - delivered < closed.inFlight() && now < recorder.window().end()) {
          publish(System.nanoTime());
        }
        yield -1;
      }
      case Pacing.Open open -> publishDue(open);
    };
  }

  private long publishDue(Pacing.Open open) throws BenchFailure {
    while (published < total && published - delivered < MOST_UNDER_WAY) {
      long due = open.due(begin, published);
      now = System.nanoTime();
      if (due > now) {
        return due - now;
      }
      if (recorder.window().contains(due)) {
        // Late by the server's doing while earlier bytes wait for its window to open.
        tally.started(publisher().unsent.isEmpty() ? now - due : 0);
      }
      publish(due);
    }
    return -1;
  }

  private void publish(long due) throws BenchFailure {
    int slot = (int) (published & (MOST_UNDER_WAY - 1));
    intended[slot] = due;
    missing[slot] = live;
    Connection publisher = publisher();
    if (events) {
      pattern.select(PUBLISHER, published);
      pattern.copyTo(post, postHead);
      published++;
      wire.send(publisher, post, post.byteSize());
    } else {
      frames.send(wire, PUBLISHER, published, publisher);
      published++;
    }
  }

  @Override
  void messages(Connection connection, MemorySegment buffer, long from, long to)
      throws ProtocolFailure {
    long at = from;
    MessageReader reader = connection.reader;
    while (at < to) {
      if (subscribes(connection) && connection.sequence >= published && !framing(reader)) {
        throw new ProtocolFailure(
            "expected no message past number " + (published - 1) + ", found one more");
      }
      at = reader.accept(buffer, at, to, PUBLISHER, connection.sequence);
      if (reader.complete()) {
        if (subscribes(connection)) {
          arrived(connection.sequence);
        }
        connection.sequence++;
      }
    }
  }

  /** A chunk's last line end may come after its message was complete. */
  private static boolean framing(MessageReader reader) {
    return reader instanceof ChunkedReader;
  }

  private void arrived(long sequence) {
    int slot = (int) (sequence & (MOST_UNDER_WAY - 1));
    recorder.answered(intended[slot], System.nanoTime());
    missing[slot]--;
    advance();
  }

  private void advance() {
    while (delivered < published && missing[(int) (delivered & (MOST_UNDER_WAY - 1))] <= 0) {
      delivered++;
    }
  }

  @Override
  void forget(Connection connection) {
    if (!subscribes(connection)) {
      return;
    }
    live--;
    // Nobody waits any more for what this one did not get.
    for (long sequence = connection.sequence; sequence < published; sequence++) {
      missing[(int) (sequence & (MOST_UNDER_WAY - 1))]--;
    }
    advance();
  }

  @Override
  void replace(Connection connection) throws BenchFailure {
    requirePublisher();
    if (live == 0) {
      throw BenchFailure.failed("every subscriber failed (" + tally.errorText() + ")");
    }
  }

  @Override
  boolean finished() {
    return delivered == published && (total == Long.MAX_VALUE || published >= total);
  }

  @Override
  long abandon() {
    long unanswered = 0;
    for (; delivered < published; delivered++) {
      int slot = (int) (delivered & (MOST_UNDER_WAY - 1));
      for (int lost = 0; lost < missing[slot]; lost++) {
        recorder.unanswered(intended[slot], now);
        unanswered++;
      }
    }
    if (settings.pacing() instanceof Pacing.Open open) {
      for (; published < total; published++) {
        for (int lost = 0; lost < live; lost++) {
          recorder.unanswered(open.due(begin, published), now);
          unanswered++;
        }
      }
    }
    return unanswered;
  }

  @Override
  long payloadBytes() {
    return pattern.bytes();
  }
}
