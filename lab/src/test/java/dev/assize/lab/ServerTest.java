package dev.assize.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.evidence.Ending;
import dev.assize.evidence.Event;
import dev.assize.evidence.FileRecord;
import dev.assize.evidence.GateResult;
import dev.assize.evidence.RunDirectory;
import dev.assize.evidence.TrialRecord;
import dev.assize.experiment.Gate;
import dev.assize.linux.ProcessTable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers as real processes, good and bad. Needs root, two CPUs, perl, iproute2. */
final class ServerTest {
  @TempDir Path temp;
  private Path script;

  @BeforeEach
  void writeServer() throws IOException {
    script = PerlServer.write(temp);
  }

  private static String spec(String scenarios, String more) {
    return """
        assize: 1
        name: servers
        question: Does it work?
        arms:
          a: { env: { ARM: a } }
          b: { env: { ARM: b } }
        design: { blocks: 1, warmups: 0, descriptive: true }
        gates: { checks: trial, leftovers: trial, retries: 0 }
        scenarios:
        """
        + scenarios.indent(2)
        + more;
  }

  /** A scenario of one server and the load that asks it once. */
  private String scenario(String name, String words, String ofServer, String more) {
    return """
        %s:
          server:
            command: [perl, %s, "${port.http}"%s]
            ports: [http]
            ready: { stdout: '^ready' }
        %s
          command: %s
          check: none
          why: it is about servers
        %s
        """
        .formatted(
            name,
            script,
            words.isEmpty() ? "" : ", " + words,
            ofServer.indent(4).stripTrailing(),
            PerlServer.load(),
            more.indent(2).stripTrailing());
  }

  private RunDirectory run(String yaml) throws Exception {
    RunDirectory run = Runs.create(temp.resolve("run"), yaml);
    assertThat(Lab.carryOut(run, _ -> {}, new Stop()).complete()).isTrue();
    assertThat(Leftovers.present()).isEmpty();
    assertThat(Runs.findings(run)).isEmpty();
    return run;
  }

  private static List<TrialRecord> of(RunDirectory run, String scenario) throws Exception {
    List<TrialRecord> records =
        Runs.records(run).stream()
            .filter(r -> r.cell().scenario().value().equals(scenario))
            .toList();
    assertThat(records).hasSize(2);
    return records;
  }

  private static String kept(RunDirectory run, TrialRecord record, String file) throws Exception {
    return Files.readString(run.attemptDirectory(record.attempt()).resolve(file));
  }

  private static String why(TrialRecord record) {
    assertThat(record.ending()).isInstanceOf(Ending.NotStarted.class);
    return ((Ending.NotStarted) record.ending()).why();
  }

  @Test
  void serverIsTreatedAndServesTheCommandOnItsOwnProcessor() throws Exception {
    RunDirectory run =
        run(spec(scenario("s", "", "cpus: [0]", "cpus: [1]") + "", "isolation: { nice: 3 }\n"));
    for (TrialRecord record : of(run, "s")) {
      assertThat(record.valid()).as("%s", record).isTrue();
      // The arm's variable is the server's, not the command's.
      assertThat(kept(run, record, "stdout"))
          .isEqualTo("0 " + record.arm() + " [0] 127.0.0.1 no arm\n");
      assertThat(record.inForce())
          .containsEntry("cpus", "{1}")
          .containsEntry("server-cpus", "{0}")
          .containsEntry("server-nice", "3");
      assertThat(kept(run, record, "server.stdout")).endsWith("ready\n");
      assertThat(record.files()).extracting(FileRecord::path).contains("server.stdout");
      assertThat(Runs.gate(record, "server").passed()).isTrue();
      assertThat(Runs.gate(record, "server-leftovers").passed()).isTrue();
    }
  }

  @Test
  void commandCanBeTheTreatedOneAndBothCan() throws Exception {
    RunDirectory run =
        run(
            spec(
                scenario("command", "", "", "treated: command")
                    + scenario("both", "", "", "treated: both"),
                ""));
    for (TrialRecord record : of(run, "command")) {
      assertThat(kept(run, record, "stdout"))
          .startsWith("0 none ")
          .endsWith(" " + record.arm() + "\n");
    }
    for (TrialRecord record : of(run, "both")) {
      assertThat(kept(run, record, "stdout"))
          .startsWith("0 " + record.arm() + " ")
          .endsWith(" " + record.arm() + "\n");
    }
  }

