package dev.assize.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.evidence.Ending;
import dev.assize.evidence.RunDirectory;
import dev.assize.evidence.TrialRecord;
import dev.assize.linux.CgroupTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Needs root, the cgroup controllers cpu and memory, and namespaces. */
final class IsolationTest {
  @TempDir Path temp;

  private RunDirectory run(String scenario, String isolation) throws Exception {
    RunDirectory run =
        Runs.create(
            temp.resolve("run"),
            Runs.spec(scenario, "gates: { checks: trial }\nisolation: " + isolation + "\n"));
    assertThat(Lab.carryOut(run, _ -> {}, new Stop()).complete()).isTrue();
    return run;
  }

  private static String stdout(RunDirectory run, TrialRecord record) throws Exception {
    return Files.readString(run.attemptDirectory(record.attempt()).resolve("stdout"));
  }

  private static void assertNoGroupLeft() throws Exception {
    for (CgroupTree.Home home : CgroupTree.read().homes().values()) {
      try (Stream<Path> groups = Files.list(home.ownGroup())) {
        assertThat(groups)
            .noneMatch(
                g ->
                    g.getFileName().toString().startsWith("assize-run-")
                        && g.toString().endsWith("-" + ProcessHandle.current().pid()));
      }
    }
  }

  @Test
  void affinityAndNiceAreInForceAtTheFirstInstruction() throws Exception {
    RunDirectory run =
        run(
            "shell: true\ncommand: 'grep Cpus_allowed_list /proc/self/status; nice'\ncheck: none\nwhy: x\n",
            "{ cpus: [1], nice: 5 }");
    for (TrialRecord record : Runs.records(run)) {
      assertThat(record.valid()).isTrue();
      assertThat(stdout(run, record)).isEqualTo("Cpus_allowed_list:\t1\n5\n");
      assertThat(record.inForce()).containsEntry("cpus", "{1}").containsEntry("nice", "5");
    }
  }

  @Test
  void launchIsWarmedByAnotherProgramInTheSamePlace() throws Exception {
    RunDirectory run =
        run(
            "shell: true\ncommand: 'cut -d\" \" -f1,4 /proc/$$/stat'\ncheck: none\nwhy: x\n",
            "{ namespaces: [mount, pid] }");
    for (TrialRecord record : Runs.records(run)) {
      assertThat(record.valid()).isTrue();
      assertThat(record.inForce().get("warming-launch"))
          .matches("/(usr/)?bin/env, once, right before the command");
      // Pid 1 holds the namespace, and pid 2 was the warming launch.
      assertThat(stdout(run, record)).isEqualTo("3 0\n");
    }
  }

  @Test
  void quotaAndMemoryAreReadBackAndHold() throws Exception {
    RunDirectory run =
        run(
            """
            command:
              - python3
              - -c
              - |
                import os
                groups = [l.strip().split(':', 2) for l in open('/proc/self/cgroup')]
                group = [g for _, c, g in groups if c in ('cpu', '') and 'assize-' in g][0]
                v1 = '/sys/fs/cgroup/cpu' + group + '/cpu.cfs_quota_us'
                v2 = '/sys/fs/cgroup' + group + '/cpu.max'
                print(open(v1 if os.path.exists(v1) else v2).read().split()[0])
                if os.environ['ARM'] == 'b':
                    bytearray(300 << 20)
            check: none
            why: x
            """,
            "{ cpu-quota: 50%, memory: 64MiB, swap: 0 }");
    for (TrialRecord record : Runs.records(run)) {
      assertThat(record.inForce())
          .containsEntry("cpu-quota", "50000 of each 100000 microseconds of CPU")
          .containsEntry("memory", (64 << 20) + " B")
          .containsEntry("swap", "0 B");
      if (record.arm().value().equals("a")) {
        assertThat(record.valid()).as("%s", record).isTrue();
        assertThat(stdout(run, record)).isEqualTo("50000\n");
      } else {
        assertThat(record.ending()).isEqualTo(new Ending.Signalled(9));
      }
    }
    assertNoGroupLeft();
  }

