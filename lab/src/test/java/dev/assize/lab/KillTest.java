package dev.assize.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.evidence.Ending;
import dev.assize.evidence.RunDirectory;
import dev.assize.evidence.TrialRecord;
import dev.assize.linux.CgroupTree;
import dev.assize.linux.ProcessStat;
import dev.assize.linux.ProcessTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a lab at random moments and resumes it. {@code -Dassize.kills=300} kills as often as that;
 * {@code -Dassize.kill-seed=…} draws other moments.
 */
final class KillTest {
  private static final int KILLS = Integer.getInteger("assize.kills", 12);
  private static final long SEED = Long.getLong("assize.kill-seed", 20_261_202L);

  @TempDir Path temp;

  private static String spec(int blocks, String isolation) {
    return """
        assize: 1
        name: kill
        question: Is anything lost?
        arms: { a: { env: { ARM: a } }, b: { env: { ARM: b } } }
        design: { blocks: %d, warmups: 1, descriptive: true }
        gates: { checks: trial, clock-step: note }
        isolation: %s
        scenarios:
          s:
            shell: true
            workspace: { template: template }
            setup: ['test ! -e ${cache}/set-$ARM && touch ${cache}/set-$ARM && sleep 0.1']
            prepare: ['cat big > copy']
            command: 'cat copy; sleep 0.06161 & wait; echo $ARM > done'
            cleanup: ['rm -f ${cache}/set-$ARM']
            checks: [{ stdout: equal }]
        """
        .formatted(blocks, isolation);
  }

  @Test
  void everyTrialHasExactlyOneValidLastAttemptWhenTheLabIsKilledAgainAndAgain() throws Exception {
    killAndResume(KILLS, "{ cpus: [0] }");
  }

  @Test
  void groupsAndNamespacesOfAKilledLabAreRemoved() throws Exception {
    killAndResume(Math.max(4, KILLS / 3), "{ cpu-quota: 90%, namespaces: [mount, pid] }");
    for (CgroupTree.Home home : CgroupTree.read().homes().values()) {
      try (Stream<Path> groups = Files.list(home.ownGroup())) {
        assertThat(groups)
            .noneMatch(g -> g.getFileName().toString().startsWith("assize-" + runName()));
      }
    }
    for (ProcessStat process : ProcessTable.snapshot()) {
      assertThat(environment(process.pid())).doesNotContain(temp.resolve(runName()).toString());
    }
  }

  private static String environment(int pid) {
    try {
      byte[] bytes = Files.readAllBytes(Path.of("/proc/" + pid + "/environ"));
      return new String(bytes, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      // Gone, or not to be read.
      return "";
    }
  }

  /** Another in each JVM, since builds may go on side by side. */
  private static String runName() {
    return "killed-" + ProcessHandle.current().pid();
  }

  private void killAndResume(int kills, String isolation) throws Exception {
    Files.createDirectory(temp.resolve("template"));
    Files.write(temp.resolve("template/big"), new byte[100_000]);
    // A kill lets some trials pass; there must be some left for the last one.
    RunDirectory run = Runs.create(temp.resolve(runName()), spec(8 + 3 * kills, isolation));
    Random random = new Random(SEED);
    Path output = temp.resolve("output");
    List<String> command = RunMain.command(System.getProperty("java.class.path"), run.path());
    for (int kill = 0; kill < kills; kill++) {
      Process lab = RunMain.start(command, output);
      // From the start on, setups included; two of three times from the first trial on.
      waitFor(kill % 3 == 0 ? "PlanStarted" : "TrialStarting", output, lab);
      Thread.sleep(random.nextInt(700));
      assertThat(lab.isAlive()).as("%s", Files.readString(output)).isTrue();
      lab.destroyForcibly();
      assertThat(lab.waitFor()).isEqualTo(128 + 9);
    }
    Process lab = RunMain.start(command, output);
    assertThat(lab.waitFor(180, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readString(output)).contains("LabResult[complete=true");

    Map<Integer, List<TrialRecord>> byTrial =
        Runs.records(run).stream().collect(Collectors.groupingBy(r -> r.attempt().trial()));
    assertThat(byTrial).hasSize(run.plan().trials().size());
    byTrial.forEach(
        (_, records) -> {
          assertThat(records.getLast().valid()).as("%s", records.getLast()).isTrue();
          assertThat(records.subList(0, records.size() - 1))
              .allMatch(r -> r.ending() instanceof Ending.Interrupted);
        });
    long interrupted = byTrial.values().stream().mapToLong(records -> records.size() - 1).sum();
    assertThat(interrupted).isBetween(1L, (long) kills);
    assertThat(Runs.findings(run)).isEmpty();
    assertThat(run.path().resolve("work")).doesNotExist();
    assertThat(ProcessTable.snapshot())
        .noneMatch(p -> ProcessTable.commandLine(p.pid()).contains("0.06161"));
    try (Stream<Path> cache = Files.list(run.path().resolve("cache/s/default"))) {
      assertThat(cache).isEmpty();
    }
  }

  /** The first resume after a kill can take some time: it undoes what the kill left. */
  private static void waitFor(String text, Path output, Process lab) throws Exception {
    for (int i = 0; i < 6000 && lab.isAlive() && !Files.readString(output).contains(text); i++) {
      Thread.sleep(10);
    }
    assertThat(Files.readString(output)).contains(text);
  }
}
