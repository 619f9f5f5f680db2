package dev.assize.linux;

import java.util.Arrays;
import java.util.List;

/**
 * Launches {@code true} 1,000 times (or the count given as the first argument) and prints the
 * median wall time in nanoseconds. Run beside {@code hyperfine -N}:
 *
 * <pre>
 * mvn -q -pl linux -am test-compile
 * java -cp linux/target/classes:linux/target/test-classes --enable-native-access=ALL-UNNAMED \
 *     dev.assize.linux.LaunchBenchmark 1000
 * hyperfine -N --warmup 100 --runs 1000 --export-json times.json true
 * </pre>
 */
final class LaunchBenchmark {
  private static final int WARMUPS = 500;

  private LaunchBenchmark() {}

  /**
   * Prints count, median, and the 5th and 95th percentile of the wall, and median user and system.
   */
  public static void main(String[] arguments) throws LinuxException {
    int count = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1000;
    Supervision supervision =
        arguments.length > 1
            ? Supervision.timeout(
                java.time.Duration.ofSeconds(Long.parseLong(arguments[1])), java.time.Duration.ZERO)
            : Supervision.none();
    Spawn spawn =
        Spawn.of("/usr/bin/true", List.of("true"))
            .withEnvironment(
                System.getenv().entrySet().stream()
                    .map(e -> e.getKey() + "=" + e.getValue())
                    .toList());
    long[] wall = new long[count];
    long[] user = new long[count];
    long[] system = new long[count];
    try (Prepared prepared = spawn.prepare()) {
      for (int i = -WARMUPS; i < count; i++) {
        Completion completion = prepared.launchAndWait(supervision);
        if (i >= 0) {
          wall[i] = completion.wallNanos();
          user[i] = completion.usage().userNanos();
          system[i] = completion.usage().systemNanos();
        }
      }
    }
    System.out.printf(
        "n=%d median=%d p5=%d p95=%d user=%d system=%d%n",
        count, at(wall, 50), at(wall, 5), at(wall, 95), at(user, 50), at(system, 50));
  }

  private static long at(long[] values, int percent) {
    Arrays.sort(values);
    return values[(values.length - 1) * percent / 100];
  }
}
