package dev.assize.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.evidence.Ending;
import dev.assize.evidence.FileRecord;
import dev.assize.evidence.GateResult;
import dev.assize.evidence.Observation;
import dev.assize.evidence.ObservationFile;
import dev.assize.evidence.ProofFile;
import dev.assize.evidence.ProofRecord;
import dev.assize.evidence.Reading;
import dev.assize.evidence.RunDirectory;
import dev.assize.evidence.TrialRecord;
import dev.assize.experiment.Nanos;
import dev.assize.experiment.Observe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is observed and proved of real processes. Needs perl, root and tracefs. */
final class ObservingTest {
  /** Counts up in a file that it publishes, for as long as it lives. */
  private static final String SERVER =
      """
      server:
        command: [sh, -c, 'n=0; while :; do n=$((n+1)); echo "{\\"pid\\": $$, \\"sends\\": $n}" > c.new; mv c.new c.json; if [ $n = 1 ]; then echo "mode $MODE"; echo ready; fi; sleep 0.02; done', server]
        environment: { MODE: none }
        ready: { stdout: '^ready' }
      check: none
      why: it is about what is observed
      """;

  @TempDir Path temp;

  private static String spec(String arms, String scenario, String more) {
    return """
        assize: 1
        name: observed
        question: Is it seen?
        arms:
        """
        + arms.indent(2)
        + """
        design: { blocks: 1, warmups: 0, descriptive: true }
        gates: { checks: trial, retries: 0 }
        scenarios:
          s:
        """
        + scenario.indent(4)
        + more;
  }

  private RunDirectory run(String yaml) throws Exception {
    RunDirectory run = Runs.create(temp.resolve("run"), yaml);
    assertThat(Lab.carryOut(run, _ -> {}, new Stop()).complete()).isTrue();
    assertThat(Leftovers.present()).isEmpty();
    assertThat(Runs.findings(run)).isEmpty();
    return run;
  }

  private static TrialRecord of(RunDirectory run, String arm) throws Exception {
    List<TrialRecord> records =
        Runs.records(run).stream().filter(r -> r.arm().value().equals(arm)).toList();
    assertThat(records).hasSize(1);
    return records.getFirst();
  }

  private static List<Observation> observations(RunDirectory run, TrialRecord record)
      throws Exception {
    assertThat(record.files()).extracting(FileRecord::path).contains(ObservationFile.NAME);
    return ObservationFile.read(
        run.attemptDirectory(record.attempt()).resolve(ObservationFile.NAME));
  }

  private static List<Observation.Sample> samples(List<Observation> all, String source) {
    return all.stream()
        .filter(Observation.Sample.class::isInstance)
        .map(Observation.Sample.class::cast)
        .filter(s -> s.source().equals(source))
        .toList();
  }

  @Test
  void serverCommandHostAndCountersAreSampledFromStartToEnd() throws Exception {
    RunDirectory run =
        run(
            spec(
                "a: {}\nb: { env: { OTHER: x } }\n",
                SERVER + "command: [sleep, '0.5']\n",
                """
                observe:
                  every: 50ms
                  counters:
                    engine: { json: "${workspace}/c.json", pid: /pid, names: { sends: /sends } }
                """));
    for (TrialRecord record : Runs.records(run)) {
      assertThat(record.valid()).as("%s", record).isTrue();
      List<Observation> all = observations(run, record);
      assertThat(all.getFirst()).isInstanceOf(Observation.Clocks.class);
      assertThat(all.getLast()).isInstanceOf(Observation.Clocks.class);
      long started = record.startedAt().orElseThrow().value();
      long ended = started + record.wall().orElseThrow().value();
      for (String source : List.of("host", "server", "engine")) {
        List<Observation.Sample> samples = samples(all, source);
        assertThat(samples).as(source).hasSizeGreaterThan(3);
        // One before the command was let go, one after it was reaped with the server still alive.
        assertThat(samples.getFirst().at()).as(source).isLessThan(started);
        assertThat(samples.getLast().at()).as(source).isGreaterThan(ended);
      }
      assertThat(samples(all, "command")).isNotEmpty();
      assertThat(samples(all, "engine"))
          .extracting(s -> s.readings().get("sends") instanceof Reading.Whole(long n) ? n : -1L)
          .isSorted();
      assertThat(samples(all, "server").getLast().readings().get("cpu"))
          .isNotInstanceOf(Reading.Absent.class);
      assertThat(Runs.gate(record, "facility:observe").passed()).isTrue();
    }
  }

