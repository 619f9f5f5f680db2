package dev.assize.bench.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.bench.http.server.Servers;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "serve ", "load "})
  void helpShowsExamples(String command) {
    BenchRun run = BenchRun.of((command + "--help").split(" ", -1));
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("Examples:", "  assize-http ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "fly",
        "load --port 1",
        "load --scenario get-json --port 1 --no-such-flag",
        "serve --port 0 --no-such-flag",
        "load --scenario get-xml --port 1",
        "load --scenario get-json --port 0",
        "load --scenario get-json --port 70000",
        "load --scenario get-json --port 1 --connections 0",
        "load --scenario get-json --port 1 --duration 10",
        "load --scenario get-json --port 1 --duration 0s",
        "load --scenario get-json --port 1 --rate 0",
        "load --scenario get-json --port 1 --rate -3",
        "load --scenario get-json --port 1 --rate 100 --slo 10ms",
        "load --scenario get-json --port 1 --slo 10",
        "load --scenario get-json --port 1 --message-bytes 100",
        "load --scenario ws-echo --port 1 --message-bytes 31",
        "load --scenario get-json --port 1 --host no.such.host.invalid",
        "serve",
        "serve --port 0 --engine kqueue",
        "serve --port 0 --zero-copy maybe",
        "serve --port 0 --zero-copy-min-bytes 0",
        "serve --port 0 --threads 0",
        "serve --port 0 --engine nio --zero-copy on",
        "serve --port 0 --engine epoll --variant bufring",
        "serve --port -1"
      })
  void badArgumentsAreOneLineAndStatusTwo(String arguments) {
    BenchRun run = BenchRun.of(arguments.isEmpty() ? new String[0] : arguments.split(" ", -1));
    assertThat(run.status()).as(run.err()).isEqualTo(2);
    assertThat(run.err().strip().lines()).as(run.err()).hasSize(1);
    assertThat(run.err()).startsWith("assize-http");
    assertThat(run.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"nio", "epoll", "io_uring"})
  void aTakenPortIsOneLineAndStatusTwo(String engine) throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = String.valueOf(taken.getLocalPort());
      BenchRun run = BenchRun.of("serve", "--engine", engine, "--port", port);
      assertThat(run.status()).as(run.err()).isEqualTo(2);
      assertThat(run.err().strip().lines()).as(run.err()).hasSize(1);
      assertThat(run.err()).contains("--port " + port, "choose another port");
      BenchRun admin =
          BenchRun.of("serve", "--engine", engine, "--port", "0", "--admin-port", port);
      assertThat(admin.status()).as(admin.err()).isEqualTo(2);
      assertThat(admin.err()).contains("--admin-port " + port, "choose another port");
    }
  }

  private static Process start(Path clock, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("ASSIZE_CLOCK", clock.toString());
    return builder.start();
  }

  @Test
  void aServerProcessSaysThatItIsReadyAndEndsWhenAsked(@TempDir Path directory) throws Exception {
    Process serve =
        start(
            directory.resolve("unused"),
            "serve",
            "--engine",
            "io_uring",
            "--zero-copy",
            "auto",
            "--port",
            "0");
    try (BufferedReader out = serve.inputReader()) {
      List<String> lines = new ArrayList<>();
      String line = out.readLine();
      while (line != null && !line.startsWith("assize-http ready")) {
        lines.add(line);
        line = out.readLine();
      }
      assertThat(lines).as("before the ready line").anyMatch(l -> l.equals("zero-copy probe: ok"));
      assertThat(lines.stream().filter(l -> l.startsWith("settings "))).hasSize(1);
      Matcher ready =
          Pattern.compile("assize-http ready port=([0-9]+) admin=([0-9]+) pid=([0-9]+)")
              .matcher(String.valueOf(line));
      assertThat(ready.matches()).as(line).isTrue();
      assertThat(Long.parseLong(ready.group(3))).isEqualTo(serve.pid());
      Loads.briefly(Integer.parseInt(ready.group(1)), "ws-large-echo");
    } finally {
      serve.destroy();
      assertThat(serve.waitFor(10, TimeUnit.SECONDS)).isTrue();
      assertThat(serve.exitValue()).isEqualTo(143);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theMeasuredWindowIsToldToTheLab(boolean withStart, @TempDir Path directory)
      throws Exception {
    Path clock = directory.resolve("clock");
    Files.writeString(clock, "other 1 5\n");
    try (Servers servers = Servers.plain()) {
      List<String> arguments =
          new ArrayList<>(
              List.of(
                  "load",
                  "--scenario",
                  "get-json",
                  "--port",
                  String.valueOf(servers.port()),
                  "--warm-up",
                  "100ms",
                  "--duration",
                  "900ms",
                  "--allow-bottleneck"));
      if (withStart) {
        arguments.add("--clock-start");
      }
      long before = System.nanoTime();
      Process load = start(clock, arguments.toArray(new String[0]));
      String printed = new String(load.getInputStream().readAllBytes(), UTF_8);
      assertThat(load.waitFor(30, TimeUnit.SECONDS)).isTrue();
      long after = System.nanoTime();
      assertThat(load.exitValue()).as(printed).isZero();
      List<String> lines = Files.readAllLines(clock);
      assertThat(lines).hasSize(2).startsWith("other 1 5");
      if (!withStart) {
        assertThat(lines.get(1)).isEqualTo("load 1 900000000");
        return;
      }
      Matcher line = Pattern.compile("load 1 900000000 ([0-9]+)").matcher(lines.get(1));
      assertThat(line.matches()).as(lines.get(1)).isTrue();
      assertThat(Long.parseLong(line.group(1)))
          .isBetween(before + 100_000_000, after - 900_000_000);
    }
  }

  /** The generator's process is stopped for a while: what was due meanwhile starts late. */
  @Test
  void aGeneratorThatCannotKeepUpSaysSo(@TempDir Path directory) throws Exception {
    try (Servers servers = Servers.plain()) {
      Process load =
          start(
              directory.resolve("clock"),
              "load",
              "--scenario",
              "get-json",
              "--port",
              String.valueOf(servers.port()),
              "--rate",
              "200",
              "--warm-up",
              "0s",
              "--duration",
              "3s");
      servers.awaitResponses(20);
      signal("-STOP", load);
      Thread.sleep(300);
      signal("-CONT", load);
      String printed = new String(load.getInputStream().readAllBytes(), UTF_8);
      assertThat(load.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(load.exitValue()).as(printed).isEqualTo(3);
      assertThat(printed)
          .contains(
              "generator_bottleneck yes",
              "assize-http load: the generator was the bottleneck (",
              "% of the starts were more than 1 ms late");
    }
  }

  private static void signal(String name, Process process) throws Exception {
    Process kill = new ProcessBuilder("kill", name, String.valueOf(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }
}
