package dev.assize.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assize.evidence.Observation;
import dev.assize.evidence.Reading;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CounterServerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(300);

  /** A client without any help: {@code say} writes lines, {@code hear} waits for one. */
  private static final String CLIENT =
      """
      import os, socket, sys
      lab = socket.socket(socket.AF_UNIX)
      lab.connect(os.environ["ASSIZE_COUNTERS"])
      lines = lab.makefile()
      def say(text): lab.sendall((text + "\\n").encode())
      def hear(): return lines.readline().split()
      def hello(instance="a", pid=os.getpid()): say(f"hello 1 {pid} cache {instance}")
      def answer(*counters):
        asked = hear()
        assert asked[0] == "checkpoint", asked
        say("\\n".join([f"counters {asked[1]} {len(counters)}", *counters]))
      """;

  @TempDir Path directory;
  private final Seen seen = new Seen();
  private CounterServer server;

  @BeforeEach
  void listen() throws Exception {
    server = CounterServer.start(directory.resolve("s"), Map.of("cache", "c"), seen);
  }

  @AfterEach
  void close() throws Exception {
    server.close();
    assertThat(directory.resolve("s")).doesNotExist();
  }

  private Commands client(String script) throws IOException {
    return Commands.start(
        Map.of(CounterServer.VARIABLE, directory.resolve("s").toString()),
        "python3",
        "-c",
        CLIENT + script);
  }

  private List<String> faults() {
    return server.faults().stream().map(Observation.ProtocolFault::fault).toList();
  }

  @Test
  void wholeConversationIsObserved() throws Exception {
    String script =
        """
        hello()
        say("setting zero-copy auto on")
        say("setting size 64m 64m")
        say("ready")
        answer("hits 3", "ratio 0.50")
        answer("hits 5", "ratio 0.50")
        say("final 2\\nhits 6\\nratio 0.75")
        """;
    try (Commands client = client(script)) {
      assertThat(server.awaitRegistered(1, PATIENCE)).isTrue();
      assertThat(server.registered())
          .singleElement()
          .satisfies(
              r -> {
                assertThat(r.pid()).isEqualTo(client.pid());
                assertThat(r.component()).isEqualTo("cache");
                assertThat(r.instance()).isEqualTo("a");
                assertThat(r.requested()).isEqualTo(Map.of("zero-copy", "auto", "size", "64m"));
                assertThat(r.enabled()).isEqualTo(Map.of("zero-copy", "on", "size", "64m"));
              });
      server.checkpoint("t-1", PATIENCE);
      server.checkpoint("t-2", PATIENCE);
      assertThat(client.await()).isZero();
      server.finish(PATIENCE);
    }
    assertThat(faults()).isEmpty();
    assertThat(seen.of(Observation.Checkpoint.class))
        .extracting(Observation.Checkpoint::token)
        .containsExactly("t-1", "t-2");
    assertThat(seen.of(Observation.Final.class)).hasSize(1);
    assertThat(seen.samples("c"))
        .extracting(Observation.Sample::readings)
        .containsExactly(
            Map.of("hits", new Reading.Whole(3), "ratio", new Reading.Decimal("0.50")),
            Map.of("hits", new Reading.Whole(5), "ratio", new Reading.Decimal("0.50")),
            Map.of("hits", new Reading.Whole(6), "ratio", new Reading.Decimal("0.75")));
  }

  @Test
  void instancesAreSummedAndEndedOnesStayInTheSum() throws Exception {
    String first =
        "hello('a'); say('ready'); answer('hits 1'); say('final 1\\nhits 10'); lab.close()\n";
    String second =
        "hello('b'); say('ready'); answer('hits 2'); answer('hits 5'); say('final 1\\nhits 7')\n";
    try (Commands a = client(first);
        Commands b = client(second)) {
      assertThat(server.awaitRegistered(2, PATIENCE)).isTrue();
      server.checkpoint("t-1", PATIENCE);
      a.await();
      for (int i = 0; i < 500 && seen.of(Observation.Final.class).isEmpty(); i++) {
        Thread.sleep(10);
      }
      server.checkpoint("t-2", PATIENCE);
      b.await();
      server.finish(PATIENCE);
    }
    assertThat(faults()).isEmpty();
    assertThat(seen.samples("c"))
        .extracting(sample -> Seen.whole(sample, "hits"))
        .containsExactly(3L, 12L, 15L, 17L);
    assertThat(seen.samples("c").getFirst().pid()).as("of several processes").isEmpty();
  }

  @Test
  void missingFinalIsAFault() throws Exception {
    try (Commands client = client("hello(); say('ready'); answer('hits 1'); hear()\n")) {
      server.awaitRegistered(1, PATIENCE);
      server.checkpoint("t", PATIENCE);
      assertThat(faults()).isEmpty();
      client.kill();
      server.finish(PATIENCE);
    }
    assertThat(faults()).singleElement().asString().contains("no final record");
    assertThat(server.faults().getFirst().component()).isEqualTo("cache");
    assertThat(server.faults().getFirst().instance()).isEqualTo("a");
    assertThat(seen.of(Observation.ProtocolFault.class)).hasSize(1);
  }

  @Test
  void instanceThatIsStillConnectedAtTheEndHasNoFinal() throws Exception {
    try (Commands _ = client("hello(); say('ready'); hear()\n")) {
      server.awaitRegistered(1, PATIENCE);
      server.finish(SHORT);
      assertThat(faults()).containsExactly("no final record within 300 ms of the end");
    }
  }

  @Test
  void secondFinalIsAFault() throws Exception {
    run("hello(); say('ready'); say('final 1\\nhits 1\\nfinal 1\\nhits 1')\n");
    assertThat(faults()).containsExactly("a second final record: expected exactly one");
  }

  @Test
  void anythingAfterTheFinalIsAFault() throws Exception {
    run("hello(); say('ready'); say('final 0\\ncounters t 0')\n");
    assertThat(faults())
        .containsExactly("expected nothing after the final record, found 'counters t 0'");
  }

  @Test
  void tokenThatIsNotAnsweredIsAFaultOnce() throws Exception {
    try (Commands client = client("hello(); say('ready'); hear(); input(); say('final 0')\n")) {
      server.awaitRegistered(1, PATIENCE);
      server.checkpoint("t-1", SHORT);
      assertThat(faults()).containsExactly("no answer to the token t-1 within 300 ms");
      server.checkpoint("t-2", SHORT);
      client.tell("end");
      client.await();
      server.finish(PATIENCE);
    }
    assertThat(faults()).hasSize(1);
  }

  @Test
  void anotherTokenIsAFault() throws Exception {
    try (Commands client =
        client("hello(); say('ready'); hear(); say('counters old 0'); hear()\n")) {
      server.awaitRegistered(1, PATIENCE);
      server.checkpoint("new", PATIENCE);
      client.await();
      server.finish(PATIENCE);
    }
    assertThat(faults()).containsExactly("answered with the token old, not asked for");
  }

  @Test
  void finalInPlaceOfAnAnswerIsNoFault() throws Exception {
    try (Commands client = client("hello(); say('ready'); hear(); say('final 1\\nhits 4')\n")) {
      server.awaitRegistered(1, PATIENCE);
      server.checkpoint("t", PATIENCE);
      client.await();
      server.finish(PATIENCE);
    }
    assertThat(faults()).isEmpty();
  }

  @Test
  void componentThatNeverRegisteredIsAFault() {
    server.finish(SHORT);
    assertThat(faults()).singleElement().asString().contains("not registered", "ASSIZE_COUNTERS");
    assertThat(server.faults().getFirst().component()).isEqualTo("cache");
  }

  @Test
  void countersOfAnInstanceThatDidNotRegisterAreAFault() throws Exception {
    run("say('counters t 0')\n");
    assertThat(faults().getFirst())
        .isEqualTo(
            "an instance not registered: expected 'hello 1 PID COMPONENT INSTANCE' first, found"
                + " 'counters t 0'");
    run("hello(); say('final 0')\n");
    assertThat(faults()).anySatisfy(f -> assertThat(f).contains("or 'ready'", "'final 0'"));
  }

  @Test
  void foreignPidIsAFault() throws Exception {
    run("hello(pid=os.getppid()); say('ready'); say('final 0')\n");
    assertThat(faults().getFirst()).contains("expected the pid of a process that has");
    assertThat(server.registered()).isEmpty();
  }

  @Test
  void pairThatIsUsedTwiceIsAFault() throws Exception {
    run("hello(); say('ready'); say('final 0')\n");
    run("hello(); say('ready'); say('final 0')\n");
    assertThat(faults()).containsExactly("an instance of that name registered before");
  }

  @Test
  void processInAPidNamespaceCallsItselfByItsOwnNumber() throws Exception {
    try (Commands client =
        Commands.start(
            Map.of(CounterServer.VARIABLE, directory.resolve("s").toString()),
            "unshare",
            "--pid",
            "--fork",
            "python3",
            "-c",
            CLIENT + "hello(); say('ready'); say('final 0')\n")) {
      client.await();
      server.finish(PATIENCE);
    }
    assertThat(faults()).isEmpty();
    assertThat(server.registered().getFirst().pid()).isEqualTo(1);
  }

  @Test
  void malformedLinesAreFaults() throws Exception {
    String[] scripts = {
      "hello(); say('setting a b'); hear()",
      "hello('b'); say('ready'); say('final x')",
      "hello('c'); say('ready'); say('final 2\\nhits 1')",
      "hello('d'); say('ready'); say('final 1\\nhits 1,5')",
      "hello('e'); say('ready'); say('final 1\\nhits  1')",
      "hello('f'); say('ready'); say('final 2\\nhits 1\\nhits 1')",
      "hello('g'); say('ready'); say('x' * 5000)",
      "say('hello 2 1 cache h')",
    };
    String[] expected = {
      "expected 'setting NAME REQUESTED ENABLED'",
      "expected a number of counters, found 'x'",
      "expected 1 more lines 'NAME VALUE'",
      "with a number, found 'hits 1,5'",
      "with single spaces",
      "found hits twice",
      "at most 4096 bytes",
      "expected version 1 of the protocol, found 2",
    };
    for (int i = 0; i < scripts.length; i++) {
      int before = server.faults().size();
      try (Commands client = client(scripts[i] + "\n")) {
        client.await();
        for (int wait = 0; wait < 500 && server.faults().size() == before; wait++) {
          Thread.sleep(10);
        }
      }
      assertThat(faults()).as(scripts[i]).hasSize(before + 1);
      assertThat(faults().get(before)).as(scripts[i]).contains(expected[i]);
    }
  }

  /** Runs a client to its end, and finds its faults; the server goes on. */
  private void run(String script) throws Exception {
    int before = seen.all().size();
    try (Commands client = client(script)) {
      client.await();
    }
    for (int i = 0; i < 100 && (i < 20 || seen.all().size() == before); i++) {
      Thread.sleep(10);
    }
  }

  @Test
  void pathThatIsTooLongIsRefused() {
    assertThatThrownBy(
            () -> CounterServer.start(directory.resolve("x".repeat(120)), Map.of(), seen).close())
        .hasMessageContaining("at most 107 bytes");
  }
}
