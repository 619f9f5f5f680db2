package dev.assize.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * Launches {@code true} 1,000 times (or the count given as the first argument), in blocks of 100
 * that alternate with {@code hyperfine -N}, and prints the median wall times and their ratio. Which
 * goes first changes from block to block.
 *
 * <pre>
 * mvn -q -pl linux -am test-compile
 * java -cp linux/target/classes:linux/target/test-classes --enable-native-access=ALL-UNNAMED \
 *     dev.assize.linux.LaunchBenchmark 1000
 * </pre>
 *
 * A second argument gives a timeout in seconds, which adds a poll of a pidfd to each wait.
 */
final class LaunchBenchmark {
  private static final int WARMUPS = 200;
  private static final int BLOCK = 100;
  private static final String TRUE = "/usr/bin/true";
  private static final Pattern NUMBER = Pattern.compile("[0-9.e-]+");

  private LaunchBenchmark() {}

  /** Prints one line for each side, and the ratio. */
  public static void main(String[] arguments) throws IOException {
    int count = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1000;
    Supervision supervision =
        arguments.length > 1
            ? Supervision.timeout(Duration.ofSeconds(Long.parseLong(arguments[1])), Duration.ZERO)
            : Supervision.none();
    List<String> environment =
        System.getenv().entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList();
    Path json = Files.createTempFile("hyperfine", ".json");
    Spawn hyperfine =
        Spawn.of(
                Executables.resolve("hyperfine", System.getenv("PATH")).toString(),
                List.of(
                    "hyperfine",
                    "-N",
                    "--warmup=5",
                    "--runs=" + BLOCK,
                    "--export-json=" + json,
                    TRUE))
            .withEnvironment(environment);
    List<Long> ours = new ArrayList<>();
    List<Long> theirs = new ArrayList<>();
    List<Long> ourCpu = new ArrayList<>();
    List<Long> theirCpu = new ArrayList<>();
    try (Prepared launch = Spawn.of(TRUE, List.of(TRUE)).withEnvironment(environment).prepare();
        Prepared other = hyperfine.prepare()) {
      for (int i = 0; i < WARMUPS; i++) {
        launch.launchAndWait(supervision);
      }
      for (int block = 0; block < Math.ceilDiv(count, BLOCK); block++) {
        for (int turn = 0; turn < 2; turn++) {
          if ((block + turn) % 2 == 0) {
            for (int i = 0; i < BLOCK; i++) {
              Completion completion = launch.launchAndWait(supervision);
              ours.add(completion.wallNanos());
              ourCpu.add(completion.usage().userNanos() + completion.usage().systemNanos());
            }
          } else {
            if (!other.launchAndWait(Supervision.none()).status().isSuccess()) {
              throw new IOException("hyperfine failed");
            }
            String text = Files.readString(json);
            theirs.addAll(nanos(text, "times"));
            theirCpu.add(nanos(text, "user").getFirst() + nanos(text, "system").getFirst());
          }
        }
      }
    } finally {
      Files.delete(json);
    }
    print("assize", ours, ourCpu);
    print("hyperfine", theirs, theirCpu);
    System.out.printf(
        "ratio of median wall %.3f, of mean user+system %.3f%n",
        (double) at(ours, 50) / at(theirs, 50), mean(ourCpu) / mean(theirCpu));
  }

  private static void print(String name, List<Long> wall, List<Long> cpu) {
    System.out.printf(
        "%-9s n=%d wall ns: median=%d p5=%d p95=%d; mean user+system ns: %.0f%n",
        name, wall.size(), at(wall, 50), at(wall, 5), at(wall, 95), mean(cpu));
  }

  /** The seconds behind a key of hyperfine's export: one number, or the numbers of a list. */
  private static List<Long> nanos(String json, String key) {
    int from = json.indexOf('"' + key + '"') + key.length() + 3;
    int to =
        json.charAt(json.indexOf(' ', from) + 1) == '['
            ? json.indexOf(']', from)
            : json.indexOf(',', from);
    return NUMBER
        .matcher(json.substring(from, to))
        .results()
        .map(result -> Math.round(Double.parseDouble(result.group()) * 1e9))
        .toList();
  }

  private static double mean(List<Long> values) {
    return values.stream().mapToLong(Long::longValue).average().orElseThrow();
  }

  private static long at(List<Long> values, int percent) {
    long[] sorted = values.stream().flatMapToLong(LongStream::of).toArray();
    Arrays.sort(sorted);
    return sorted[(sorted.length - 1) * percent / 100];
  }
}
