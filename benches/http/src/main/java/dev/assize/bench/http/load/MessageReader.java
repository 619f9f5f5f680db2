package dev.assize.bench.http.load;

import java.lang.foreign.MemorySegment;

/** Reads the messages of one connection and compares every byte with what is expected. */
sealed interface MessageReader permits ResponseReader, FramedReader, ChunkedReader {
  /** Forgets a message read in part, for a new connection. */
  void reset();

  /**
   * Reads up to the end of one message.
   *
   * @param sender the sender of the message that is expected
   * @param sequence its number
   * @return where the next message starts; {@link #complete} says whether one ended there
   * @throws ProtocolFailure a byte differs
   */
  long accept(MemorySegment buffer, long from, long to, long sender, long sequence)
      throws ProtocolFailure;

  /** True when the last {@link #accept} reached the end of a message. */
  boolean complete();
}
