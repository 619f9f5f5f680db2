package dev.assize.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Expects cpu, cpuacct and memory in version 1 hierarchies, as this build's machine has them. */
final class CgroupTest {
  private static final List<String> ALL = List.of("cpu", "cpuacct", "memory");

  @TempDir Path temp;

  private static Cgroup create(List<String> controllers) throws IOException {
    return Cgroup.create(
        CgroupTree.read(), "assize-test-" + ProcessHandle.current().pid(), controllers);
  }

  @Test
  void childIsInsideBeforeItsFirstInstruction() throws Exception {
    try (Cgroup group = create(ALL)) {
      String membership =
          OwnThread.call(
              () -> {
                group.enter();
                String inside = Run.output("exec cat /proc/self/cgroup");
                group.leave();
                return inside;
              });
      for (String controller : ALL) {
        assertThat(membership)
            .containsPattern(":" + controller + ":/.*assize-test-" + ProcessHandle.current().pid());
      }
      assertThat(Files.readString(Path.of("/proc/self/cgroup"))).doesNotContain("assize-test");
    }
  }

  @Test
  void quotaHoldsTheCommandBack() throws Exception {
    try (Cgroup group = create(ALL)) {
      assertThat(group.cpu().quota()).isEmpty();
      CgroupCpu.Quota quota = new CgroupCpu.Quota(10_000, 100_000);
      group.cpu().setQuota(quota);
      assertThat(group.cpu().quota()).contains(quota);
      Completion burn =
          OwnThread.call(
              () -> {
                group.enter();
                try (Prepared prepared =
                    Run.shell("while :; do :; done", temp.resolve("o")).prepare()) {
                  return prepared.launchAndWait(
                      Supervision.timeout(
                          java.time.Duration.ofSeconds(2), java.time.Duration.ZERO));
                } finally {
                  group.leave();
                }
              });
      ResourceUsage usage = burn.usage();
      // A tenth of a processor for two seconds, plus slices that run over: far below a whole one.
      assertThat(usage.userNanos() + usage.systemNanos()).isLessThan(burn.wallNanos() / 2);
      assertThat(group.cpu().throttling().throttledPeriods()).isPositive();
      assertThat(group.cpu().throttling().throttledNanos()).isPositive();
      assertThat(group.cpu().throttling().periods()).isPositive();
      assertThat(group.cpuNanos()).isBetween(50_000_000L, burn.wallNanos() / 2);
    }
  }

  @Test
  void memoryLimitKillsWhatExceedsIt() throws Exception {
    try (Cgroup group = create(ALL)) {
      assertThat(group.memory().memoryLimit()).isEmpty();
      assertThat(group.memory().swapLimit()).isEmpty();
      group.memory().setLimits(32 << 20, 1 << 20);
      assertThat(group.memory().memoryLimit()).hasValue(32 << 20);
      assertThat(group.memory().swapLimit()).hasValue(1 << 20);
      group.memory().setLimits(64 << 20, 0);
      assertThat(group.memory().memoryLimit()).hasValue(64 << 20);
      assertThat(group.memory().swapLimit()).hasValue(0);
      Completion hog =
          OwnThread.call(
              () -> {
                group.enter();
                try (Prepared prepared =
                    Run.shell(
                            "exec dd if=/dev/zero of=/dev/null bs=200M count=1", temp.resolve("o"))
                        .prepare()) {
                  return prepared.launchAndWait(Supervision.none());
                } finally {
                  group.leave();
                }
              });
      assertThat(hog.status()).isEqualTo(new WaitStatus.Signalled(9, false));
      assertThat(hog.ending()).isEqualTo(Completion.Ending.BY_ITSELF);
      assertThat(group.memory().oomKills()).isEqualTo(1);
      assertThat(group.memory().peakBytes()).isBetween(60L << 20, 64L << 20);
    }
  }

  @Test
  void processesInsideAreListedAndKilledButNotThisOne() throws Exception {
    int self = (int) ProcessHandle.current().pid();
    try (Cgroup group = create(ALL)) {
      OwnThread.call(
          () -> {
            group.enter();
            try (Prepared prepared =
                Run.shell("setsid sleep 60 & sleep 60", temp.resolve("o")).prepare()) {
              Child child = prepared.launch();
              while (group.processes().size() < 3) {
                Thread.onSpinWait();
              }
              assertThat(group.processes()).contains(child.pid()).doesNotContain(self);
              assertThat(group.killAll()).hasSizeGreaterThanOrEqualTo(3).contains(child.pid());
              return child.await(Supervision.none());
            } finally {
              group.leave();
            }
          });
      assertThat(group.killAll()).isEmpty();
    }
  }

  @Test
  void wrappedSpawnEntersByItself() throws Exception {
    try (Cgroup group = create(ALL)) {
      Path out = temp.resolve("out");
      Spawn cat =
          Spawn.of("/bin/cat", List.of("/bin/cat", "/proc/self/cgroup"))
              .withStdio(Stdio.nullDevice(), Stdio.writeTo(out.toString()), new Stdio.Fd(1));
      assertThat(Run.wait(group.entering(cat)).status().isSuccess()).isTrue();
      for (String controller : ALL) {
        assertThat(Files.readString(out)).containsPattern(":" + controller + ":/.*assize-test");
      }
    }
  }

