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

  @Test
  void theSinkIsASettingAndIsReported() throws Exception {
    Assize.Result pipe =
        assize.run(
            "ab",
            "-n",
            "8",
            "-w",
            "0",
            "--output",
            "pipe",
            "[ -p /dev/fd/1 ]",
            "[ -p /dev/fd/1 ] && :");
    assertThat(pipe.status()).as("%s", pipe).isEqualTo(0);
    assertThat(spec()).contains("output: pipe");
    assertThat(pipe.out()).contains("pipe");
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

  @Test
  void aCommaInADurationIsAnErrorAndOwnOutputHasAPoint() throws Exception {
    Files.writeString(
        temp.resolve("spec.yaml"),
        """
        assize: 1
        name: comma
        question: Is it so?
        arms: { a: { args: ["1,5"] }, b: { args: ["1.5"] } }
        design: { blocks: 1, warmups: 0, descriptive: true }
        scenarios:
          s:
            shell: true
            command: 'echo "op 1 $1" >> "$ASSIZE_CLOCK"'
            operations: [op]
            check: none
            why: nothing to see
        """);
    Assize.Result plan =
        assize.with("LC_ALL", "de_DE.UTF-8").run("plan", "--trial-time", "1.5s", "spec.yaml");
    assertThat(plan.out()).doesNotContainPattern("[0-9],[0-9]");
    Assize.Result comma = assize.run("plan", "--trial-time", "1,5s", "spec.yaml");
    assertThat(comma.status()).isEqualTo(2);
    assertThat(comma.err()).contains("1,5s");
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
