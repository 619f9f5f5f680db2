package dev.assize.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.evidence.Event;
import dev.assize.evidence.RunDirectory;
import dev.assize.evidence.TrialRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Whole runs by the command: small ones. */
final class LiveRunTest {
  @TempDir Path temp;
  Assize assize = new Assize(Path.of("."));

  @BeforeEach
  void start() {
    assize = new Assize(temp);
  }

  private static List<TrialRecord> records(Path run) throws Exception {
    return RunDirectory.open(run).entries().stream()
        .map(entry -> entry.event())
        .filter(Event.TrialEnded.class::isInstance)
        .map(event -> ((Event.TrialEnded) event).trial())
        .toList();
  }

  /** Reads the spec that ab wrote. */
  private String spec() throws Exception {
    return Files.readString(assize.onlyRun().resolve("experiment.yaml"));
  }

  private void write(String arms, int blocks, String scenario) throws Exception {
    Files.writeString(
        temp.resolve("spec.yaml"),
        """
        assize: 1
        name: live
        question: Is it so?
        arms: %s
        design: { blocks: %d, warmups: 0, descriptive: true }
        gates: { clock-step: note, checks: trial }
        scenarios:
          s:
        %s
        """
            .formatted(arms, blocks, scenario.indent(4)));
  }

  @Test
  void oneDocumentOnStdoutAndACleanLogOnStderr() throws Exception {
    Assize.Result result =
        new Assize(temp)
            .with("CI", "true")
            .with("TERM", "dumb")
            .run(
                "ab",
                "--json",
                "-n",
                "8",
                "printf 'a\\033[1m\\r\\b'",
                "printf 'a\\033[1m\\r\\b'; :");
    assertThat(result.status()).as("%s", result).isEqualTo(0);
    assertThat(result.json().get("outcome").asString())
        .isIn("UNDECIDED", "WIN", "LOSS", "NO_DIFFERENCE");
    assertThat(result.err()).contains("assize: sealed ").contains("18/18").doesNotContain("[1m");
    assertThat(result.err().lines().count()).isLessThan(200);
    assertThat(result.err()).doesNotContain("\033", "\r", "\b");
  }

  @Test
  void theSameCommandTwiceIsATwinAndTheLogHasNoControlBytes() throws Exception {
    Assize.Result result = assize.run("ab", "-n", "8", "--no-shell", "true", "true");
    assertThat(result.status()).as("%s", result).isEqualTo(0);
    assertThat(spec()).contains("b: { twin: a }").doesNotContain("shell");
    for (String stream : List.of(result.out(), result.err())) {
      assertThat(stream).doesNotContain("\033", "\r", "\b");
    }
    assertThat(result.err().lines().count()).isLessThan(200);
    assertThat(result.out()).contains("report: ");
    Path run = assize.onlyRun();
    for (String file :
        List.of("verdict.json", "report.html", "report.md", "report.csv", "report.junit.xml")) {
      assertThat(run.resolve(file)).isNotEmptyFile();
    }
  }

  @Test
  void differentOutputIsVoidUnlessTheCheckSaysOtherwise() throws Exception {
    Assize.Result differing = assize.run("ab", "-n", "8", "--warmup", "0", "echo a", "echo b");
    assertThat(differing.status()).as("%s", differing).isEqualTo(3);
    assertThat(differing.out()).contains("VOID");

    for (String check : List.of("exit", "none=a wall clock is shown")) {
      Path directory = Files.createDirectory(temp.resolve(check.substring(0, 4)));
      Assize.Result allowed =
          new Assize(directory)
              .run("ab", "-n", "8", "--warmup", "0", "--check", check, "echo a", "echo b");
      assertThat(allowed.status()).as("%s", allowed).isEqualTo(0);
      assertThat(allowed.out()).contains("UNCHECKED WORK");
    }
  }