  @Test
  void proofsAreTakenOfTheServerAndTheWrongArmVoidsItsTrial() throws Exception {
    RunDirectory run =
        run(
            spec(
                """
                right:
                  env: { MODE: fast }
                  args: [--fast]
                  proofs:
                    - environment: { MODE: fast }
                    - command-line: ' --fast$'
                    - log: '^mode (?<mode>.*)'
                      captures: { mode: fast }
                wrong:
                  env: { MODE: slow }
                  proofs:
                    - environment: { MODE: fast }
                    - command-line: ' --fast$'
                    - log: '^mode (?<mode>.*)'
                      captures: { mode: fast }
                """,
                SERVER + "command: [\"true\"]\n",
                ""));
    TrialRecord right = of(run, "right");
    assertThat(right.valid()).as("%s", right).isTrue();
    assertThat(Runs.gate(right, "proof:environment MODE").passed()).isTrue();
    TrialRecord wrong = of(run, "wrong");
    assertThat(wrong.valid()).isFalse();
    assertThat(wrong.gates().stream().filter(g -> g.name().startsWith("proof:")))
        .hasSize(3)
        .noneMatch(GateResult::passed);
    assertThat(Runs.gate(wrong, "proof:environment MODE").detail())
        .startsWith("expected fast, found slow in process ");
    List<ProofRecord> kept =
        ProofFile.read(run.attemptDirectory(wrong.attempt()).resolve(ProofFile.NAME));
    assertThat(kept).hasSize(3).noneMatch(ProofRecord::held).allMatch(p -> p.pid() > 0);
  }

  @Test
  void proofsAreTakenOfACommandWhileItRuns() throws Exception {
    RunDirectory run =
        run(
            spec(
                """
                right: { env: { MODE: fast }, proofs: [ { environment: { MODE: fast } }, { log: '^done$' } ] }
                wrong: { env: { MODE: slow }, proofs: [ { environment: { MODE: fast } }, { command-line: '^sleep' } ] }
                """,
                """
                shell: true
                command: 'echo done; exec sleep 0.3'
                check: none
                why: it is about proofs
                """,
                ""));
    assertThat(of(run, "right").valid()).as("%s", of(run, "right")).isTrue();
    TrialRecord wrong = of(run, "wrong");
    assertThat(wrong.valid()).isFalse();
    assertThat(Runs.gate(wrong, "proof:environment MODE").detail()).contains("found slow");
    // It was a shell at first.
    assertThat(Runs.gate(wrong, "proof:command-line ^sleep").passed()).isTrue();
  }

  @Test
  void counterProtocolIsSpokenAndItsBreachVoidsTheTrial() throws Exception {
    Path client =
        Files.writeString(
            temp.resolve("client.pl"),
            """
            use strict; use IO::Socket::UNIX;
            $| = 1;
            my $mode = $ENV{MODE};
            my $lab = IO::Socket::UNIX->new(Peer => $ENV{ASSIZE_COUNTERS}) or die $!;
            syswrite $lab, "hello 1 $$ engine one\nsetting zero-copy on $mode\nready\n";
            $SIG{TERM} = sub { syswrite $lab, "final 1\nsends 7\n" if $mode ne 'mute'; exit 0 };
            print "ready\n";
            while (<$lab>) {
              my (undef, $token) = split;
              syswrite $lab, "counters $token 1\nsends 3\n";
            }
            """);
    RunDirectory run =
        run(
            spec(
                """
                right: { env: { MODE: "on" }, proofs: [ { setting: { component: engine, name: zero-copy, requested: "on", enabled: "on" } } ] }
                off: { env: { MODE: "off" }, proofs: [ { setting: { component: engine, name: zero-copy, enabled: "on" } } ] }
                mute: { env: { MODE: mute } }
                """,
                """
                server:
                  command: [perl, %s]
                  ready: { stdout: '^ready' }
                command: [sleep, '0.3']
                check: none
                why: it is about the protocol
                """
                    .formatted(client),
                "observe: { every: 50ms, counters: { engine: { protocol: engine } } }\n"));
    TrialRecord right = of(run, "right");
    assertThat(right.valid()).as("%s", right).isTrue();
    List<Observation> all = observations(run, right);
    assertThat(all).hasAtLeastOneElementOfType(Observation.Checkpoint.class);
    assertThat(all).hasAtLeastOneElementOfType(Observation.Final.class);
    assertThat(samples(all, "engine").getLast().readings())
        .containsEntry("sends", new Reading.Whole(7));
    assertThat(Runs.gate(right, "proof:setting engine.zero-copy").passed()).isTrue();
    TrialRecord off = of(run, "off");
    assertThat(Runs.gate(off, "proof:setting engine.zero-copy").detail())
        .contains("enabled on, found requested on, enabled off");
    assertThat(Runs.gate(off, "counters").passed()).isTrue();
    TrialRecord mute = of(run, "mute");
    assertThat(mute.valid()).isFalse();
    assertThat(Runs.gate(mute, "counters").detail()).contains("engine (instance one): ", "final");
  }

