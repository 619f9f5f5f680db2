package dev.assize.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.evidence.Ending;
import dev.assize.evidence.Event;
import dev.assize.evidence.GateResult;
import dev.assize.evidence.RunDirectory;
import dev.assize.evidence.TrialRecord;
import dev.assize.linux.ProcessTable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users of other tools complained about, as real processes. */
final class ComplaintsTest {
  @TempDir Path temp;

  private static List<String> withArgument(String argument) throws IOException {
    return ProcessTable.snapshot().stream()
        .filter(p -> !p.isZombie() && ProcessTable.commandLine(p.pid()).contains(argument))
        .map(Leftovers::words)
        .toList();
  }

  @Test
  void interruptKeepsFinishedTrialsLeavesNoChildAndCanBeResumed() throws Exception {
    RunDirectory run =
        Runs.create(
            temp.resolve("run"),
            """
            assize: 1
            name: ctrl-c
            question: Is b slower?
            arms: { a: {}, b: { args: ["0.1"] } }
            design: { blocks: 4, warmups: 0, descriptive: true }
            scenarios: { s: { command: [sleep, "0.2"], check: none, why: it sleeps } }
            """);
    Stop stop = new Stop();
    Thread[] presser = new Thread[1];
    LabResult result =
        Lab.carryOut(
            run,
            event -> {
              if (event instanceof ProgressEvent.TrialStarting starting && starting.done() == 3) {
                presser[0] =
                    Thread.ofPlatform()
                        .start(
                            () -> {
                              try {
                                Thread.sleep(100);
                              } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                              }
                              stop.request("interrupted by SIGINT");
                            });
              }
            },
            stop);
    presser[0].join();
    assertThat(result).isEqualTo(new LabResult(false, "interrupted by SIGINT"));
    List<TrialRecord> records = Runs.records(run);
    assertThat(records).hasSize(4);
    assertThat(records.subList(0, 3)).allMatch(TrialRecord::valid);
    assertThat(records.get(3).ending()).isEqualTo(new Ending.Interrupted("interrupted by SIGINT"));
    assertThat(records.get(3).valid()).isFalse();
    assertThat(records.get(3).wall()).isEmpty();
    assertThat(Leftovers.present()).isEmpty();
    assertThat(Runs.events(run).getLast()).isEqualTo(new Event.Stopped("interrupted by SIGINT"));
    assertThat(Runs.findings(run)).isEmpty();

