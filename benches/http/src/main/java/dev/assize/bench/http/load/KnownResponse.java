package dev.assize.bench.http.load;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * The expected body, and the last whole response that was read in full and found right. A response
 * equal to that one needs no parsing: one vectorised comparison checks head and body.
 */
final class KnownResponse {
  private final MemorySegment body;
  private @Nullable MemorySegment whole;

  KnownResponse(byte[] body) {
    this.body = nativeCopy(body);
  }

  private static MemorySegment nativeCopy(byte[] bytes) {
    MemorySegment copy = Arena.ofAuto().allocate(Math.max(1, bytes.length));
    MemorySegment.copy(bytes, 0, copy, ValueLayout.JAVA_BYTE, 0, bytes.length);
    return copy.asSlice(0, bytes.length);
  }

  MemorySegment body() {
    return body;
  }

  @Nullable MemorySegment whole() {
    return whole;
  }

  /** Remembers a response whose head and body were checked. */
  void learn(byte[] head) {
    MemorySegment learnt = Arena.ofAuto().allocate(head.length + body.byteSize());
    MemorySegment.copy(head, 0, learnt, ValueLayout.JAVA_BYTE, 0, head.length);
    MemorySegment.copy(body, 0, learnt, head.length, body.byteSize());
    whole = learnt;
  }
}
