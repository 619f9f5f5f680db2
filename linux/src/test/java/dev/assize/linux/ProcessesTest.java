package dev.assize.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcessesTest {
  @TempDir Path temp;

  @Test
  void killReachesTheProcessAndTellsWhenItIsGone() throws Exception {
    try (Prepared prepared = Spawn.of("/bin/sleep", List.of("sleep", "60")).prepare()) {
      Child child = prepared.launch();
      assertThat(Processes.kill(child.pid(), 0)).isTrue();
      assertThat(Processes.kill(child.pid(), Signals.SIGTERM)).isTrue();
      Completion completion = child.await(Supervision.none());
      assertThat(completion.status()).isEqualTo(new WaitStatus.Signalled(15, false));
      assertThat(Processes.kill(child.pid(), 0)).isFalse();
      assertThat(Processes.killGroup(child.pid(), 0)).isFalse();
    }
  }

  @Test
  void idsThatWouldReachStrangersAreRefused() {
    for (int id : new int[] {0, -1}) {
      assertThatIllegalArgumentException().isThrownBy(() -> Processes.kill(id, 0));
      assertThatIllegalArgumentException().isThrownBy(() -> Processes.killGroup(id, 0));
      assertThatIllegalArgumentException().isThrownBy(() -> Processes.reap(id));
    }
    assertThatIllegalArgumentException().isThrownBy(() -> Processes.killGroup(1, 0));
  }

  @Test
  void killGroupReachesEveryMember() throws Exception {
    Path out = temp.resolve("out");
    try (Prepared prepared = Run.shell("sleep 60 & echo $!; wait", out).prepare()) {
      Child child = prepared.launch();
      while (Files.size(out) == 0) {
        Thread.onSpinWait();
      }
      assertThat(Processes.killGroup(child.pid(), Signals.SIGKILL)).isTrue();
      child.await(Supervision.none());
    }
    SpawnTest.awaitGone(Integer.parseInt(Files.readString(out).strip()));
  }

  @Test
  void pidFdFollowsOneProcess() throws Exception {
    try (Prepared prepared = Spawn.of("/bin/sleep", List.of("sleep", "60")).prepare()) {
      Child child = prepared.launch();
      try (PidFd reference = PidFd.open(child.pid())) {
        assertThat(reference.hasEnded()).isFalse();
        assertThat(reference.signal(Signals.SIGKILL)).isTrue();
        child.await(Supervision.none());
        assertThat(reference.hasEnded()).isTrue();
        assertThat(reference.signal(Signals.SIGKILL)).isFalse();
      }
    }
    assertThatThrownBy(() -> PidFd.open(4_000_000))
        .isInstanceOf(LinuxException.class)
        .hasMessageContaining("4000000");
  }

  @Test
  void orphanIsAdoptedAndReapedWithItsUsage() throws Exception {
    int self = (int) ProcessHandle.current().pid();
    Processes.adoptOrphans(true);
    try {
      Path out = temp.resolve("out");
      String burn = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";
      Completion leader = Run.wait(Run.shell("setsid sh -c '" + burn + "; exit 9' & echo $!", out));
      int orphan = Integer.parseInt(Files.readString(out).strip());
      assertThat(leader.status().isSuccess()).isTrue();
      assertThat(ProcessTable.childrenOf(self)).anyMatch(process -> process.pid() == orphan);
      Optional<Processes.Reaped> reaped = Processes.reap(orphan);
      while (reaped.isEmpty()) {
        Thread.onSpinWait();
        reaped = Processes.reap(orphan);
      }
      assertThat(reaped.get().pid()).isEqualTo(orphan);
      assertThat(reaped.get().status()).isEqualTo(new WaitStatus.Exited(9));
      ResourceUsage usage = reaped.get().usage();
      assertThat(usage.userNanos() + usage.systemNanos())
          .isGreaterThan(leader.usage().userNanos() + leader.usage().systemNanos());
      assertThatThrownBy(() -> Processes.reap(orphan))
          .isInstanceOf(LinuxException.class)
          .hasMessageContaining("ECHILD");
    } finally {
      Processes.adoptOrphans(false);
    }
  }

  @Test
  void limitsAreReadAndSetForAnotherProcess() throws Exception {
    try (Prepared prepared = Spawn.of("/bin/sleep", List.of("sleep", "60")).prepare()) {
      Child child = prepared.launch();
      var wanted = new Processes.LimitValue(OptionalLong.of(100), OptionalLong.of(200));
      Processes.setLimit(child.pid(), Processes.Limit.OPEN_FILES, wanted);
      assertThat(Processes.limit(child.pid(), Processes.Limit.OPEN_FILES)).isEqualTo(wanted);
      assertThat(Files.readString(Path.of("/proc/" + child.pid() + "/limits")))
          .containsPattern("Max open files +100 +200 +files");
      var unlimited = new Processes.LimitValue(OptionalLong.empty(), OptionalLong.empty());
      Processes.setLimit(child.pid(), Processes.Limit.CORE_BYTES, unlimited);
      assertThat(Processes.limit(child.pid(), Processes.Limit.CORE_BYTES)).isEqualTo(unlimited);
      assertThatThrownBy(
              () ->
                  Processes.setLimit(
                      child.pid(),
                      Processes.Limit.OPEN_FILES,
                      new Processes.LimitValue(OptionalLong.of(300), OptionalLong.of(200))))
          .hasMessageContaining("EINVAL");
      Processes.kill(child.pid(), Signals.SIGKILL);
      child.await(Supervision.none());
    }
  }
}