  @Test
  void aClearlySlowerCandidateFailsTheBuildThatAsks() throws Exception {
    Assize.Result result =
        assize.run(
            "ab",
            "-n",
            "8",
            "-w",
            "0",
            "--check",
            "none=they sleep",
            "--fail-on",
            "loss",
            "--no-shell",
            "sleep 0",
            "sleep 1");
    assertThat(result.status()).as("%s", result).isEqualTo(1);
  }

  @Test
  void parametersMakeOneCellForEachValue() throws Exception {
    Assize.Result result =
        assize.run("ab", "-n", "10", "-w", "0", "-p", "n=1,2", "echo {n}", "echo {n};");
    assertThat(result.status()).as("%s", result).isEqualTo(0);
    List<TrialRecord> records = records(assize.onlyRun());
    assertThat(records.stream().map(TrialRecord::cell).distinct()).hasSize(2);
    Path stdout =
        assize
            .onlyRun()
            .resolve("trials")
            .resolve(records.getFirst().attempt().toString())
            .resolve("stdout");
    assertThat(Files.readString(stdout)).isIn("1\n", "2\n");
  }

  @Test
  void aBudgetThatIsTooSmallIsRefusedAfterThePilot() throws Exception {
    Assize.Result result =
        assize.run(
            "ab", "--time-budget", "0.5s", "--check", "none=it sleeps", "sleep 0.3", "sleep 0.3");
    assertThat(result.status()).as("%s", result).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .contains("assize: pilot of 2 blocks in ")
        .contains("--time-budget: expected room");
  }

  @Test
  void progressIsRedrawnOnATerminal() throws Exception {
    Assize.Result result = assize.onTerminal("ab", "-n", "8", "-w", "0", "true", "true");
    assertThat(result.status()).as("%s", result).isEqualTo(0);
    assertThat(result.out()).contains("\r\033[K[").contains("16/16").contains("ab/default");
  }

  /** Case 27: a program that sees /dev/null may stop early. */
  @ParameterizedTest
  @CsvSource({"file, -f, files", "pipe, -p, pipe", "null, -c, /dev/null"})
  void theSinkIsASettingTheSameForAllAndIsReported(String sink, String test, String words)
      throws Exception {
    // Fails in an arm whose stdout is anything else.
    Assize.Result result =
        assize.run(
            "ab",
            "-n",
            "8",
            "-w",
            "0",
            "--check",
            "exit",
            "--output",
            sink,
            "[ %s /dev/fd/1 ]".formatted(test),
            "[ %s /dev/fd/1 ] && :".formatted(test));
    assertThat(result.status()).as("%s", result).isEqualTo(0);
    assertThat(records(assize.onlyRun())).hasSize(16).allMatch(TrialRecord::valid);
    if (sink.equals("file")) {
      assertThat(spec()).doesNotContain("output:");
    } else {
      assertThat(spec()).contains("output: " + sink);
    }
    assertThat(result.out().replaceAll("\\s+", " ")).contains(words);
  }

  @Test
  void aCommandThatWaitsForATerminalIsHintedAt() throws Exception {
    write(
        "{ a: {}, b: { args: ['x'] } }",
        1,
        """
        command: [sh, -c, 'if [ -t 1 ]; then sleep 0.02; else sleep 2; fi', sh]
        check: none
        why: it sleeps
        """);
    Assize.Result result = assize.run("run", "spec.yaml");
    assertThat(result.status()).as("%s", result).isEqualTo(0);
    assertThat(result.out().replaceAll("\\s+", " "))
        .contains("mostly waited")
        .contains("a terminal that is not there");
  }

  @Test
  void workThatGoesToTheBackgroundIsNotTimedAsDone() throws Exception {
    write(
        "{ a: {}, b: { args: ['x'] } }",
        1,
        """
        command: [sh, -c, 'sleep 71.31 & exit 0', sh]
        check: none
        why: it sleeps
        """);
    Assize.Result result = assize.run("run", "spec.yaml");
    assertThat(result.status()).as("%s", result).isEqualTo(3);
    assertThat(result.err()).contains("leftover").contains("sleep 71.31");
    assertThat(Assize.processesWith("71.31")).isEmpty();
  }

