package dev.assize.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Needs root in the machine's first pid namespace, and a kernel with taskstats. */
final class TaskStatsTest {
  private static final int SELF = (int) ProcessHandle.current().pid();

  @TempDir Path temp;

  @Test
  void recordOfAReapedChildHasItsOwnPeakAndNotTheLaunchers() throws IOException {
    long bytes = 20 << 20;
    assertThat(ProcSelf.peakRssBytes()).isGreaterThan(2 * bytes);
    try (TaskStats stats = TaskStats.listen()) {
      Completion completion =
          Run.wait(Run.shell("exec dd if=/dev/zero of=/dev/null count=1 bs=20M", out()));
      assertThat(stats.take().orElseThrow())
          .filteredOn(exit -> exit.pid() == completion.pid())
          .singleElement()
          .satisfies(
              exit -> {
                assertThat(exit.parent()).isEqualTo(SELF);
                assertThat(exit.executed()).isTrue();
                assertThat(exit.peakRssBytes()).isBetween(bytes, bytes + (8L << 20));
              });
      assertThat(stats.take().orElseThrow()).noneMatch(exit -> exit.pid() == completion.pid());
    }
  }

  @Test
  void recordsComeInTheOrderOfTheEndsAndNameTheParents() throws IOException {
    try (TaskStats stats = TaskStats.listen()) {
      int shell = Run.wait(Run.shell("/bin/true; /bin/true; :", out())).pid();
      List<TaskExit> exits =
          stats.take().orElseThrow().stream()
              .filter(exit -> exit.pid() == shell || exit.parent() == shell)
              .toList();
      assertThat(exits).extracting(TaskExit::parent).containsExactly(shell, shell, SELF);
      assertThat(exits).allMatch(TaskExit::executed);
    }
  }

  @Test
  void childThatNeverCalledExecIsMarked() throws IOException {
    try (TaskStats stats = TaskStats.listen()) {
      assertThatThrownBy(() -> Run.wait(Spawn.of("/no/such/file", List.of("x"))))
          .isInstanceOf(LinuxException.class);
      assertThat(stats.take().orElseThrow())
          .filteredOn(exit -> exit.parent() == SELF)
          .singleElement()
          .satisfies(
              exit -> {
                assertThat(exit.executed()).isFalse();
                // It was in the address space of this JVM.
                assertThat(exit.peakRssBytes()).isGreaterThan(ProcSelf.peakRssBytes() / 2);
              });
    }
  }

  @Test
  void lostRecordsAreToldOnceAndNotTakenForNone() throws IOException {
    try (TaskStats stats = TaskStats.listen(1)) {
      for (int i = 0; i < 20; i++) {
        Run.wait(Spawn.of("/bin/true", List.of("true")));
      }
      assertThat(stats.take()).isEmpty();
      int pid = Run.wait(Spawn.of("/bin/true", List.of("true"))).pid();
      assertThat(stats.take().orElseThrow()).anyMatch(exit -> exit.pid() == pid);
    }
  }

  @Test
  void discardedRecordsAreNotTaken() throws IOException {
    try (TaskStats stats = TaskStats.listen()) {
      int first = Run.wait(Spawn.of("/bin/true", List.of("true"))).pid();
      stats.discard();
      int second = Run.wait(Spawn.of("/bin/true", List.of("true"))).pid();
      assertThat(stats.take().orElseThrow())
          .extracting(TaskExit::pid)
          .contains(second)
          .doesNotContain(first);
    }
  }

  @Test
  void structureOfAnUnknownLayoutIsNotRead() {
    assertThat(TaskExit.decode(stats(14, 328))).contains(new TaskExit(4711, 17, false, 5 * 1024));
    assertThat(TaskExit.decode(stats(16, 500))).isPresent();
    assertThat(TaskExit.decode(stats(15, 500))).isEmpty();
    assertThat(TaskExit.decode(stats(1, 328))).isEmpty();
    assertThat(TaskExit.decode(stats(14, 200))).isEmpty();
  }

  private static ByteBuffer stats(int version, int bytes) {
    ByteBuffer stats = ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
    stats.putShort(0, (short) version).put(8, (byte) 1).putInt(128, 4711).putInt(132, 17);
    return bytes > 200 ? stats.putLong(200, 5) : stats;
  }

  private Path out() {
    return temp.resolve("out");
  }
}
