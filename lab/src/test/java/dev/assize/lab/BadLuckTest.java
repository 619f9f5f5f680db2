package dev.assize.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assize.evidence.Ending;
import dev.assize.evidence.RunDirectory;
import dev.assize.evidence.TrialRecord;
import dev.assize.linux.Mounts;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Needs root: mounts small file systems, and runs a lab as another user. */
final class BadLuckTest {
  private static final String NOBODY = "65534";

  @TempDir Path temp;

  private static void sh(String command) throws Exception {
    Process process = new ProcessBuilder("/bin/sh", "-c", command).inheritIO().start();
    assertThat(process.waitFor()).as(command).isZero();
  }

  @Test
  void fullDiskIsToldAndTheRunIsResumedWhenThereIsRoom() throws Exception {
    Path small = Files.createDirectory(temp.resolve("small"));
    Mounts.tmpfs(small.toString(), 2 << 20);
    try {
      RunDirectory run =
          Runs.create(
              small.resolve("run"),
              Runs.spec(
                      """
                  shell: true
                  setup: ['touch ${cache}/set']
                  command: 'head -c 600000 /dev/zero; sleep 0.01'
                  cleanup: ['rm ${cache}/set']
                  checks: [{ stdout: equal }]
                  """,
                      "gates: { checks: trial }\n")
                  .replace("blocks: 1", "blocks: 4"));
      assertThatThrownBy(() -> Lab.carryOut(run, _ -> {}, new Stop()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("No space left on device")
          .hasMessageContaining("resume");
      assertThat(Leftovers.present()).isEmpty();
      assertThat(run.path().resolve("cache/s/default/set")).doesNotExist();

      sh("mount -o remount,size=64m " + small);
      assertThat(Lab.carryOut(run, _ -> {}, new Stop()).complete()).isTrue();
      assertThat(Runs.findings(run)).isEmpty();
      assertThat(Runs.records(run).stream().filter(TrialRecord::valid)).isNotEmpty();
    } finally {
      Mounts.detach(small.toString());
    }
  }

  @Test
  void readOnlyDiskIsTold() throws Exception {
    Path small = Files.createDirectory(temp.resolve("small"));
    Mounts.tmpfs(small.toString(), 8 << 20);
    try {
      RunDirectory run =
          Runs.create(
              small.resolve("run"), Runs.spec("command: [\"true\"]\ncheck: none\nwhy: x\n"));
      sh("mount -o remount,ro " + small);
      assertThatThrownBy(() -> Lab.carryOut(run, _ -> {}, new Stop()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("Read-only file system");
    } finally {
      Mounts.detach(small.toString());
    }
  }

  @Test
  void runDirectoryThatIsDeletedUnderTheLabIsTold() throws Exception {
    RunDirectory run =
        Runs.create(
            temp.resolve("run"), Runs.spec("command: [sleep, '0.05']\ncheck: none\nwhy: x\n"));
    assertThatThrownBy(
            () ->
                Lab.carryOut(
                    run,
                    event -> {
                      if (event instanceof ProgressEvent.TrialFinished) {
                        try {
                          Trees.remove(run.path());
                        } catch (IOException e) {
                          throw new IllegalStateException(e);
                        }
                      }
                    },
                    new Stop()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("expected the run directory " + run.path())
        .hasMessageContaining("deleted or renamed");
    assertThat(run.path()).doesNotExist();
    assertThat(Leftovers.present()).isEmpty();
  }

  @Test
  void deletedWhileACommandRuns() throws Exception {
    RunDirectory run =
        Runs.create(
            temp.resolve("run"),
            Runs.spec(
                "shell: true\ncommand: 'rm -rf %s; sleep 0.1'\ncheck: none\nwhy: x\n"
                    .formatted(temp.resolve("run"))));
    assertThatThrownBy(() -> Lab.carryOut(run, _ -> {}, new Stop()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("deleted or renamed");
    assertThat(run.path()).doesNotExist();
  }

  @Test
  void secondLabAtTheSameRunIsRefused() throws Exception {
    RunDirectory run =
        Runs.create(temp.resolve("run"), Runs.spec("command: [\"true\"]\ncheck: none\nwhy: x\n"));
    assertThat(
            Lab.carryOut(
                    run,
                    event -> {
                      if (event instanceof ProgressEvent.PlanStarted) {
                        assertThatThrownBy(() -> Lab.carryOut(run, _ -> {}, new Stop()))
                            .hasMessageContaining("in use by");
                      }
                    },
                    new Stop())
                .complete())
        .isTrue();
  }

  /** Copies the class path to where another user may read it. */
  private String readableClassPath() throws Exception {
    Path copies = Files.createDirectory(temp.resolve("classes"));
    List<String> entries = new ArrayList<>();
    int number = 0;
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (Files.exists(Path.of(entry))) {
        Path copy = copies.resolve(number++ + "-" + Path.of(entry).getFileName());
        Trees.copy(Path.of(entry), copy);
        entries.add(copy.toString());
      }
    }
    sh("chmod -R a+rX " + copies + " && chmod a+rwx " + temp);
    return String.join(File.pathSeparator, entries);
  }

  private static String nobody(String isolation) {
    return """
        assize: 1
        name: nobody
        question: Does it work?
        arms: { a: { env: { ARM: a } }, b: { env: { ARM: b } } }
        design: { blocks: 2, warmups: 0, descriptive: true }
        gates: { checks: trial }
        isolation: %s
        scenarios:
          s:
            shell: true
            command: |
              id -u
              if [ $ARM = b ]; then
                setsid sleep 31331 &
                # In the middle of an exec a process has no arguments to be told by.
                until [ "$(tr '\\0' ' ' < /proc/$!/cmdline)" = 'sleep 31331 ' ]; do :; done
              fi
            checks: [{ stdout: equal }]
        """
        .formatted(isolation);
  }

  @Test
  void unprivilegedUserOnOneProcessorRunsAndIsToldWhatIsNotPossible() throws Exception {
    String classPath = readableClassPath();
    for (String isolation : List.of("{ nice: 5 }", "{ cpu-quota: 50% }", "{ namespaces: [pid] }")) {
      String name = "run" + isolation.length();
      RunDirectory run = Runs.create(temp.resolve(name), nobody(isolation));
      sh("chown -R " + NOBODY + ":" + NOBODY + " " + run.path());
      List<String> command =
          new ArrayList<>(
              List.of(
                  "taskset",
                  "-c",
                  "0",
                  "setpriv",
                  "--reuid=" + NOBODY,
                  "--regid=" + NOBODY,
                  "--clear-groups"));
      command.addAll(RunMain.command(classPath, run.path()));
      Path output = temp.resolve(name + ".out");
      Process lab = RunMain.start(command, output);
      assertThat(lab.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(Files.readString(output)).contains("LabResult[complete=true");
      List<TrialRecord> records = Runs.records(run);
      assertThat(records).hasSize(4);
      for (TrialRecord record : records) {
        if (isolation.contains("nice")) {
          assertThat(record.valid()).as("%s", record).isEqualTo(record.arm().value().equals("a"));
          assertThat(record.inForce())
              .containsEntry("cpus", "{0}")
              .containsEntry("nice", "5")
              .containsKey("max-rss-floor");
          assertThat(record.inForce().get("max-rss"))
              .startsWith("wait4, above the lab's own peak only: ")
              .contains("EPERM");
          // Nothing is known of the command's own peak, and no smaller number is made up.
          assertThat(record.usage().orElseThrow().maxRss().value()).isGreaterThan(20_000_000);
          if (!record.valid()) {
            assertThat(Runs.gate(record, "leftovers").detail()).contains("sleep 31331");
          }
        } else {
          assertThat(((Ending.NotStarted) record.ending()).why())
              .startsWith("the isolation asked for is not possible here: ")
              .containsPattern(isolation.contains("quota") ? "permission|cgroup" : "CAP_SYS_ADMIN");
        }
      }
      assertThat(Runs.findings(run)).isEmpty();
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(temp)))
        .startsWith("rwx");
  }
}