  @Test
  void aTimeoutLeavesNoProcessAndGivesNoTime() throws Exception {
    write(
        """
        { a: {}, b: { args: [b] }, c: { args: [c] } }\
        """,
        1,
        """
        timeout: 1s
        command:
          - sh
          - -c
          - |
            case "$1" in
            b) trap "" TERM; sleep 72.303 & while :; do wait; done;;
            c) setsid sleep 72.304 & sleep 72.305;;
            *) sleep 72.301 & sleep 72.302;;
            esac
          - sh
        check: none
        why: it sleeps
        """);
    Assize.Result result = assize.run("run", "spec.yaml");
    assertThat(result.status()).as("%s", result).isEqualTo(3);
    assertThat(records(assize.onlyRun())).isNotEmpty().allMatch(record -> !record.valid());
    assertThat(result.err()).contains("at its timeout of 1.000 s");
    assertThat(Assize.processesWith("72.30")).isEmpty();
  }

  /** Case 41, in the locale of its reporter: a comma is an error, never 1 or 15. */
  @Test
  void aCommaInANumberIsAnErrorAndOwnOutputHasAPoint() throws Exception {
    assize
        .with("LC_ALL", "de_DE.UTF-8")
        .with("JDK_JAVA_OPTIONS", "-Duser.language=de -Duser.country=DE");
    for (String number : List.of("1,5", "1.5")) {
      write(
          "{ a: { args: ['%s'] }, b: { args: [15] } }".formatted(number),
          1,
          """
          shell: true
          command: 'echo "op 1 $1" >> "$ASSIZE_CLOCK"'
          operations: [op]
          check: none
          why: nothing to see
          """);
      Assize.Result clock = assize.run("run", "spec.yaml");
      assertThat(clock.status()).as("%s", clock).isEqualTo(3);
      assertThat(clock.err() + clock.out())
          .contains("expected '<operation> <round> <nanoseconds>', or")
          .contains("found 'op 1  " + number + "'");
    }

    Files.writeString(
        temp.resolve("metric.yaml"),
        """
        assize: 1
        name: metric
        question: Is it so?
        arms: { a: { args: ["1,5"] }, b: { args: ["1.5"] } }
        design: { blocks: 2, warmups: 0, descriptive: true }
        metrics: { latency: { stdout: 'latency_ms ([0-9.,]+)', unit: ms, better: lower, primary: true } }
        scenarios:
          s: { shell: true, command: echo latency_ms, check: none, why: they differ }
        """);
    Assize.Result metric = assize.run("run", "metric.yaml");
    assertThat(metric.out().replaceAll("\\s+", " "))
        .as("%s", metric)
        .contains("expected a decimal number with a point, found 1,5");
    try (Stream<Path> runs = Files.list(temp.resolve("runs/metric"))) {
      assertThat(Files.readString(runs.toList().getFirst().resolve("report.csv")))
          .contains(",latency,,,1.5,ms,measured")
          .doesNotContain(",latency,,,1,5", ",15,");
    }

    Assize.Result plan = assize.run("plan", "--trial-time", "1.5s", "spec.yaml");
    assertThat(plan.out()).contains("3.0 s").doesNotContainPattern("[0-9],[0-9]");
    Assize.Result comma = assize.run("plan", "--trial-time", "1,5s", "spec.yaml");
    assertThat(comma.status()).isEqualTo(2);
    assertThat(comma.err()).contains("1,5s");
  }