  @Test
  void serverThatDoesNotGetReadyFailsTheAttemptAndIsQuoted() throws Exception {
    String soon = "ready-timeout: 1500ms";
    RunDirectory run =
        run(
            spec(
                scenario("never", "never", soon, "")
                    + scenario("die", "die", "", "")
                    + scenario("daemon", "daemon", "", "")
                    + scenario("silent", "silent", soon, "")
                    + scenario("missing", "", "", "")
                        .replace("command: [perl", "command: [no-such-server"),
                ""));
    for (TrialRecord record : of(run, "never")) {
      assertThat(why(record))
          .contains(
              "expected the server to be ready within 1.500 s",
              "a line on its stdout that matches '^ready'",
              "its stdout: setting up never");
      assertThat(kept(run, record, "server.stdout")).isEqualTo("setting up never\n");
    }
    for (TrialRecord record : of(run, "die")) {
      assertThat(why(record))
          .contains("ended with status 1 before it was ready", "no configuration found");
      assertThat(kept(run, record, "server.stderr")).contains("no configuration found");
    }
    for (TrialRecord record : of(run, "daemon")) {
      assertThat(why(record))
          .contains("ended with status 0 before it was ready", "must stay in the foreground");
    }
    for (TrialRecord record : of(run, "silent")) {
      assertThat(why(record)).contains("but nobody listens on port http (");
    }
    for (TrialRecord record : of(run, "missing")) {
      assertThat(why(record)).contains("no-such-server");
    }
  }

  @Test
  void serverThatDiesInTheMiddleVoidsTheTrialAndEndsTheCommand() throws Exception {
    RunDirectory run =
        run(
            spec(
                scenario("fall", "fall", "", "timeout: 60s")
                    .replace("; echo", "; echo x >&3; sleep 50; echo"),
                ""));
    for (TrialRecord record : of(run, "fall")) {
      assertThat(record.valid()).isFalse();
      assertThat(record.ending()).isEqualTo(new Ending.Signalled(15));
      GateResult gate = Runs.gate(record, "server");
      assertThat(gate.passed()).isFalse();
      assertThat(gate.voids()).isEqualTo(Gate.Scope.TRIAL);
      assertThat(gate.detail())
          .contains("expected the server to live", "ended with status 3", "fatal: out of luck");
      assertThat(record.wall().orElseThrow().value()).isLessThan(50_000_000_000L);
    }
  }

  @Test
  void listenerMayBeADescendantAndWhatIsLeftIsNamed() throws Exception {
    RunDirectory run =
        run(
            spec(
                scenario("fork", "fork", "", "")
                    + scenario("leave", "leave", "", "")
                    + scenario("deaf", "deaf", "grace: 200ms", ""),
                ""));
    for (TrialRecord record : of(run, "fork")) {
      assertThat(record.valid()).as("%s", record).isTrue();
      assertThat(Runs.gate(record, "server-leftovers").passed()).isTrue();
    }
    for (TrialRecord record : of(run, "leave")) {
      assertThat(Runs.gate(record, "leftovers").passed()).isTrue();
      GateResult gate = Runs.gate(record, "server-leftovers");
      assertThat(gate.passed()).isFalse();
      assertThat(gate.detail()).contains("sleep 31351", "they were ended");
      assertThat(record.valid()).isFalse();
    }
    for (TrialRecord record : of(run, "deaf")) {
      assertThat(record.valid()).as("%s", record).isTrue();
      assertThat(Runs.gate(record, "server-stop").detail())
          .contains("within 0.200 s of SIGTERM", "SIGKILL ended it");
    }
  }