  @Test
  void groupInUseIsNotRemovedAndSaysWhy() throws Exception {
    Cgroup group = create(List.of("cpu"));
    try (group;
        Prepared prepared =
            group.entering(Spawn.of("/bin/sleep", List.of("/bin/sleep", "60"))).prepare()) {
      Child child = prepared.launch();
      while (group.processes().isEmpty()) {
        Thread.onSpinWait();
      }
      assertThatThrownBy(group::close)
          .isInstanceOf(IOException.class)
          .hasMessageContaining(Integer.toString(child.pid()));
      assertThat(group.killAll()).contains(child.pid());
      child.await(Supervision.none());
    }
  }

  @Test
  void missingControllerIsNamed() throws Exception {
    assertThatThrownBy(() -> create(List.of("cpu", "warp")))
        .isInstanceOfSatisfying(
            MissingControllerException.class, e -> assertThat(e.controller()).isEqualTo("warp"))
        .hasMessageContaining("memory");
    try (Cgroup group = create(List.of("cpu"))) {
      assertThatThrownBy(group::memory).hasMessageContaining("made with [cpu] only");
      assertThatThrownBy(() -> create(List.of("cpu")))
          .isInstanceOf(java.nio.file.FileAlreadyExistsException.class);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Cgroup.create(CgroupTree.read(), "../x", List.of("cpu")));
  }

  @Test
  void versionTwoIsEnteredThroughAShellOnly() throws Exception {
    CgroupTree tree = CgroupTree.read();
    String controller =
        tree.homes().entrySet().stream()
            .filter(entry -> entry.getValue().version() == 2)
            .map(java.util.Map.Entry::getKey)
            .findFirst()
            .orElseThrow();
    try (Cgroup group = create(List.of(controller))) {
      assertThat(group.canEnter()).isFalse();
      assertThatThrownBy(group::enter).hasMessageContaining("Cgroup.entering");
      Path out = temp.resolve("out");
      Spawn cat =
          Spawn.of("/bin/cat", List.of("/bin/cat", "/proc/self/cgroup"))
              .withStdio(Stdio.nullDevice(), Stdio.writeTo(out.toString()), new Stdio.Fd(1));
      assertThat(Run.wait(group.entering(cat)).status().isSuccess()).isTrue();
      assertThat(Files.readString(out)).containsPattern("(?m)^0::/.*assize-test");
    }
  }

  @Test
  void mountsOfEveryKindAreUnderstood() throws Exception {
    Path own = Files.createDirectories(temp.resolve("sys/fs/cgroup/uni fied/job"));
    Files.writeString(own.resolve("cgroup.controllers"), "cpu memory pids\n");
    CgroupTree two =
        CgroupTree.parse(
            "40 30 0:37 / /sys/fs/cgroup/uni\\040fied rw shared:9 - cgroup2 cgroup2 rw,nsdelegate\n",
            "0::/job\n",
            temp);
    assertThat(two.home("memory")).isEqualTo(new CgroupTree.Home(2, own));
    assertThat(two.home("cpuacct")).isEqualTo(new CgroupTree.Home(2, own));
    assertThatThrownBy(() -> two.home("blkio")).isInstanceOf(MissingControllerException.class);

    CgroupTree container =
        CgroupTree.parse(
            """
            31 30 0:28 /docker/ab /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct
            32 30 0:29 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory
            """,
            "4:cpu,cpuacct:/docker/ab/inner\n3:memory:/docker/ab\n2:pids:/\n1:name=systemd:/\n",
            Path.of("/"));
    assertThat(container.home("cpuacct"))
        .isEqualTo(new CgroupTree.Home(1, Path.of("/sys/fs/cgroup/cpu,cpuacct/inner")));
    assertThat(container.home("memory"))
        .isEqualTo(new CgroupTree.Home(1, Path.of("/sys/fs/cgroup/memory/docker/ab")));
    assertThatThrownBy(() -> container.home("pids")).hasMessageContaining("[cpu, cpuacct, memory]");
  }

  @Test
  void filesOfVersionTwoAreReadAndWritten() throws Exception {
    for (String name : List.of("cpu.max", "memory.max", "memory.swap.max")) {
      Files.writeString(temp.resolve(name), "max");
    }
    CgroupTree.Home home = new CgroupTree.Home(2, temp);
    CgroupCpu cpu = new CgroupCpu(home);
    CgroupMemory memory = new CgroupMemory(home);
    Files.writeString(temp.resolve("cpu.max"), "max 100000\n");
    assertThat(cpu.quota()).isEmpty();
    assertThat(memory.memoryLimit()).isEmpty();
    Files.writeString(temp.resolve("cpu.max"), "");
    cpu.setQuota(new CgroupCpu.Quota(150_000, 100_000));
    assertThat(temp.resolve("cpu.max")).hasContent("150000 100000");
    assertThat(cpu.quota()).contains(new CgroupCpu.Quota(150_000, 100_000));
    Files.writeString(temp.resolve("memory.max"), "");
    Files.writeString(temp.resolve("memory.swap.max"), "");
    memory.setLimits(4096, 0);
    assertThat(memory.memoryLimit()).hasValue(4096);
    assertThat(memory.swapLimit()).hasValue(0);
    Files.writeString(
        temp.resolve("cpu.stat"),
        "usage_usec 12\nnr_periods 3\nnr_throttled 2\nthrottled_usec 7\n");
    assertThat(cpu.throttling()).isEqualTo(new CgroupCpu.Throttling(3, 2, 7000));
    Files.writeString(temp.resolve("memory.peak"), "8192\n");
    Files.writeString(temp.resolve("memory.events"), "low 0\noom 1\noom_kill 5\n");
    assertThat(memory.peakBytes()).isEqualTo(8192);
    assertThat(memory.oomKills()).isEqualTo(5);
  }
}
