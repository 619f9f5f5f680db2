package dev.assize.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

final class ThreadSettingsTest {
  @Test
  void childStartsOnTheProcessorsOfItsThread() throws Exception {
    BitSet all = ThreadSettings.affinity(0);
    int last = all.length() - 1;
    String list =
        OwnThread.call(
            () -> {
              BitSet only = new BitSet();
              only.set(last);
              ThreadSettings.setAffinity(only);
              assertThat(ThreadSettings.affinity(0)).isEqualTo(only);
              return Run.output("exec grep Cpus_allowed_list /proc/self/status");
            });
    assertThat(list).isEqualTo("Cpus_allowed_list:\t" + last + "\n");
    assertThat(ThreadSettings.affinity(0)).isEqualTo(all);
  }

  @Test
  void noSuchProcessorIsRefused() throws Exception {
    BitSet absent = new BitSet();
    absent.set(8000);
    OwnThread.call(
        () -> {
          assertThatThrownBy(() -> ThreadSettings.setAffinity(absent))
              .isInstanceOf(LinuxException.class)
              .hasMessageContaining("EINVAL")
              .hasMessageContaining("{8000}");
          return true;
        });
  }

  @Test
  void childInheritsTheNiceValueOfItsThread() throws Exception {
    String inside =
        OwnThread.call(
            () -> {
              ThreadSettings.setNice(7);
              assertThat(ThreadSettings.nice(0)).isEqualTo(7);
              ThreadSettings.setNice(-3);
              assertThat(ThreadSettings.nice(ThreadSettings.threadId())).isEqualTo(-3);
              return Run.output("exec cut -d' ' -f19 /proc/self/stat");
            });
    assertThat(inside).isEqualTo("-3\n");
    assertThat(ThreadSettings.nice(0)).isZero();
  }

  @Test
  void policyIsReported() throws Exception {
    assertThat(ThreadSettings.policy(0)).isEqualTo(ThreadSettings.Policy.OTHER);
    try (Prepared prepared =
        Spawn.of("/usr/bin/chrt", java.util.List.of("chrt", "-b", "0", "/bin/sleep", "60"))
            .prepare()) {
      Child child = prepared.launch();
      while (!ProcessTable.find(child.pid()).orElseThrow().command().equals("sleep")) {
        Thread.onSpinWait();
      }
      assertThat(ThreadSettings.policy(child.pid())).isEqualTo(ThreadSettings.Policy.BATCH);
      Processes.kill(child.pid(), Signals.SIGKILL);
      child.await(Supervision.none());
    }
    assertThatThrownBy(() -> ThreadSettings.policy(4_000_000)).hasMessageContaining("ESRCH");
  }

  @Test
  void addressRandomisationIsInherited() throws Exception {
    String inside =
        OwnThread.call(
            () -> {
              assertThat(ThreadSettings.randomizesAddresses()).isTrue();
              ThreadSettings.setRandomizesAddresses(false);
              assertThat(ThreadSettings.randomizesAddresses()).isFalse();
              return Run.output("exec cat /proc/self/personality");
            });
    assertThat(inside).isEqualTo("00040000\n");
  }
}