  @Test
  void witnessCountsWhatTheTreatedProcessAskedOfTheKernelAndExecutablesAreProved()
      throws Exception {
    String loop = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";
    RunDirectory run =
        run(
            spec(
                """
                a: { command: [sleep, "0.3"], proofs: [ { executable: /usr/bin/sleep } ] }
                b: { command: [sh, -c, '%s'], proofs: [ { executable: /usr/bin/sleep } ] }
                """
                    .formatted(loop),
                "command: [\"true\"]\ncheck: none\nwhy: it is about what is observed\n",
                """
                observe:
                  every: 50ms
                  witnesses: { naps: { tracepoint: "syscalls:sys_enter_clock_nanosleep" } }
                """));
    TrialRecord sleeper = of(run, "a");
    assertThat(sleeper.valid()).as("%s", sleeper).isTrue();
    assertThat(samples(observations(run, sleeper), "witness").getLast().readings())
        .containsEntry("naps", new Reading.Whole(1));
    TrialRecord shell = of(run, "b");
    assertThat(samples(observations(run, shell), "witness").getLast().readings())
        .containsEntry("naps", new Reading.Whole(0));
    assertThat(shell.valid()).isFalse();
    assertThat(shell.gates())
        .filteredOn(gate -> gate.name().startsWith("proof:executable"))
        .singleElement()
        .satisfies(gate -> assertThat(gate.passed()).isFalse());
  }

  @Test
  void witnessThatCannotBeCountedFailsTheAttemptByItsSetting() throws Exception {
    RunDirectory run =
        run(
            spec(
                "a: {}\nb: { env: { OTHER: x } }\n",
                SERVER + "command: [\"true\"]\n",
                "observe: { witnesses: { zc: { tracepoint: \"no_such_group:no_such_event\" } } }\n"));
    for (TrialRecord record : Runs.records(run)) {
      assertThat(((Ending.NotStarted) record.ending()).why())
          .contains("can't be observed here", "no_such_group");
      assertThat(Runs.gate(record, "facility:observe").detail()).contains("no_such_event");
    }
    assertThat(Preflight.problems(run.spec().experiment()))
        .singleElement()
        .asString()
        .contains("observe.witnesses", "no_such_event");
  }

  @Test
  void longSocketPathsAreMovedAndCleanedUp() throws Exception {
    Path deep = Files.createDirectories(temp.resolve("d".repeat(60)).resolve("e".repeat(60)));
    Observe what =
        new Observe(
            new Nanos(1_000_000_000),
            false,
            false,
            List.of(new Observe.Counters.Protocol("engine", "engine")),
            List.of(),
            new Nanos(1));
    Path socket;
    try (CounterSocket open = CounterSocket.open(what, deep, _ -> {}).orElseThrow()) {
      socket = open.path();
      assertThat(socket).exists();
      assertThat(socket.toString().length()).isLessThan(108);
      assertThat(Files.readString(deep.resolve("register")))
          .isEqualTo("directory " + socket.getParent() + "\n");
    }
    assertThat(socket.getParent()).doesNotExist();
  }
}
