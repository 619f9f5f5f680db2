package dev.assize.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.evidence.Digest;
import dev.assize.evidence.Ending;
import dev.assize.evidence.Event;
import dev.assize.evidence.GateResult;
import dev.assize.evidence.Reading;
import dev.assize.evidence.RunDirectory;
import dev.assize.evidence.TrialRecord;
import dev.assize.experiment.Gate;
import dev.assize.experiment.MetricName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MeasuringTest {
  @TempDir Path temp;

  private List<TrialRecord> run(String scenario) throws Exception {
    return Runs.carryOut(temp.resolve("run"), Runs.spec(scenario));
  }

  @Test
  void usageIncludesOrphansThatTheLabReaped() throws Exception {
    // The orphan burns CPU and ends by itself before the leader does.
    List<TrialRecord> records =
        run(
            """
            shell: true
            command: '(sh -c "i=0; while [ \\$i -lt 300000 ]; do i=\\$((i+1)); done; touch done" &); while [ ! -e done ]; do sleep 0.05; done; sleep 0.1'
            check: none
            why: it is about usage
            """);
    assertThat(records)
        .allSatisfy(
            r -> {
              assertThat(r.valid()).as("%s", r.gates()).isTrue();
              assertThat(r.usage().orElseThrow().user().value()).isGreaterThan(60_000_000);
            });
  }

  @Test
  void operationClocksAreReadStrictly() throws Exception {
    String yaml =
        Runs.spec(
            """
            shell: true
            rounds: 2
            operations: [load, query]
            command: 'for r in 1 2; do echo load $r 10$r; [ $ARM = b ] || echo query $r 5; done >> $ASSIZE_CLOCK'
            check: none
            why: it is about clocks
            """,
            "gates: { checks: trial }\nmetrics: { total: { operations: [load, query], primary: true } }\n");
    RunDirectory run = Runs.create(temp.resolve("run"), yaml);
    Lab.carryOut(run, _ -> {}, new Stop());
    for (TrialRecord record : Runs.records(run)) {
      GateResult gate = Runs.gate(record, "clock-file");
      if (record.arm().value().equals("a")) {
        assertThat(record.valid()).isTrue();
        assertThat(record.operations())
            .extracting(o -> o.operation() + " " + o.round() + " " + o.duration().value())
            .containsExactly("load 1 101", "query 1 5", "load 2 102", "query 2 5");
      } else {
        assertThat(record.valid()).isFalse();
        assertThat(gate.detail()).contains("found no line for 'query 1', 'query 2'");
      }
      assertThat(run.attemptDirectory(record.attempt()).resolve("clock")).exists();
    }
    assertThat(Runs.findings(run)).isEmpty();
  }

  @Test
  void stdoutNumberWithACommaIsNoNumber() throws Exception {
    String yaml =
        Runs.spec(
            """
            shell: true
            command: 'if [ $ARM = a ]; then echo "score: 1.5 MB"; else echo "score: 1,5 MB"; fi'
            check: none
            why: it is about numbers
            """,
            "gates: { checks: trial }\nmetrics: { score: { stdout: 'score: ([0-9.]+)', better: higher, primary: true } }\n");
    for (TrialRecord record : Runs.carryOut(temp.resolve("run"), yaml)) {
      Reading reading = record.values().get(new MetricName("score"));
      if (record.arm().value().equals("a")) {
        assertThat(reading).isEqualTo(new Reading.Decimal("1.5"));
        assertThat(record.valid()).isTrue();
      } else {
        assertThat(reading)
            .isEqualTo(
                new Reading.Unpublished("expected a decimal number with a point, found 1,5"));
        assertThat(record.valid()).isFalse();
        assertThat(Runs.gate(record, "metric:score").passed()).isFalse();
      }
    }
  }

  @Test
  void readinessOnFilePipeAndFileExists() throws Exception {
    String one =
        """
          %s:
            shell: true
            output: %s
            command: 'echo not yet; sleep 0.05; echo up and running > ready.tmp; cat ready.tmp; mv ready.tmp ready; sleep 0.2'
            ready: { %s }
            check: none
            why: it is about readiness
        """;
    String yaml =
        """
        assize: 1
        name: ready
        question: Is it ready?
        arms: { a: { env: { ARM: a } }, b: { env: { ARM: b } } }
        design: { blocks: 1, warmups: 0, descriptive: true }
        scenarios:
        """
            + one.formatted("poll", "file", "stdout: '^up'")
            + one.formatted("pipe", "pipe", "stdout: '^up'")
            + one.formatted("path", "file", "file: ready")
            + one.formatted("never", "pipe", "stdout: '^down'");
    for (TrialRecord record : Runs.carryOut(temp.resolve("run"), yaml)) {
      if (record.cell().scenario().value().equals("never")) {
        assertThat(record.ready()).isEmpty();
        assertThat(record.valid()).isFalse();
        assertThat(Runs.gate(record, "readiness").detail()).contains("'^down'", "saw none");
      } else {
        assertThat(record.valid()).as("%s", record.gates()).isTrue();
        assertThat(record.ready().orElseThrow().value())
            .isGreaterThan(50_000_000)
            .isLessThan(record.wall().orElseThrow().value() - 150_000_000);
      }
    }
  }

  @Test
  void outputsThatDifferVoidTheLaterTrial() throws Exception {
    List<TrialRecord> records =
        run(
            """
            shell: true
            command: 'echo same > same; echo $ARM > other; echo err >&2'
            checks: [{ file: same, equal: true }, { file: other, equal: true }, { stderr: equal }, { file: { path: same, sha256: %s } }]
            """
                .formatted(
                    Digest.sha256("same\n".getBytes(java.nio.charset.StandardCharsets.UTF_8))));
    assertThat(records.getFirst().valid()).isTrue();
    assertThat(records.getFirst().checked())
        .extracting(f -> f.path())
        .containsExactly("same", "other", "stderr");
    TrialRecord second = records.get(1);
    assertThat(second.gates())
        .filteredOn(g -> !g.passed() && g.voids() != Gate.Scope.NOTE)
        .singleElement()
        .satisfies(
            g -> {
              assertThat(g.name()).isEqualTo("check:file other");
              assertThat(g.detail()).contains("that of trial 1-1", "(2 bytes)");
            });
  }

  @Test
  void outputOfAnEarlierTrialInASharedDirectoryPassesNothing() throws Exception {
    Path shared = Files.createDirectory(temp.resolve("shared"));
    String command = "[ -e out ] || echo work > out";
    List<TrialRecord> records =
        run(
            "shell: true\nworkspace: { directory: shared }\ncommand: '%s'\nchecks: [{ file: out, equal: true }]\n"
                .formatted(command));
    assertThat(records.get(0).valid()).isTrue();
    assertThat(records.get(1).valid()).isFalse();
    assertThat(Runs.gate(records.get(1), "check:file out").detail())
        .contains("untouched since before the command started");
    assertThat(shared.resolve("out")).hasContent("work");
  }

  @Test
  void checkCommandRunsInTheWorkspaceAndItsOutputIsTold() throws Exception {
    List<TrialRecord> records =
        run(
            """
            shell: true
            command: 'echo $ARM > out'
            checks: [{ command: 'cat out; test $(cat out) = a', shell: true }]
            """);
    for (TrialRecord record : records) {
      GateResult gate = Runs.gate(record, "check:command 1");
      assertThat(gate.passed()).isEqualTo(record.arm().value().equals("a"));
      if (!gate.passed()) {
        assertThat(gate.detail()).contains("ended with status 1; its output: b");
      }
    }
  }

  @Test
  void largeOutputKeepsItsEndsAndTheHashOfAll() throws Exception {
    RunDirectory run =
        Runs.create(
            temp.resolve("run"),
            Runs.spec(
                "shell: true\ncommand: 'seq 1 1000000; printf \"\\377\\n\\000end\"'\nchecks: [{ stdout: equal }]\n"));
    Lab.carryOut(run, _ -> {}, new Stop());
    for (TrialRecord record : Runs.records(run)) {
      assertThat(record.valid()).isTrue();
      assertThat(record.files())
          .extracting(f -> f.path())
          .containsExactly("stdout.head", "stdout.tail", "stdout.sum");
      Path directory = run.attemptDirectory(record.attempt());
      byte[] tail = Files.readAllBytes(directory.resolve("stdout.tail"));
      assertThat(tail).hasSize(OutputStore.END).endsWith(0xFF, '\n', 0, 'e', 'n', 'd');
      assertThat(Files.readAllBytes(directory.resolve("stdout.head"))).startsWith('1', '\n', '2');
      assertThat(directory.resolve("stdout.sum"))
          .hasContent(record.checked().getFirst().sha256() + " 6888902");
    }
    assertThat(Runs.findings(run)).isEmpty();
  }

  @Test
  void changedInputFailsTheInventory() throws Exception {
    Path input = Files.createDirectory(temp.resolve("data"));
    Files.writeString(input.resolve("kept"), "kept");
    Files.writeString(input.resolve("odd\nname"), "odd");
    Files.writeString(input.resolve("changed"), "before");
    RunDirectory run =
        Runs.create(
            temp.resolve("run"),
            Runs.spec(
                """
                shell: true
                command: 'cd %s; touch kept; [ $ARM = a ] || { printf behind > changed; touch -d 2001-01-01 changed; : > "new"; chmod 600 kept; }'
                inputs: [data]
                check: none
                why: it is about inputs
                """
                    .formatted(input),
                "gates: { inventory: note }\n"));
    Lab.carryOut(run, _ -> {}, new Stop());
    for (TrialRecord record : Runs.records(run)) {
      GateResult gate = Runs.gate(record, "inventory");
      if (record.arm().value().equals("b")) {
        assertThat(gate.detail())
            .contains("changed has content", "kept has mode 0600, had 0644", "new is new")
            .doesNotContain("odd");
      } else if (record.attempt().trial() == 1) {
        assertThat(gate.passed()).as(gate.detail()).isTrue();
      }
    }
    assertThat(Runs.events(run))
        .anyMatch(e -> e instanceof Event.Noted n && n.topic().equals("inventory"));
  }

  @Test
  void writesInWatchedPathsAreNamed() throws Exception {
    Path watched = Files.createDirectory(temp.resolve("watched"));
    Files.writeString(watched.resolve("old"), "old");
    List<TrialRecord> records =
        Runs.carryOut(
            watched.resolve("run"),
            Runs.spec(
                "shell: true\ncommand: 'echo x > in-workspace; [ $ARM = a ] || { echo x > %s/made; rm %s/old; }'\ncheck: none\nwhy: x\n"
                    .formatted(watched, watched),
                "gates: { outside-writes: { watch: [%s], voids: trial } }\n".formatted(watched)));
    for (TrialRecord record : records) {
      GateResult gate = Runs.gate(record, "outside-writes");
      assertThat(gate.passed()).isEqualTo(record.arm().value().equals("a"));
      if (!gate.passed()) {
        assertThat(gate.detail())
            .isEqualTo(
                "expected no writes outside the workspace, found %s/old was removed, %s/made was made"
                    .formatted(watched, watched));
      }
    }
  }

  @Test
  void signalIsAnEndingOfItsOwn() throws Exception {
    List<TrialRecord> records = run("shell: true\ncommand: 'kill -SEGV $$'\ncheck: none\nwhy: x\n");
    assertThat(records)
        .allSatisfy(
            r -> {
              assertThat(r.ending()).isEqualTo(new Ending.Signalled(11));
              assertThat(Runs.gate(r, "check:exit").detail()).contains("was ended by SIGSEGV");
            });
  }

  @Test
  void expectedStatusOtherThanZero() throws Exception {
    assertThat(run("command: [\"false\"]\nchecks: [{ exit: 1 }, { stdout: equal }]\n"))
        .hasSize(2)
        .allMatch(TrialRecord::valid);
  }

  @Test
  void stdinIsAFileOrEmpty() throws Exception {
    Files.writeString(temp.resolve("in"), "from a file");
    String yaml =
        """
        assize: 1
        name: stdin
        question: What is read?
        arms: { a: { env: { ARM: a } }, b: { env: { ARM: b } } }
        design: { blocks: 1, warmups: 0, descriptive: true }
        scenarios:
          given: { command: [cat], stdin: in, checks: [{ stdout: { sha256: %s } }] }
          empty: { command: [cat], checks: [{ stdout: { sha256: %s } }] }
        """
            .formatted(
                Digest.sha256("from a file".getBytes(java.nio.charset.StandardCharsets.UTF_8)),
                Digest.sha256(new byte[0]));
    assertThat(Runs.carryOut(temp.resolve("run"), yaml)).hasSize(4).allMatch(TrialRecord::valid);
  }
}
