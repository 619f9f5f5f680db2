package dev.assize.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** What is decided before anything runs. */
final class CommandLineTest {
  @TempDir Path temp;
  Assize assize = new Assize(Path.of("."));

  @BeforeEach
  void start() {
    assize = new Assize(temp);
  }

  private void refused(String expected, String... arguments) throws Exception {
    Assize.Result result = assize.run(arguments);
    assertThat(result.status()).as("%s", result).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains(expected).doesNotContain("\tat ");
    assertThat(temp.resolve("runs")).doesNotExist();
  }

  @Test
  void aSpecErrorNamesFileLineColumnAndTheNearestKey() throws Exception {
    Files.writeString(
        temp.resolve("bad.yaml"),
        """
        assize: 1
        name: bad
        question: Is it?
        arms: { a: {}, b: { args: [x] } }
        scenarios: { s: { command: ['true'], checks: [{ stdout: equal }] } }
        design: { blocsk: 8 }
        """);
    refused("bad.yaml:6:11: ", "run", "bad.yaml");
    refused("did you mean 'blocks'?", "plan", "bad.yaml");
  }

  @Test
  void changesOfTheExperimentAreReadWithoutLeniencyAndShownByPlan() throws Exception {
    Files.writeString(
        temp.resolve("s.yaml"),
        """
        assize: 1
        name: changed
        question: Is it?
        arms: { a: {}, b: { env: { X: y } } }
        scenarios:
          one: { command: ['true'], checks: [{ stdout: equal }] }
          two: { command: ['true'], checks: [{ stdout: equal }] }
        profiles: { quick: { design: { blocks: 10, warmups: 0 } } }
        """);
    for (String command : List.of("run", "plan")) {
      refused("--cells: expected patterns that match a cell", command, "--cells", "on", "s.yaml");
      refused("cells: one/default, two/default", command, "--cells", "on", "s.yaml");
      refused("a comma; repeat --arm-env", command, "--arm-env", "A=1,B=2", "s.yaml");
      refused("found LD_PRELOAD", command, "--arm-env", "b:LD_PRELOAD=x", "s.yaml");
      refused("A twice", command, "--arm-env", "A=1", "--arm-env", "a:A=2", "s.yaml");
      refused("did you mean 'quick'?", command, "--profile", "quik", "s.yaml");
    }
    Assize.Result plan =
        assize.run(
            "plan",
            "--profile",
            "quick",
            "--cells",
            "!two",
            "--arm-env",
            "A=1",
            "--arm-env",
            "b:B=2",
            "s.yaml");
    assertThat(plan.status()).isEqualTo(0);
    assertThat(plan.out())
        .contains("20 trials: 1 cell x 2 arms x (10 blocks + 0 warm-up)")
        .contains("a run would note the deviation: only the cells --cells '!two' were planned")
        .contains("--arm-env A=1 was set", "--arm-env b:B=2 was set");
  }

  @Test
  void changesOfTheExperimentAreDeviationsOfTheRun() throws Exception {
    Files.writeString(
        temp.resolve("s.yaml"),
        """
        assize: 1
        name: changed
        question: Is it?
        arms: { a: {}, b: { args: [x] } }
        scenarios:
          one:
            command: [sh, -c, 'echo "$A"']
            checks: [{ stdout: { sha256: 4355a46b19d348dc2f57c046f8ef63d4538ebb936000f3c9ee954a27460dd865 } }]
          two: { command: ['false'], checks: [{ stdout: equal }] }
        design: { blocks: 10, warmups: 0 }
        """);
    Assize.Result run = assize.run("run", "--json", "--cells", "one", "--arm-env", "A=1", "s.yaml");

    assertThat(run.status()).as("%s", run).isEqualTo(0);
    assertThat(run.json().toString())
        .contains("deviation: only the cells --cells 'one' were planned")
        .contains("deviation: --arm-env A=1 was set beside what the spec says");
    assertThat(assize.run("verify", "latest").status()).isEqualTo(0);
    assertThat(assize.run("judge", "latest").status()).isEqualTo(0);
  }

  @Test
  void aMissingSpecIsNamed() throws Exception {
    refused("nope.yaml", "run", "nope.yaml");
  }

  @Test
  void aMissingExecutableIsNamedBeforeSealing() throws Exception {
    refused("/nowhere/tool", "ab", "--no-shell", "-n", "8", "/nowhere/tool x", "true");
  }

  @Test
  void wrongArgumentsOfAbAreUsageErrors() throws Exception {
    refused("expected a closing '", "ab", "--no-shell", "echo 'x", "true");
    refused("expected stdout, stderr, exit", "ab", "--check", "md5", "true", "true");
    refused("found both", "ab", "-n", "8", "--time-budget", "1s", "true", "true");
    refused("found '1,5s'", "ab", "--time-budget", "1,5s", "true", "true");
  }

  @Test
  void tooFewBlocksAreRefusedWithTheNumberNeeded() throws Exception {
    refused("raise blocks to 8", "ab", "-n", "4", "true", "true");
    refused("blocks", "ab", "-n", "0", "true", "true");
    refused("blocks", "ab", "-n", "-1", "true", "true");
  }

