package dev.assize.bench.http.load;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Takes the chunked transfer coding off a stream of events, wherever the chunks are cut. */
final class ChunkedReader implements MessageReader {
  private enum Part {
    SIZE,
    DATA,
    CR,
    LF
  }

  private final FramedReader events;
  private Part part = Part.SIZE;
  private long size;
  private int digits;

  ChunkedReader(FramedReader events) {
    this.events = events;
  }

  @Override
  public void reset() {
    events.reset();
    part = Part.SIZE;
    size = 0;
    digits = 0;
  }

  @Override
  public boolean complete() {
    return events.complete();
  }

  @Override
  public long accept(MemorySegment buffer, long from, long to, long sender, long sequence)
      throws ProtocolFailure {
    long at = from;
    // An empty read clears what the last message left in complete().
    events.accept(buffer, at, at, sender, sequence);
    while (at < to) {
      if (part == Part.DATA) {
        long end = Math.min(to, at + size);
        long next = events.accept(buffer, at, end, sender, sequence);
        size -= next - at;
        at = next;
        if (size == 0) {
          part = Part.CR;
        }
        if (events.complete()) {
          return at;
        }
      } else {
        framing(buffer.get(ValueLayout.JAVA_BYTE, at));
        at++;
      }
    }
    return at;
  }

  private void framing(byte found) throws ProtocolFailure {
    switch (part) {
      case SIZE -> {
        int digit = Character.digit(found, 16);
        if (digit >= 0 && digits < 8) {
          size = size * 16 + digit;
          digits++;
        } else if (found == '\n' && digits > 0) {
          if (size == 0) {
            throw new ProtocolFailure("expected more events, found the end of the stream");
          }
          digits = 0;
          part = Part.DATA;
        } else if (found != '\r') {
          throw new ProtocolFailure("expected a chunk size, found " + Printable.hex(found));
        }
      }
      case CR -> part = expect(found, '\r', Part.LF);
      case LF -> part = expect(found, '\n', Part.SIZE);
      case DATA -> throw new IllegalStateException("data is not framing");
    }
  }

  private static Part expect(byte found, char expected, Part next) throws ProtocolFailure {
    if (found != expected) {
      throw new ProtocolFailure("expected a line end after a chunk, found " + Printable.hex(found));
    }
    return next;
  }
}
