package dev.assize.bench.http.load;

/** The state of one connection. Plain fields: one thread owns all connections. */
final class Connection {
  enum State {
    CLOSED,
    CONNECTING,
    GREETING,
    READY
  }

  final int index;
  final HeadReader head = new HeadReader();
  final MessageReader reader;

  State state = State.CLOSED;
  int fd = -1;

  /** Connected and greeted. */
  boolean usable;

  /** An exchange is under way. */
  boolean busy;

  /** When the exchange under way should have started, in CLOCK_MONOTONIC nanoseconds. */
  long intended;

  /** Since when no exchange is under way. */
  long freeSince;

  /** The message that is sent or expected next. */
  long sequence;

  /** Failures in a row; a connection that only fails is given up. */
  int failures;

  /** What the socket did not take yet. */
  final Unsent unsent = new Unsent();

  Connection(int index, MessageReader reader) {
    this.index = index;
    this.reader = reader;
  }
}
