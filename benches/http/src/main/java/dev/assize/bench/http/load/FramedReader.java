package dev.assize.bench.http.load;

import dev.assize.bench.http.message.MessagePattern;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Reads messages that stand between fixed bytes: a WebSocket frame's head before it, {@code data: }
 * before and an empty line after an event. Those bytes are known in advance, so that reading is
 * comparing.
 */
final class FramedReader implements MessageReader {
  private final String kind;
  private final byte[] before;
  private final byte[] after;
  private final MessagePattern pattern;

  /** The position in before + message + after. */
  private long position;

  private boolean complete;

  FramedReader(String kind, byte[] before, byte[] after, MessagePattern pattern) {
    this.kind = kind;
    this.before = before;
    this.after = after;
    this.pattern = pattern;
  }

  @Override
  public void reset() {
    position = 0;
  }

  @Override
  public boolean complete() {
    return complete;
  }

  @Override
  public long accept(MemorySegment buffer, long from, long to, long sender, long sequence)
      throws ProtocolFailure {
    complete = false;
    long at = from;
    long messageEnd = before.length + (long) pattern.bytes();
    while (at < to && position < before.length) {
      expect(before[(int) position], buffer.get(ValueLayout.JAVA_BYTE, at), sequence);
      at++;
      position++;
    }
    if (at < to && position < messageEnd) {
      pattern.select(sender, sequence);
      long length = Math.min(to - at, messageEnd - position);
      long difference = pattern.differsAt(buffer, at, length, position - before.length);
      if (difference >= 0) {
        long inBuffer = at + difference - (position - before.length);
        throw new ProtocolFailure(
            kind
                + " "
                + sequence
                + " of sender "
                + sender
                + " differs at byte "
                + difference
                + " of its payload: expected "
                + Printable.hex(pattern.at(difference))
                + ", found "
                + Printable.hex(buffer.get(ValueLayout.JAVA_BYTE, inBuffer)));
      }
      at += length;
      position += length;
    }
    while (at < to && position >= messageEnd && position < messageEnd + after.length) {
      expect(after[(int) (position - messageEnd)], buffer.get(ValueLayout.JAVA_BYTE, at), sequence);
      at++;
      position++;
    }
    if (position == messageEnd + after.length) {
      position = 0;
      complete = true;
    }
    return at;
  }

  private void expect(byte expected, byte found, long sequence) throws ProtocolFailure {
    if (expected != found) {
      throw new ProtocolFailure(
          kind
              + " "
              + sequence
              + " differs at byte "
              + position
              + " of its frame: expected "
              + Printable.hex(expected)
              + ", found "
              + Printable.hex(found));
    }
  }
}
