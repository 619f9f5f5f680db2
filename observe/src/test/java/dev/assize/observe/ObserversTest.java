package dev.assize.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.assize.evidence.Observation;
import dev.assize.evidence.Reading;
import dev.assize.experiment.Nanos;
import dev.assize.experiment.Observe;
import dev.assize.experiment.Scenario;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ObserversTest {
  private static final Nanos FAST = new Nanos(20_000_000);
  private static final Nanos HOUR = new Nanos(3_600_000_000_000L);
  private static final Nanos BOUND = new Nanos(100_000_000);
  @TempDir Path directory;
  private final Seen seen = new Seen();

  private static Observe observe(
      Nanos every, List<Observe.Counters> counters, List<Observe.Witness> witnesses) {
    return new Observe(every, true, true, counters, witnesses, BOUND);
  }

  private static Targets targets(
      OptionalInt server, Scenario.Treated treated, Optional<Path> namespace) {
    return new Targets(server, OptionalInt.empty(), treated, Map.of(), namespace, Set.of());
  }

  private static Observe.Counters document(String location) {
    return new Observe.Counters.Document(
        "engine", Observe.Format.JSON, location, "/pid", Optional.empty(), Map.of("n", "/n"));
  }

  @Test
  void everySourceIsSampledAtItsRateAndAtDemand() throws Exception {
    Observe.Witness witness =
        new Observe.Witness("writes", "syscalls:sys_enter_write", Optional.empty());
    try (Commands server = Commands.shell("while read line; do echo $line; done")) {
      try (Observers observers =
          Observers.start(
              observe(FAST, List.of(), List.of(witness)),
              targets(OptionalInt.of(server.pid()), Scenario.Treated.SERVER, Optional.empty()),
              Optional.empty(),
              seen)) {
        observers.sample("start");
        for (String source : List.of("host", "server", "witness")) {
          assertThat(seen.samples(source)).as(source).isNotEmpty();
        }
        Thread.sleep(500);
        for (int i = 0; i < 7; i++) {
          server.tell("x");
          server.line();
        }
        try (Commands command = Commands.shell("exec sleep 60")) {
          observers.command(command.pid());
          observers.sample("middle");
          assertThat(seen.samples("command").getLast().pid()).hasValue(command.pid());
        }
        observers.sample("end");
        assertThat(seen.samples("command").getLast().readings().get("cpu"))
            .isInstanceOf(Reading.Absent.class);
      }
      assertThat(Seen.whole(seen.samples("witness").getFirst(), "writes")).isZero();
      assertThat(Seen.whole(seen.samples("witness").getLast(), "writes")).isEqualTo(7);
    }
    for (String source : List.of("host", "server", "command", "witness")) {
      assertThat(seen.ended(source).failed()).as(source).isFalse();
    }
    for (String source : List.of("host", "server", "witness")) {
      assertThat(seen.samples(source)).as(source + " at 50 Hz").hasSizeGreaterThan(8);
    }
    List<Observation> all = seen.all();
    assertThat(all.getFirst()).isInstanceOf(Observation.Clocks.class);
    assertThat(all.getLast()).isInstanceOf(Observation.Clocks.class);
    assertThat(seen.of(Observation.Clocks.class)).hasSize(2);
    long last = 0;
    for (Observation.Sample sample : seen.samples("host")) {
      assertThat(sample.at()).isGreaterThan(last);
      last = sample.at();
    }
  }

  @Test
  void demandDoesNotWaitForTheInterval() throws Exception {
    try (Observers observers =
        Observers.start(
            observe(HOUR, List.of(), List.of()),
            targets(OptionalInt.empty(), Scenario.Treated.COMMAND, Optional.empty()),
            Optional.empty(),
            seen)) {
      observers.sample("start");
      observers.sample("end");
    }
    assertThat(seen.samples("host")).hasSize(2);
  }

  @Test
  void foreignDocumentEndsItsSourceAndNoOther() throws Exception {
    Path file = directory.resolve("counters.json");
    java.nio.file.Files.writeString(
        file, "{\"pid\": %d, \"n\": 1}".formatted(ProcessHandle.current().pid()));
    try (Commands server = Commands.shell("exec sleep 60");
        Observers observers =
            Observers.start(
                observe(HOUR, List.of(document(file.toString())), List.of()),
                targets(OptionalInt.of(server.pid()), Scenario.Treated.SERVER, Optional.empty()),
                Optional.empty(),
                seen)) {
      observers.sample("start");
      observers.sample("end");
    }
    assertThat(seen.samples("engine")).isEmpty();
    assertThat(seen.ended("engine").failed()).isTrue();
    assertThat(seen.ended("engine").why()).contains("refused");
    assertThat(seen.samples("server")).hasSize(2);
    assertThat(seen.ended("server").failed()).isFalse();
  }

  @Test
  void sourceWhoseLastDocumentWasMissingEndsAsFailed() throws Exception {
    try (Commands server = Commands.shell("exec sleep 60");
        Observers observers =
            Observers.start(
                observe(HOUR, List.of(document("/no/such/file")), List.of()),
                targets(OptionalInt.of(server.pid()), Scenario.Treated.SERVER, Optional.empty()),
                Optional.empty(),
                seen)) {
      observers.sample("start");
    }
    assertThat(seen.samples("engine")).hasSize(1);
    assertThat(seen.ended("engine").failed()).isTrue();
    assertThat(seen.ended("engine").why()).contains("1 of 1 documents", "/no/such/file");
  }

  @Test
  void documentIsFetchedInsideTheNamespaceOfTheServer() throws Exception {
    String script =
        """
            import http.server, json, os, subprocess
            subprocess.run(['ip', 'link', 'set', 'lo', 'up'], check=True)
            class H(http.server.BaseHTTPRequestHandler):
              def do_GET(self):
                body = json.dumps({'pid': os.getpid(), 'n': 42}).encode()
                self.send_response(200); self.end_headers(); self.wfile.write(body)
              def log_message(self, *a): pass
            server = http.server.HTTPServer(('127.0.0.1', 0), H)
            print(server.server_port, flush=True); server.serve_forever()
            """;
    try (Commands server = Commands.start(Map.of(), "unshare", "--net", "python3", "-c", script)) {
      String url = "http://127.0.0.1:" + server.line() + "/";
      try (Observers observers =
          Observers.start(
              observe(HOUR, List.of(document(url)), List.of()),
              targets(
                  OptionalInt.of(server.pid()),
                  Scenario.Treated.SERVER,
                  Optional.of(Path.of("/proc/" + server.pid() + "/ns/net"))),
              Optional.empty(),
              seen)) {
        observers.sample("start");
      }
    }
    assertThat(Seen.whole(seen.samples("engine").getFirst(), "n")).isEqualTo(42);
  }

  @Test
  void slowSourceHoldsUpNoOther() throws Exception {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext(
        "/",
        exchange -> {
          try {
            Thread.sleep(700);
          } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
          }
          byte[] none = "{}".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, none.length);
          exchange.getResponseBody().write(none);
          exchange.close();
        });
    http.start();
    try (Commands server = Commands.shell("exec sleep 60");
        Observers observers =
            Observers.start(
                observe(
                    FAST,
                    List.of(document("http://127.0.0.1:" + http.getAddress().getPort() + "/")),
                    List.of()),
                targets(OptionalInt.of(server.pid()), Scenario.Treated.SERVER, Optional.empty()),
                Optional.empty(),
                seen)) {
      observers.sample("start");
      assertThat(seen.samples("host").size()).isGreaterThan(3);
    } finally {
      http.stop(0);
    }
  }

  @Test
  void protocolIsAskedAtEveryInterval() throws Exception {
    String script =
        """
            import os, socket
            lab = socket.socket(socket.AF_UNIX); lab.connect(os.environ['ASSIZE_COUNTERS'])
            lab.sendall(('hello 1 %d cache a\\nready\\n' % os.getpid()).encode())
            n = 0
            for line in lab.makefile():
              n += 1; lab.sendall(('counters %s 1\\nn %d\\n' % (line.split()[1], n)).encode())
            """;
    Path socket = directory.resolve("s");
    try (CounterServer protocol = CounterServer.start(socket, Map.of("cache", "c"), seen);
        Commands server =
            Commands.start(
                Map.of(CounterServer.VARIABLE, socket.toString()), "python3", "-c", script)) {
      protocol.awaitRegistered(1, java.time.Duration.ofSeconds(20));
      try (Observers observers =
          Observers.start(
              observe(FAST, List.of(new Observe.Counters.Protocol("c", "cache")), List.of()),
              targets(OptionalInt.of(server.pid()), Scenario.Treated.SERVER, Optional.empty()),
              Optional.of(protocol),
              seen)) {
        observers.sample("start");
        Thread.sleep(300);
        observers.sample("end");
      }
      assertThat(protocol.faults()).isEmpty();
    }
    assertThat(seen.samples("c").size()).isGreaterThan(4);
    assertThat(Seen.whole(seen.samples("c").getFirst(), "n")).isEqualTo(1);
    assertThat(seen.ended("c").failed()).isFalse();
  }

  @Test
  void witnessThatCanNotBeCountedStopsTheStart() throws Exception {
    try (Commands server = Commands.shell("exec sleep 60")) {
      assertThatThrownBy(
              () ->
                  Observers.start(
                          observe(
                              HOUR,
                              List.of(),
                              List.of(new Observe.Witness("w", "no:such", Optional.empty()))),
                          targets(
                              OptionalInt.of(server.pid()),
                              Scenario.Treated.SERVER,
                              Optional.empty()),
                          Optional.empty(),
                          seen)
                      .close())
          .hasMessageContaining("witness w");
    }
    assertThat(seen.ended("host").failed()).isFalse();
  }
}