    assertThat(Lab.carryOut(run, _ -> {}, new Stop()).complete()).isTrue();
    records = Runs.records(run);
    assertThat(records).hasSize(9);
    assertThat(records.get(4).attempt().toString()).isEqualTo("4-2");
    assertThat(records.subList(4, 9)).allMatch(TrialRecord::valid);
    assertThat(Runs.findings(run)).isEmpty();
  }

  @Test
  void sinkIsOfTheScenarioAndRecordedOutputIsWhole() throws Exception {
    Map<String, TrialRecord> byScenario = new HashMap<>();
    String one =
        """
          %s:
            shell: true
            output: %s
            command: 'if [ -c /proc/self/fd/1 ]; then echo null; elif [ -p /proc/self/fd/1 ]; then echo pipe; elif [ -f /proc/self/fd/1 ]; then echo file; fi; seq 1 100000'
            %s
        """;
    RunDirectory run =
        Runs.create(
            temp.resolve("run"),
            """
            assize: 1
            name: sinks
            question: Does the sink matter?
            arms: { a: { env: { ARM: a } }, b: { env: { ARM: b } } }
            design: { blocks: 1, warmups: 0, descriptive: true }
            scenarios:
            """
                + one.formatted("to-file", "file", "checks: [{ stdout: equal }]")
                + one.formatted("to-pipe", "pipe", "checks: [{ stdout: equal }]")
                + one.formatted("to-null", "null", "check: none\n    why: nothing to see"));
    assertThat(Lab.carryOut(run, _ -> {}, new Stop()).complete()).isTrue();
    for (TrialRecord record : Runs.records(run)) {
      assertThat(record.valid()).isTrue();
      String sink = record.cell().scenario().value().substring(3);
      byScenario.put(sink, record);
      if (!sink.equals("null")) {
        assertThat(run.attemptDirectory(record.attempt()).resolve("stdout"))
            .content()
            .startsWith(sink + "\n1\n")
            .endsWith("\n100000\n");
        assertThat(record.checked().getFirst().size().value()).isEqualTo(588_895 + 5);
      }
    }
    assertThat(byScenario).containsOnlyKeys("file", "pipe", "null");
    assertThat(byScenario).hasEntrySatisfying("null", r -> assertThat(r.files()).isEmpty());
  }

  @Test
  void commandThatWaitsForATerminalIsHintedAt() throws Exception {
    RunDirectory run =
        Runs.create(
            temp.resolve("run"),
            Runs.spec(
                """
                shell: true
                command: 'if [ -t 1 ] || [ $ARM = b ]; then sleep 0.02; else sleep 1; fi'
                check: none
                why: it sleeps
                """));
    assertThat(Lab.carryOut(run, _ -> {}, new Stop()).complete()).isTrue();
    assertThat(Runs.events(run))
        .filteredOn(e -> e instanceof Event.Noted n && n.topic().equals("idle"))
        .singleElement()
        .satisfies(
            e ->
                assertThat(((Event.Noted) e).text())
                    .startsWith("s/default a: trial")
                    .contains("it mostly waited", "terminal"));
  }

  @Test
  void commandThatForksAwayIsCaughtAndCleanedUp() throws Exception {
    List<TrialRecord> records =
        Runs.carryOut(
            temp.resolve("run"),
            Runs.spec(
                """
                shell: true
                command: 'if [ $ARM = a ]; then sleep 30.31 &> /dev/null; else sleep 0.31 > /dev/null 2>&1; fi'
                check: none
                why: it sleeps
                """));
    for (TrialRecord record : records) {
      GateResult leftovers = Runs.gate(record, "leftovers");
      if (record.arm().value().equals("a")) {
        assertThat(record.valid()).isFalse();
        assertThat(leftovers.passed()).isFalse();
        assertThat(leftovers.detail())
            .containsPattern("found [0-9]+ .*sleep 30.31")
            .contains("ended");
      } else {
        assertThat(record.valid()).isTrue();
        assertThat(leftovers.passed()).isTrue();
      }
    }
    assertThat(withArgument("30.31")).isEmpty();
  }

  @Test
  void timeoutEndsEverythingWhateverItDid() throws Exception {
    RunDirectory run =
        Runs.create(
            temp.resolve("run"),
            """
            assize: 1
            name: leftover
            question: Is anything left?
            arms:
              a: {}
              b: { shell: true, command: 'trap "" TERM; sleep 31303 & while :; do wait; done' }
              c: { shell: true, command: 'setsid sh -c "sleep 31304" & sleep 31305' }
              d: { shell: true, command: '(setsid env -i /bin/sh -c "trap : TERM; while :; do /bin/sleep 31306; done" &) ; sleep 31307' }
            design: { blocks: 1, warmups: 0, descriptive: true }
            gates: { checks: trial }
            scenarios:
              s:
                shell: true
                command: 'sleep 31301 & sleep 31302'
                timeout: 400ms
                check: none
                why: it never ends
            """);
    assertThat(Lab.carryOut(run, _ -> {}, new Stop()).complete()).isTrue();
    List<TrialRecord> records = Runs.records(run);
    assertThat(records).hasSize(4);
    for (TrialRecord record : records) {
      assertThat(record.ending()).isEqualTo(new Ending.TimedOut());
      assertThat(record.wall()).isEmpty();
      assertThat(record.usage()).isPresent();
      assertThat(Runs.gate(record, "check:exit").detail()).contains("at its timeout of 0.400 s");
      String left = Runs.gate(record, "leftovers").detail();
      switch (record.arm().value()) {
        case "c" -> assertThat(left).contains("sleep 31304");
        case "d" -> assertThat(left).contains("sleep 31306");
        default -> assertThat(left).isEmpty();
      }
    }
    for (int i = 31301; i <= 31307; i++) {
      assertThat(withArgument(Integer.toString(i))).isEmpty();
    }
  }

  @Test
  void portThatAnotherProgramAnswersOnIsAnError() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      int port = other.getLocalPort();
      String yaml = Runs.spec(server(port));
      List<TrialRecord> records = Runs.carryOut(temp.resolve("run"), yaml);
      assertThat(records)
          .allSatisfy(
              r ->
                  assertThat(((Ending.NotStarted) r.ending()).why())
                      .contains(
                          "expected port " + port + " to be free",
                          "process " + ProcessHandle.current().pid() + " "));
      assertThat(Preflight.problems(Runs.create(temp.resolve("other"), yaml).spec().experiment()))
          .singleElement()
          .asString()
          .contains("port " + port + " to be free");
    }
  }

  private static String server(int port) {
    return """
        command:
          - python3
          - -c
          - |
            import socket, time
            time.sleep(0.05)
            s = socket.create_server(("127.0.0.1", %d))
            time.sleep(0.3)
        ready: { port: %d }
        check: none
        why: it is about readiness
        """
        .formatted(port, port);
  }

  @Test
  void portIsReadyWhenTheCommandItselfListens() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    List<TrialRecord> records = Runs.carryOut(temp.resolve("run"), Runs.spec(server(port)));
    assertThat(records).hasSize(2);
    assertThat(records)
        .allSatisfy(
            r -> {
              assertThat(Runs.gate(r, "readiness").passed()).isTrue();
              assertThat(r.ready().orElseThrow().value())
                  .isGreaterThan(50_000_000)
                  .isLessThan(r.wall().orElseThrow().value() - 250_000_000);
            });
  }
}
