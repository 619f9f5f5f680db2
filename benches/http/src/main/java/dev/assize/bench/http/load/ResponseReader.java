package dev.assize.bench.http.load;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * Reads HTTP/1.1 responses with a content length. The usual response is compared as a whole with
 * the one before it; any other is parsed (a Date field changes each second).
 */
final class ResponseReader implements MessageReader {
  private final KnownResponse known;
  private final HeadReader head = new HeadReader();

  /** Bytes of the known response that this one has equalled so far. */
  private long matched;

  private boolean parsing;
  private boolean inBody;
  private long bodyAt;
  private boolean complete;

  ResponseReader(KnownResponse known) {
    this.known = known;
  }

  @Override
  public void reset() {
    matched = 0;
    parsing = false;
    inBody = false;
    bodyAt = 0;
    head.reset();
  }

  @Override
  public boolean complete() {
    return complete;
  }

  @Override
  public long accept(MemorySegment buffer, long from, long to, long sender, long sequence)
      throws ProtocolFailure {
    complete = false;
    if (!parsing) {
      MemorySegment whole = known.whole();
      if (whole != null) {
        long length = Math.min(to - from, whole.byteSize() - matched);
        if (MemorySegment.mismatch(buffer, from, from + length, whole, matched, matched + length)
            < 0) {
          matched += length;
          if (matched == whole.byteSize()) {
            matched = 0;
            complete = true;
          }
          return from + length;
        }
      }
      startParsing(whole);
    }
    return parse(buffer, from, to);
  }

  /** Parses what equalled the known response until now. */
  private void startParsing(@Nullable MemorySegment whole) throws ProtocolFailure {
    long replay = matched;
    reset();
    parsing = true;
    if (whole != null && replay > 0) {
      parse(whole, 0, replay);
    }
  }

  private long parse(MemorySegment buffer, long from, long to) throws ProtocolFailure {
    long at = from;
    if (!inBody) {
      at = head.accept(buffer, from, to);
      if (at < 0) {
        return to;
      }
      checkHead();
      inBody = true;
    }
    MemorySegment body = known.body();
    long length = Math.min(to - at, body.byteSize() - bodyAt);
    long difference =
        MemorySegment.mismatch(buffer, at, at + length, body, bodyAt, bodyAt + length);
    if (difference >= 0) {
      throw new ProtocolFailure(
          "response body differs at byte "
              + (bodyAt + difference)
              + ": expected "
              + Printable.hex(body.get(ValueLayout.JAVA_BYTE, bodyAt + difference))
              + ", found "
              + Printable.hex(buffer.get(ValueLayout.JAVA_BYTE, at + difference)));
    }
    bodyAt += length;
    if (bodyAt == body.byteSize()) {
      known.learn(head.bytes());
      reset();
      complete = true;
    }
    return at + length;
  }

  private void checkHead() throws ProtocolFailure {
    head.expectStatus(200);
    String length = head.field("content-length");
    String expected = String.valueOf(known.body().byteSize());
    if (!expected.equals(length)) {
      throw new ProtocolFailure(
          "expected a response of 'Content-Length: "
              + expected
              + "', found "
              + (length == null ? "none" : "'" + Printable.shorten(length) + "'"));
    }
  }
}