  @Test
  void anUnknownOptionIsAUsageError() throws Exception {
    Assize.Result result = assize.run("ab", "--blokcs", "3", "true", "true");
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err()).contains("'--blokcs'").contains("did you mean --blocks?");
    assertThat(result.out()).isEmpty();
  }

  @Test
  void aRunsDirectoryThatCannotBeWrittenIsFour() throws Exception {
    Files.writeString(temp.resolve("file"), "");
    Assize.Result result = assize.run("ab", "-n", "8", "--runs", "file", "true", "true");
    assertThat(result.status()).as("%s", result).isEqualTo(4);
    assertThat(result.err()).contains("file").doesNotContain("\tat ");
  }

  @Test
  void initNeverOverwritesAndWhatItWritesIsPlannedTheSameTwice() throws Exception {
    assertThat(assize.run("init").status()).isEqualTo(0);
    Path spec = temp.resolve("experiment.yaml");
    String text = Files.readString(spec);
    assertThat(assize.run("init", "-").out()).isEqualTo(text);
    Files.writeString(spec, "# mine\n" + text);
    refused("expected no such file, found one", "init");
    assertThat(spec).hasContent("# mine\n" + text);

    Assize.Result first = assize.run("plan", "experiment.yaml");
    Assize.Result second = assize.run("plan", "experiment.yaml");
    assertThat(first.status()).as("%s", first).isEqualTo(0);
    assertThat(second.out()).isEqualTo(first.out());
    Assize.Result json =
        assize.run("plan", "--json", "--noise", "3%", "--trial-time", "0.5s", "experiment.yaml");
    JsonNode plan = json.json();
    assertThat(plan.get("trials").size()).isEqualTo(plan.get("trialCount").asInt()).isPositive();
    assertThat(plan.get("estimatedSeconds").asDouble())
        .isEqualTo(0.5 * plan.get("trialCount").asInt());
    assertThat(plan.get("blocksNeeded").size()).isPositive();
    refused("--power: expected", "plan", "--noise", "3%", "--power", "1.5", "experiment.yaml");
  }

  @Test
  void doctorAndSelftestPrintOneJsonDocument() throws Exception {
    JsonNode findings = assize.run("doctor", "--json").json().get("findings");
    assertThat(findings.size()).isGreaterThan(10);
    Assize.Result selftest = assize.run("selftest", "--json", "--experiments", "0");
    assertThat(selftest.status()).as("%s", selftest).isEqualTo(0);
    for (JsonNode known : selftest.json().get("known")) {
      assertThat(known.get("right").asBoolean()).as("%s", known).isTrue();
    }
  }

  @Test
  void liveExperimentsCountTheDifferencesFound() throws Exception {
    Assize.Result selftest =
        assize.run(
            "selftest",
            "--json",
            "--experiments",
            "1",
            "--blocks",
            "8",
            "--command",
            "sleep 0.01",
            "--against",
            "sleep 0.05");
    assertThat(selftest.status()).as("%s", selftest).isEqualTo(0);
    JsonNode live = selftest.json().get("live");
    assertThat(live.get("experiments").asInt()).as("%s", live).isEqualTo(1);
    assertThat(live.get("differencesFound").asInt()).as("%s", live).isEqualTo(1);
    assertThat(live.get("medianChange").asDouble()).as("%s", live).isPositive();
    assertThat(live.get("withoutPValue").isEmpty()).as("%s", live).isTrue();
  }

  /** The outputs differ, so every experiment is void and none has a p-value. */
  @Test
  void liveExperimentsWithoutAPValueAreCountedByReason() throws Exception {
    Assize.Result selftest =
        assize.run("selftest", "--experiments", "1", "--blocks", "8", "--command", "date +%N");
    assertThat(selftest.out()).containsPattern("(?m)^no p-value in 2 more experiments: VOID$");
    assertThat(selftest.out()).doesNotContain("A/A:");
  }

  @Test
  void wrongCommandLineIsAnsweredInThreeLinesAtMost() throws Exception {
    Assize.Result wrong = assize.run("ab", "--run", "x", "true", "false");
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.out()).isEmpty();
    assertThat(wrong.err().lines())
        .hasSize(3)
        .first()
        .asString()
        .startsWith("assize: Unknown option: '--run'");
    assertThat(wrong.err()).contains("did you mean --runs?").contains("see assize ab --help");
    assertThat(assize.run("plan").err().lines())
        .containsExactly("assize: Missing required parameter: 'SPEC'", "see assize plan --help");
  }

  @Test
  void completionIsAScriptThatBashTakesAndRegisters() throws Exception {
    Files.writeString(temp.resolve("completion"), assize.run("generate-completion").out());
    Process bash =
        new ProcessBuilder(
                "bash", "-c", "bash -n completion && . ./completion && complete -p assize")
            .directory(temp.toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).as(said).isEqualTo(0);
    assertThat(said).matches("(?s)complete .*-F \\S+ assize\n");
  }

  @Test
  void helpOfEveryCommandGoesToStdoutAndSaysWhatTheExitStatusesMean() throws Exception {
    Assize.Result help = assize.run("--help");
    assertThat(help.status()).isEqualTo(0);
    assertThat(help.err()).isEmpty();
    for (int status : List.of(0, 1, 2, 3, 4, 130)) {
      assertThat(help.out()).containsPattern("(?m)^ +" + status + " +\\S");
    }
    assertThat(help.out()).doesNotContain("warm-start");
  }

  @Test
  void aSubcommandThatIsMadeAloneIsTheOneAmongAll() {
    CommandLine all = Main.commandLine();
    assertThat(all.getSubcommands()).hasSizeGreaterThan(10);
    all.getSubcommands()
        .forEach(
            (name, sub) -> {
              CommandLine alone = Main.commandLineFor(name, "x");
              assertThat(alone.getSubcommands())
                  .hasEntrySatisfying(
                      name,
                      made -> assertThat(made.getUsageMessage()).isEqualTo(sub.getUsageMessage()));
              if (!name.equals("generate-completion")) {
                assertThat(alone.getSubcommands()).containsOnlyKeys(name);
              }
            });
    assertThat(Main.commandLineFor("--help", "run").getUsageMessage())
        .isEqualTo(all.getUsageMessage());
  }
}
