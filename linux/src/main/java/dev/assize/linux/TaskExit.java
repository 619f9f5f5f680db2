package dev.assize.linux;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The end of one thread, as the kernel recorded it: {@code struct taskstats} of {@code
 * linux/taskstats.h}. A process ends with the last of its threads.
 *
 * @param pid the thread's id; that of the process for its first thread
 * @param parent the process that was the parent at the end; that which adopted it, for an orphan
 * @param executed whether the thread called exec. One that was only forked may still have been in
 *     the address space of its parent ({@code vfork}, {@code posix_spawn})
 * @param peakRssBytes the peak resident set of the address space that it ended in; not of one that
 *     it left by exec. Counted by the kernel per processor, so that it may lag by some 100 KiB
 */
public record TaskExit(int pid, int parent, boolean executed, long peakRssBytes) {
  /** Fields were put into the middle in version 15 alone, and moved to the end by version 16. */
  private static final int TORN_VERSION = 15;

  /** The first version with the extended accounting fields. */
  private static final int FIRST_VERSION = 4;

  private static final int VERSION = 0;
  private static final int FLAGS = 8;
  private static final int PID = 128;
  private static final int PARENT = 132;
  private static final int PEAK_RSS_KIB = 200;
  private static final int KNOWN_BYTES = 208;

  /** AFORK of {@code linux/acct.h}: forked, and no exec since. */
  private static final int FORKED_ONLY = 1;

  /** Empty when the structure is of a version that has not these fields in these places. */
  static Optional<TaskExit> decode(ByteBuffer stats) {
    if (stats.limit() < KNOWN_BYTES) {
      return Optional.empty();
    }
    int version = Short.toUnsignedInt(stats.getShort(VERSION));
    if (version < FIRST_VERSION || version == TORN_VERSION) {
      return Optional.empty();
    }
    return Optional.of(
        new TaskExit(
            stats.getInt(PID),
            stats.getInt(PARENT),
            (stats.get(FLAGS) & FORKED_ONLY) == 0,
            stats.getLong(PEAK_RSS_KIB) * 1024));
  }
}
