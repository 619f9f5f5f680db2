package dev.assize.bench.http.load;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Copies between the heap and memory that the kernel can be handed. */
final class Memory {
  private Memory() {}

  static MemorySegment nativeCopy(byte[] bytes) {
    MemorySegment copy = Arena.ofAuto().allocate(Math.max(1, bytes.length));
    MemorySegment.copy(bytes, 0, copy, ValueLayout.JAVA_BYTE, 0, bytes.length);
    return copy;
  }
}
