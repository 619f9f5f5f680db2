package dev.assize.linux;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * What listening for taskstats adds to a launch: launches of {@code true} (1,000 a side, or the
 * count given) in blocks of 10 with and without, which goes first changes from block to block.
 * Prints the median wall times, their ratio, and what it takes to open, read and close a listener.
 *
 * <pre>
 * mvn -q -pl linux -am test-compile
 * java -cp linux/target/classes:linux/target/test-classes --enable-native-access=ALL-UNNAMED \
 *     dev.assize.linux.TaskStatsBenchmark 1000
 * </pre>
 */
final class TaskStatsBenchmark {
  private static final int WARMUPS = 300;
  private static final int BLOCK = 10;
  private static final String TRUE = "/usr/bin/true";

  private TaskStatsBenchmark() {}

  /** Prints three lines. */
  public static void main(String[] arguments) throws IOException {
    int count = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1000;
    LongStream.Builder with = LongStream.builder();
    LongStream.Builder without = LongStream.builder();
    LongStream.Builder around = LongStream.builder();
    try (Prepared launch = Spawn.of(TRUE, List.of(TRUE)).prepare()) {
      for (int i = 0; i < WARMUPS; i++) {
        launch.launchAndWait(Supervision.none());
      }
      for (int block = 0; block < Math.ceilDiv(count, BLOCK); block++) {
        for (int turn = 0; turn < 2; turn++) {
          boolean listens = (block + turn) % 2 == 0;
          long begin = System.nanoTime();
          Optional<TaskStats> stats = listens ? Optional.of(TaskStats.listen()) : Optional.empty();
          long opened = System.nanoTime();
          for (int i = 0; i < BLOCK; i++) {
            (listens ? with : without).add(launch.launchAndWait(Supervision.none()).wallNanos());
          }
          if (stats.isPresent()) {
            long ended = System.nanoTime();
            if (stats.get().take().orElseThrow().size() < BLOCK) {
              throw new IOException("expected a record of each launch");
            }
            stats.get().close();
            around.add(opened - begin + System.nanoTime() - ended);
          }
        }
      }
    }
    long[] listening = sorted(with);
    long[] not = sorted(without);
    print("with taskstats", listening);
    print("without", not);
    System.out.printf(
        "ratio of medians %.3f; opening, reading %d records and closing: median %.0f us%n",
        (double) at(listening, 50) / at(not, 50), BLOCK, at(sorted(around), 50) / 1e3);
  }

  private static long[] sorted(LongStream.Builder values) {
    long[] sorted = values.build().toArray();
    Arrays.sort(sorted);
    return sorted;
  }

  private static void print(String name, long[] wall) {
    System.out.printf(
        "%-14s n=%d wall ns: median=%d p5=%d p95=%d%n",
        name, wall.length, at(wall, 50), at(wall, 5), at(wall, 95));
  }

  private static long at(long[] sorted, int percent) {
    return sorted[(sorted.length - 1) * percent / 100];
  }
}