  @Test
  void fixedPortThatIsTakenIsRefusedAndNamesWhoHasIt() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      String yaml =
          spec(
              scenario("s", "", "", "")
                  .replace("${port.http}", port)
                  .replace("ports: [http]", "cpus: [0]")
                  .replace("stdout: '^ready'", "port: " + port),
              "");
      RunDirectory run = run(yaml);
      String self = Long.toString(ProcessHandle.current().pid());
      for (TrialRecord record : of(run, "s")) {
        assertThat(why(record))
            .contains("expected port " + port + " to be free", "process " + self);
      }
      assertThat(Preflight.problems(run.spec().experiment()))
          .singleElement()
          .asString()
          .contains("server: expected port " + port + " to be free", self);
    }
  }

  @Test
  void strangerThatTakesTheChosenPortIsNamedAlthoughSomebodyAnswers() throws Exception {
    Path order = temp.resolve("order");
    Process stranger =
        new ProcessBuilder(
                "perl",
                "-MIO::Socket::INET",
                "-e",
                """
                my @held;
                for (1, 2) {
                  select undef, undef, undef, 0.005 until -e '%1$s';
                  open my $order, '<', '%1$s';
                  chomp(my $port = <$order>);
                  unlink '%1$s';
                  push @held, IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => $port,
                      Listen => 1) or die $!;
                }
                sleep 60;
                """
                    .formatted(order))
            .start();
    try {
      RunDirectory run =
          Runs.create(
              temp.resolve("run"),
              spec(
                  scenario("s", "", "", "")
                      .replace(
                          "[perl, " + script + ", \"${port.http}\"]",
                          "[sh, -c, 'echo ${port.http} > %1$s.new; mv %1$s.new %1$s; echo ready; exec sleep 31352']"
                              .formatted(order)),
                  ""));
      assertThat(Lab.carryOut(run, _ -> {}, new Stop()).complete()).isTrue();
      for (TrialRecord record : of(run, "s")) {
        assertThat(why(record))
            .contains(
                "expected that only the server listens on its ports",
                "process " + stranger.pid() + " ",
                "listens on port http (");
      }
      assertThat(stranger.isAlive()).isTrue();
    } finally {
      stranger.destroyForcibly().waitFor();
    }
  }

  @Test
  void oneServerServesAllTrialsOfItsCellAndArmAndIsReplacedWhenItDies() throws Exception {
    RunDirectory run =
        run(
            spec(
                    scenario("cell", "", "per: cell", "")
                        + scenario("fall", "fall", "per: cell", "")
                            .replace("no arm}\"", "no arm}\"; echo x >&3; sleep 50"),
                    "")
                .replace("blocks: 1", "blocks: 3"));
    for (String arm : List.of("a", "b")) {
      List<TrialRecord> records =
          Runs.records(run).stream().filter(r -> r.arm().value().equals(arm)).toList();
      List<String> answers = new java.util.ArrayList<>();
      for (TrialRecord record : records) {
        if (record.cell().scenario().value().equals("cell")) {
          assertThat(record.valid()).as("%s", record).isTrue();
          answers.add(kept(run, record, "stdout").substring(0, 3));
        }
      }
      assertThat(answers).containsExactly("0 " + arm, "1 " + arm, "2 " + arm);
      assertThat(records.stream().filter(r -> r.cell().scenario().value().equals("fall")))
          .hasSize(3)
          .allSatisfy(r -> assertThat(kept(run, r, "stdout")).startsWith("0 "));
    }
    // Each log is in the trial in which it was written.
    assertThat(
            Runs.records(run).stream()
                .filter(r -> r.cell().scenario().value().equals("cell"))
                .filter(r -> r.files().stream().anyMatch(f -> f.path().equals("server.stdout"))))
        .hasSize(2);
    assertThat(run.path().resolve("work")).doesNotExist();
  }

  @Test
  void stopEndsTheServerWhileItIsAwaitedAndWhileTheCommandRuns() throws Exception {
    for (String words : List.of("never", "")) {
      String name = "run" + words;
      RunDirectory run =
          Runs.create(
              temp.resolve(name),
              spec(
                  scenario("s", words, "ready-timeout: 50s", "")
                      .replace("read -r line", "read -r line; sleep 50"),
                  ""));
      Stop stop = new Stop();
      Thread presser =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      Path log = run.path().resolve("work/00000001-0001/server.stdout");
                      String sign = words.isEmpty() ? "ready" : "setting up";
                      while (!Files.exists(log) || !Files.readString(log).contains(sign)) {
                        Thread.sleep(5);
                      }
                      Thread.sleep(100);
                    } catch (IOException | InterruptedException e) {
                      throw new IllegalStateException(e);
                    }
                    stop.request("interrupted by SIGINT");
                  });
      LabResult result = Lab.carryOut(run, _ -> {}, stop);
      presser.join();
      assertThat(result).isEqualTo(new LabResult(false, "interrupted by SIGINT"));
      assertThat(Runs.records(run))
          .singleElement()
          .satisfies(
              r ->
                  assertThat(r.ending())
                      .isEqualTo(new Ending.Interrupted("interrupted by SIGINT")));
      assertThat(Leftovers.present()).isEmpty();
    }
  }

  @Test
  void serverAndItsNetworkThatAKilledLabLeftAreNamedAndEndedAtTheResume() throws Exception {
    String name = "crash-" + ProcessHandle.current().pid();
    RunDirectory run =
        Runs.create(
            temp.resolve(name),
            spec(
                scenario("s", "", "", "network: veth")
                    .replace("exec 3", "test -e ${cache}/again || sleep 50; exec 3"),
                ""));
    Path output = temp.resolve("output");
    List<String> command = RunMain.command(System.getProperty("java.class.path"), run.path());
    Process lab = RunMain.start(command, output);
    Path log = run.path().resolve("work/00000001-0001/server.stdout");
    for (int i = 0;
        i < 3000 && !(Files.exists(log) && Files.readString(log).contains("ready"));
        i++) {
      Thread.sleep(10);
    }
    Thread.sleep(200);
    lab.destroyForcibly().waitFor();
    assertThat(marked(run)).isNotEmpty();
    assertThat(networks(name)).hasSize(2);

    Files.writeString(run.path().resolve("cache/s/default/again"), "");
    assertThat(Lab.carryOut(run, _ -> {}, new Stop()).complete()).isTrue();
    List<String> notes =
        Runs.events(run).stream()
            .filter(Event.Noted.class::isInstance)
            .map(e -> ((Event.Noted) e).text())
            .toList();
    assertThat(notes)
        .anyMatch(n -> n.contains("ended processes of this run") && n.contains("server.pl"))
        .anyMatch(n -> n.contains("removed the network namespace assize-" + name));
    assertThat(marked(run)).isEmpty();
    assertThat(networks(name)).isEmpty();
    for (TrialRecord record : Runs.records(run).subList(1, 3)) {
      assertThat(record.valid()).as("%s", record).isTrue();
      // Packets came from the command's end of the pair.
      assertThat(kept(run, record, "stdout")).contains(" 192.0.2.2 ");
      assertThat(record.inForce()).containsKeys("network", "server-network");
    }
    assertThat(Runs.findings(run)).isEmpty();
  }

  private static List<String> networks(String run) throws IOException {
    Path named = Path.of("/run/netns");
    if (!Files.isDirectory(named)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(named)) {
      return all.map(p -> p.getFileName().toString())
          .filter(n -> n.startsWith("assize-" + run))
          .toList();
    }
  }

  private static List<String> marked(RunDirectory run) throws IOException {
    return ProcessTable.snapshot().stream()
        .filter(p -> Marks.has(p.pid(), Environments.mark(run)))
        .map(Leftovers::words)
        .toList();
  }

  @Test
  void preflightNamesWhatAServerNeeds() throws Exception {
    RunDirectory run =
        Runs.create(
            temp.resolve("run"),
            spec(
                scenario("s", "", "cpus: [701]", "cpus: [702]")
                    + scenario("t", "", "", "")
                        .replace("command: [perl", "command: [no-such-server"),
                ""));
    assertThat(Preflight.problems(run.spec().experiment()))
        .anyMatch(p -> p.contains("{701}"))
        .anyMatch(p -> p.contains("{702}"))
        .anyMatch(p -> p.contains("no-such-server"));
  }
}