  @Test
  void processesInTheGroupAreEndedAtATimeout() throws Exception {
    RunDirectory run =
        run(
            "shell: true\ncommand: '(setsid env -i /bin/sleep 31311 &); sleep 31312'\ntimeout: 300ms\ncheck: none\nwhy: x\n",
            "{ cpu-quota: 80% }");
    for (TrialRecord record : Runs.records(run)) {
      assertThat(record.ending()).isEqualTo(new Ending.TimedOut());
      assertThat(Runs.gate(record, "leftovers").detail()).contains("sleep 31311");
    }
    assertNoGroupLeft();
  }

  @Test
  void privateNamespacesAreOfTheTrialAndLeftoversInThemAreFound() throws Exception {
    Path mountPoint = Files.createDirectory(temp.resolve("mount point"));
    RunDirectory run =
        run(
            """
            shell: true
            command: 'readlink /proc/self/ns/pid /proc/self/ns/mnt; mount -t tmpfs none "%s" && touch "%s/x"; echo $$; if [ $ARM = b ]; then sleep 31321 & fi'
            check: none
            why: x
            """
                .formatted(mountPoint, mountPoint),
            "{ namespaces: [mount, pid] }");
    String own = Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
    for (TrialRecord record : Runs.records(run)) {
      List<String> lines = stdout(run, record).lines().toList();
      assertThat(lines.get(0)).isEqualTo(record.inForce().get("pid-namespace")).isNotEqualTo(own);
      assertThat(lines.get(1)).isEqualTo(record.inForce().get("mount-namespace"));
      assertThat(Integer.parseInt(lines.get(2))).isLessThan(10);
      assertThat(Runs.gate(record, "leftovers").passed())
          .as("%s", record.gates())
          .isEqualTo(record.arm().value().equals("a"));
    }
    assertThat(mountPoint).isEmptyDirectory();
    assertThat(Files.readString(Path.of("/proc/self/mountinfo"))).doesNotContain("mount\\040point");
    assertThat(Leftovers.present()).isEmpty();
  }

  @Test
  void processorThatIsNotThereFailsTheAttemptByName() throws Exception {
    RunDirectory run = run("command: [\"true\"]\ncheck: none\nwhy: x\n", "{ cpus: [0, 700] }");
    assertThat(Runs.records(run))
        .hasSize(2)
        .allSatisfy(
            r ->
                assertThat(((Ending.NotStarted) r.ending()).why())
                    .contains("asked the kernel for CPUs {0, 700}", "{0}"));
    assertThat(Preflight.problems(run.spec().experiment()))
        .singleElement()
        .asString()
        .contains("{0, 700}");
  }

  @Test
  void preflightNamesEverythingThatIsMissing() throws Exception {
    RunDirectory run =
        Runs.create(
            temp.resolve("run"),
            Runs.spec(
                """
                command: [no-such-program]
                setup: [[also-missing]]
                stdin: no-stdin
                inputs: [no-input]
                workspace: { template: no-template }
                check: none
                why: x
                """,
                "gates: { outside-writes: { watch: [no-watch] } }\n"));
    assertThat(Preflight.problems(run.spec().experiment()))
        .anyMatch(p -> p.contains("no-such-program"))
        .anyMatch(p -> p.contains("also-missing"))
        .anyMatch(p -> p.contains("stdin: expected " + temp.resolve("no-stdin")))
        .anyMatch(p -> p.contains("input: expected " + temp.resolve("no-input")))
        .anyMatch(p -> p.contains("template: expected a directory at"))
        .anyMatch(p -> p.contains("watched path: expected"));
    assertThat(Preflight.problems(run.spec().experiment(), temp)).hasSizeGreaterThan(5);
  }
}
