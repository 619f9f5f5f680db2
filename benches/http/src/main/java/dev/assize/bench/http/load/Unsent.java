package dev.assize.bench.http.load;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Bytes that a socket did not take yet, in the order in which they go. */
final class Unsent {
  private MemorySegment memory = MemorySegment.NULL;
  private long from;
  private long to;

  boolean isEmpty() {
    return from == to;
  }

  long address() {
    return memory.address() + from;
  }

  long length() {
    return to - from;
  }

  /** Adds a copy of a piece at the end. */
  void add(MemorySegment bytes, long start, long end) {
    long length = end - start;
    if (memory.byteSize() - to < length) {
      makeRoom(length);
    }
    MemorySegment.copy(bytes, start, memory, to, length);
    to += length;
  }

  /** Moves what waits to the start, of memory at least twice as large as what is then in it. */
  private void makeRoom(long length) {
    long waiting = to - from;
    MemorySegment larger = Arena.ofAuto().allocate(Math.max(4096, 2 * (waiting + length)));
    MemorySegment.copy(memory, from, larger, 0, waiting);
    memory = larger;
    from = 0;
    to = waiting;
  }

  /** The socket took so many of them. */
  void sent(long length) {
    from += length;
    if (from == to) {
      clear();
    }
  }

  void clear() {
    memory = MemorySegment.NULL;
    from = 0;
    to = 0;
  }
}
