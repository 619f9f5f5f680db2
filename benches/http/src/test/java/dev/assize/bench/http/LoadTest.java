package dev.assize.bench.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.bench.http.server.Servers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadTest {
  private static final String[] BRIEF = {
    "--connections", "4", "--warm-up", "0s", "--duration", "200ms", "--patience", "5s"
  };

  private static String[] brief(String... more) {
    String[] all = java.util.Arrays.copyOf(BRIEF, BRIEF.length + more.length);
    System.arraycopy(more, 0, all, BRIEF.length, more.length);
    return all;
  }

  private static void failedWithOneLine(BenchRun run, int status) {
    assertThat(run.status()).as(run.out() + run.err()).isEqualTo(status);
    assertThat(run.err().strip().lines()).as(run.err()).hasSize(1);
    assertThat(run.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "get-json",
        "get-json-64k",
        "ws-echo",
        "ws-large-echo",
        "ws-hub-broadcast",
        "sse-fanout"
      })
  void aPlantedWrongByteFailsTheLoad(String scenario) throws Exception {
    try (Servers servers = Servers.faulty(Duration.ZERO, Duration.ZERO, Duration.ZERO, 5)) {
      BenchRun run =
          BenchRun.load(servers.port(), scenario, "--connections", "4", "--warm-up", "0s");
      failedWithOneLine(run, 1);
      assertThat(run.err()).contains("differs at byte", "expected 0x", "found 0x");
    }
  }

  @Test
  void allowedErrorsAreCounted() throws Exception {
    try (Servers servers = Servers.faulty(Duration.ZERO, Duration.ZERO, Duration.ZERO, 20)) {
      BenchRun run = BenchRun.load(servers.port(), "get-json", brief("--allow-errors"));
      assertThat(run.status()).as(run.err()).isZero();
      assertThat(run.number("errors")).isPositive();
      assertThat(run.number("requests")).isGreaterThan(run.number("errors"));
    }
  }

  @Test
  void tenThousandRefusedConnectionsAreOneMessage() throws IOException {
    int port;
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = taken.getLocalPort();
    }
    BenchRun run = BenchRun.load(port, "get-json", "--connections", "10000");
    failedWithOneLine(run, 1);
    assertThat(run.err())
        .contains("10000 of 10000 connections", "127.0.0.1:" + port, "ECONNREFUSED");
  }

  @Test
  void aServerThatDiesFailsTheLoad() throws Exception {
    Servers servers = Servers.plain();
    AtomicReference<BenchRun> run = new AtomicReference<>();
    Thread load =
        new Thread(
            () ->
                run.set(
                    BenchRun.load(
                        servers.port(), "get-json", "--connections", "4", "--duration", "20s")));
    load.start();
    servers.awaitResponses(10);
    servers.close();
    load.join();
    failedWithOneLine(run.get(), 1);
    assertThat(run.get().err()).contains("connection ");
  }

  @Test
  void aServerThatNeverAnswersFailsTheLoad() throws IOException {
    try (ServerSocket mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      BenchRun greeting =
          BenchRun.load(
              mute.getLocalPort(), "ws-echo", "--connections", "2", "--patience", "300ms");
      failedWithOneLine(greeting, 1);
      assertThat(greeting.err()).contains("2 of 2 connections", "no answer");
      BenchRun request =
          BenchRun.load(
              mute.getLocalPort(),
              "get-json",
              "--connections",
              "2",
              "--warm-up",
              "0s",
              "--duration",
              "100ms",
              "--patience",
              "300ms");
      failedWithOneLine(request, 1);
      assertThat(request.err()).contains("found none; is the server stuck?");
    }
  }

  /** A server that stops for a while delays every request that is due meanwhile, sent or not. */
  @Test
  void aStallCountsForEveryRequestThatWasDue() throws Exception {
    Duration stallAfter = Duration.ofMillis(500);
    Duration stall = Duration.ofMillis(600);
    try (Servers servers = Servers.faulty(Duration.ZERO, stallAfter, stall, 0)) {
      Path file = Files.createTempFile("stall", ".hlog");
      BenchRun run =
          BenchRun.load(
              servers.port(),
              "get-json",
              "--connections",
              "4",
              "--rate",
              "500",
              "--warm-up",
              "100ms",
              "--duration",
              "2s",
              "--allow-bottleneck",
              "--histogram",
              file.toString());
      assertThat(run.status()).as(run.err()).isZero();
      assertThat(run.number("latencies")).isEqualTo(1_000);
      assertThat(run.number("unanswered")).isZero();
      // Due in the first 500 ms of the stall: 250 requests waited more than 100 ms. Four
      // connections
      // could have sent 4 of them; a client that counts from the sending would have seen 4.
      Histogram all = read(file);
      Files.delete(file);
      assertThat(all.getTotalCount()).isEqualTo(1_000);
      assertThat(all.getCountBetweenValues(100_000_000, Long.MAX_VALUE >> 2))
          .isGreaterThanOrEqualTo(240);
      assertThat(run.number("max_ns")).isGreaterThanOrEqualTo(590e6);
    }
  }

  private static Histogram read(Path file) throws IOException {
    Histogram all = new Histogram(3_600_000_000_000L, 3);
    try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
      while (reader.hasNext()) {
        all.add((Histogram) reader.nextIntervalHistogram());
      }
    }
    return all;
  }

  @Test
  void theKeptFileHoldsWhatWasPrinted(@TempDir Path directory) throws Exception {
    try (Servers servers = Servers.plain()) {
      Path file = directory.resolve("latencies.hlog");
      BenchRun run =
          BenchRun.load(
              servers.port(),
              "ws-echo",
              "--warm-up",
              "100ms",
              "--duration",
              "1200ms",
              "--connections",
              "4",
              "--histogram",
              file.toString());
      assertThat(run.status()).as(run.err()).isZero();
      Histogram all = read(file);
      assertThat(all.getTotalCount()).isEqualTo((long) run.number("latencies"));
      assertThat(all.getValueAtPercentile(99)).isEqualTo((long) run.number("p99_ns"));
      assertThat(Files.readString(file)).contains("[Histogram log format version 1.3]");
    }
  }

  @Test
  void aHistogramThatCannotBeKeptFailsTheLoad(@TempDir Path directory) throws Exception {
    try (Servers servers = Servers.plain()) {
      BenchRun run =
          BenchRun.load(
              servers.port(),
              "get-json",
              brief("--histogram", directory.resolve("none/f.hlog").toString()));
      assertThat(run.status()).isEqualTo(1);
      assertThat(run.err()).contains("--histogram: expected to write");
    }
  }

  @Test
  void numbersHaveADecimalPointInEveryLocale() throws Exception {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try (Servers servers = Servers.plain()) {
      BenchRun run =
          BenchRun.load(servers.port(), "get-json", brief("--rate", "333.5", "--allow-bottleneck"));
      assertThat(run.status()).as(run.err()).isZero();
      assertThat(run.out()).doesNotContain(",").contains("target_per_second 333.500");
      // 66 latencies: one lies beyond p90, none beyond p99.
      assertThat(run.number("latencies")).isBetween(66.0, 67.0);
      assertThat(run.out()).contains("p90_ns ").doesNotContain("p99_ns ");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void theHighestRateWithinALimitIsPrinted() throws Exception {
    try (Servers servers = Servers.faulty(Duration.ofMillis(5), Duration.ZERO, Duration.ZERO, 0)) {
      BenchRun run =
          BenchRun.load(
              servers.port(),
              "get-json",
              "--connections",
              "32",
              "--warm-up",
              "20ms",
              "--duration",
              "300ms",
              "--slo",
              "1ms,500ms");
      assertThat(run.status()).as(run.err()).isZero();
      // No answer comes within 1 ms of a server that waits for 5.
      assertThat(run.number("slo_1ms_per_second")).isZero();
      assertThat(run.out()).contains("# tried ").doesNotContain("slo_1ms_p99_ns");
      // Where the machine starves the generator a trial does not count, and says so after its p99.
      double highest =
          Pattern.compile("(?m)^# tried ([0-9.]+) a second: p99 ([0-9]+) ns$")
              .matcher(run.out())
              .results()
              .filter(trial -> Long.parseLong(trial.group(2)) <= 500_000_000)
              .mapToDouble(trial -> Double.parseDouble(trial.group(1)))
              .max()
              .orElse(0);
      assertThat(run.number("slo_500ms_per_second")).isEqualTo(highest);
    }
  }

  @Test
  void theJsonFileHoldsWhatWasPrinted(@TempDir Path directory) throws Exception {
    try (Servers servers = Servers.plain()) {
      Path file = directory.resolve("load.json");
      BenchRun run =
          BenchRun.load(
              servers.port(), "get-json", brief("--allow-bottleneck", "--json", file.toString()));
      assertThat(run.status()).as(run.err()).isZero();
      String document = Files.readString(file);
      assertThat(document)
          .startsWith("{\n")
          .endsWith("\n}\n")
          .contains("\"scenario\": \"get-json\"");
      for (String name :
          List.of("messages", "messages_per_second", "bytes", "p50_ns", "p90_ns", "errors")) {
        String value = run.value(name);
        assertThat(document).containsPattern("\"" + name + "\": " + value + "[,\n]");
      }
      assertThat(run.number("bytes")).isEqualTo(27 * run.number("requests"));
      assertThat(run.number("messages")).isEqualTo(run.number("requests"));
    }
  }

  @Test
  void aJsonFileThatCannotBeKeptFailsTheLoad(@TempDir Path directory) throws Exception {
    try (Servers servers = Servers.plain()) {
      BenchRun run =
          BenchRun.load(
              servers.port(),
              "get-json",
              brief("--json", directory.resolve("none/f.json").toString()));
      assertThat(run.status()).isEqualTo(1);
      assertThat(run.err()).contains("--json: expected to write");
    }
  }
}