  @Test
  void relativePathsOfASpecKeptInARunStartAtTheDirectoryThatIsGiven() throws Exception {
    Files.createDirectories(temp.resolve("specs/data"));
    Files.writeString(temp.resolve("specs/data/in"), "the right one");
    Files.createDirectories(temp.resolve("kept/data"));
    Files.writeString(temp.resolve("kept/data/in"), "the wrong one");
    write(
        "{ a: {}, b: { args: [-u] } }",
        1,
        """
        command: [cat]
        stdin: data/in
        checks: [ { stdout: equal } ]
        """);
    Files.move(temp.resolve("spec.yaml"), temp.resolve("kept/spec.yaml"));

    Assize.Result result = assize.run("run", "--directory", "specs", "kept/spec.yaml");

    assertThat(result.status()).as("%s", result).isEqualTo(0);
    RunDirectory run = RunDirectory.open(assize.onlyRun());
    assertThat(run.seal().directory()).isEqualTo(temp.resolve("specs").toAbsolutePath().toString());
    for (TrialRecord record : records(run.path())) {
      assertThat(run.attemptDirectory(record.attempt()).resolve("stdout"))
          .hasContent("the right one");
    }
    // What the report gives to reproduce the run names both.
    assertThat(Files.readString(run.path().resolve("report.md")))
        .contains("--directory " + temp.resolve("specs"));
  }

  @Test
  void anEstimateIsFromARunOfTheSameSpecElseItSaysHowToGetOne() throws Exception {
    write(
        "{ a: {}, b: { args: ['0.2'] } }",
        2,
        """
        command: [sleep, '0.1']
        timeout: 90s
        check: none
        why: it sleeps
        """);
    Assize.Result unknown = assize.run("plan", "spec.yaml");
    assertThat(unknown.status()).as("%s", unknown).isEqualTo(0);
    assertThat(unknown.out())
        .contains("estimated duration: unknown (no run of this very spec is under runs)")
        .contains("at most 6 min 0 s by the timeouts")
        .contains("give --pilot RUN or --trial-time, or run it once");
    JsonNode none = assize.run("plan", "--json", "spec.yaml").json();
    assertThat(none.has("estimatedSeconds")).isFalse();
    assertThat(none.get("atMostSeconds").asDouble()).isEqualTo(4 * 90.0);

    assertThat(assize.run("run", "spec.yaml").status()).isEqualTo(0);
    String id = String.valueOf(assize.onlyRun().getFileName());
    assertThat(assize.run("plan", "spec.yaml").out()).contains(" s (as run " + id + " took");
    JsonNode known = assize.run("plan", "--json", "spec.yaml").json();
    // Two of 0.1 s and two of 0.1 and 0.2 s: what they sleep is the least.
    assertThat(known.get("estimatedSeconds").asDouble()).isGreaterThan(0.8);
    assertThat(known.get("estimatedFrom").asString()).contains(id, "over 4 trials");

    // Another spec of the same name is another experiment, until it is named.
    Files.writeString(
        temp.resolve("spec.yaml"),
        Files.readString(temp.resolve("spec.yaml")).replace("blocks: 2", "blocks: 20"));
    assertThat(assize.run("plan", "spec.yaml").out()).contains("estimated duration: unknown");
    JsonNode longer = assize.run("plan", "--json", "--pilot", id, "spec.yaml").json();
    assertThat(longer.get("estimatedSeconds").asDouble()).isGreaterThan(8);
    // The journal of the named run must be whole.
    Files.writeString(assize.onlyRun().resolve("journal.jsonl"), "broken\n");
    assertThat(assize.run("plan", "--pilot", id, "spec.yaml").status()).isEqualTo(4);
  }

  static void assertComplete(Path run) throws Exception {
    RunDirectory directory = RunDirectory.open(run);
    Map<Integer, List<TrialRecord>> byTrial =
        records(run).stream().collect(Collectors.groupingBy(record -> record.attempt().trial()));
    assertThat(byTrial).hasSize(directory.plan().trials().size());
    assertThat(byTrial.values().stream().flatMap(Stream::of))
        .allSatisfy(
            attempts ->
                assertThat(attempts.stream().filter(TrialRecord::valid))
                    .as("%s", attempts)
                    .hasSize(1));
  }
}
