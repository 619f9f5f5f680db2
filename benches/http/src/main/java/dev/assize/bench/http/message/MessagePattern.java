package dev.assize.bench.http.message;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The bytes of one message: the sender's number and the sequence as 16 hexadecimal digits each,
 * then printable filler whose phase depends on both. A byte changed, a message lost, doubled, cut
 * short or delivered to the wrong place differs from what is expected in at least one byte.
 *
 * <p>Printable, so that a message is also the text of a server-sent event. Filler is cut from one
 * table at multiples of 4, so that a WebSocket sender can mask the table once instead of every
 * message.
 *
 * <p>For one thread.
 */
public final class MessagePattern {
  /** Bytes of the two numbers; a message is at least this long. */
  public static final int HEADER_BYTES = 32;

  /** The longest message: 1 MiB. */
  public static final int MAX_BYTES = 1 << 20;

  private static final int PHASES = 4093;
  private static final byte[] HEX = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
  };
  private static final long WEYL = 0x9E3779B97F4A7C15L;

  private final int bytes;
  private final MemorySegment table;
  private final MemorySegment header;
  private long phase;
  private long selectedSender = -1;
  private long selectedSequence = -1;

  /**
   * @param bytes length of a message, {@value #HEADER_BYTES} to {@value #MAX_BYTES}
   */
  public MessagePattern(int bytes) {
    if (bytes < HEADER_BYTES || bytes > MAX_BYTES) {
      throw new IllegalArgumentException(
          "expected a message of " + HEADER_BYTES + " to " + MAX_BYTES + " bytes, found " + bytes);
    }
    this.bytes = bytes;
    table = Arena.ofAuto().allocate(bytes + 4L * PHASES);
    header = Arena.ofAuto().allocate(HEADER_BYTES, 8);
    long state = 0;
    for (long at = 0; at < table.byteSize(); at++) {
      state += WEYL;
      long mixed = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
      // 64 printable characters from '0' (48) to 'o' (111): none is a line feed.
      table.set(ValueLayout.JAVA_BYTE, at, (byte) ('0' + (mixed >>> 58)));
    }
  }

  public int bytes() {
    return bytes;
  }

  /** Selects the message that {@link #header}, {@link #filler} and {@link #differsAt} speak of. */
  public void select(long sender, long sequence) {
    if (sender == selectedSender && sequence == selectedSequence) {
      return;
    }
    selectedSender = sender;
    selectedSequence = sequence;
    hex(sender, 0);
    hex(sequence, 16);
    phase = Long.remainderUnsigned(sender * 31 + sequence, PHASES) * 4;
  }

  private void hex(long value, int at) {
    for (int digit = 15; digit >= 0; digit--) {
      header.set(ValueLayout.JAVA_BYTE, at + digit, HEX[(int) (value & 15)]);
      value >>>= 4;
    }
  }

  /** The two numbers of the selected message. */
  public MemorySegment header() {
    return header;
  }

  /** The table that filler is cut from. */
  public MemorySegment table() {
    return table;
  }

  /** Where in {@link #table} the filler of the selected message starts; a multiple of 4. */
  public long filler() {
    return phase;
  }

  /** Writes the selected message. */
  public void copyTo(MemorySegment target, long at) {
    MemorySegment.copy(header, 0, target, at, HEADER_BYTES);
    MemorySegment.copy(table, phase, target, at + HEADER_BYTES, bytes - HEADER_BYTES);
  }

  /** The expected byte of the selected message at a position. */
  public byte at(long position) {
    return position < HEADER_BYTES
        ? header.get(ValueLayout.JAVA_BYTE, position)
        : table.get(ValueLayout.JAVA_BYTE, phase + position - HEADER_BYTES);
  }

  /**
   * Compares a piece of the selected message.
   *
   * @param position where in the message the piece starts
   * @return the position in the message of the first byte that differs, or -1
   */
  public long differsAt(MemorySegment found, long from, long length, long position) {
    long inHeader = Math.min(Math.max(0, HEADER_BYTES - position), length);
    if (inHeader > 0) {
      long difference =
          MemorySegment.mismatch(
              found, from, from + inHeader, header, position, position + inHeader);
      if (difference >= 0) {
        return position + difference;
      }
    }
    long rest = length - inHeader;
    if (rest > 0) {
      long cut = phase + position + inHeader - HEADER_BYTES;
      long start = from + inHeader;
      long difference = MemorySegment.mismatch(found, start, start + rest, table, cut, cut + rest);
      if (difference >= 0) {
        return position + inHeader + difference;
      }
    }
    return -1;
  }
}
