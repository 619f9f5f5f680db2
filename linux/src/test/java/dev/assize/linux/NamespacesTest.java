package dev.assize.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NamespacesTest {
  @TempDir Path temp;

  @Test
  void mountsInsideAreNotSeenOutside() throws Exception {
    Path target = Files.createDirectory(temp.resolve("target"));
    Path source = Files.createDirectory(temp.resolve("source"));
    Files.writeString(source.resolve("file"), "shown");
    OwnThread.call(
        () -> {
          Namespaces.newMounts();
          Mounts.tmpfs(target.toString(), 1 << 20);
          assertThat(Run.output("stat -f -c '%T %b' " + target)).isEqualTo("tmpfs 256\n");
          Run.output("echo x > " + target + "/inside");
          Mounts.unmount(target.toString());
          Mounts.bindReadOnly(source.toString(), target.toString());
          assertThat(Run.output("cat " + target + "/file")).isEqualTo("shown");
          assertThat(Run.output("touch " + target + "/new 2>&1 || echo refused"))
              .contains("Read-only", "refused");
          Mounts.detach(target.toString());
          Mounts.bind(source.toString(), target.toString());
          return Run.output("touch " + target + "/new");
        });
    assertThat(target).isEmptyDirectory();
    assertThat(source.resolve("new")).exists();
    assertThat(Files.readString(Path.of("/proc/self/mountinfo"))).doesNotContain(temp.toString());
  }

  @Test
  void failedMountNamesItsArguments() {
    assertThatThrownBy(() -> Mounts.bind("/no/source", "/no/target"))
        .isInstanceOf(LinuxException.class)
        .hasMessageContaining("mount: ENOENT")
        .hasMessageContaining("/no/source on /no/target");
    assertThatThrownBy(() -> Mounts.unmount(temp.toString())).hasMessageContaining("EINVAL");
  }

  @Test
  void firstChildOfABarePidNamespaceIsPidOne() throws Exception {
    String inside =
        OwnThread.call(
            () -> {
              Namespaces.newPids();
              return Run.output("echo $$");
            });
    assertThat(inside).isEqualTo("1\n");
  }

  @Test
  void heldPidNamespaceHasItsOwnProcAndKillsEverythingAtItsEnd() throws Exception {
    long survivor =
        OwnThread.call(
            () -> {
              Namespaces.newMounts();
              try (PidNamespace namespace = PidNamespace.enter()) {
                namespace.mountProc();
                // The holder and this shell, which lists them itself.
                assertThat(Run.output("set -- /proc/[0-9]*; echo $$ $#")).isEqualTo("2 2\n");
                // The holder is env until it has become the sleeping program.
                String holder = Run.output("exec cat /proc/1/comm");
                for (int i = 0; i < 500 && holder.equals("env\n"); i++) {
                  Thread.sleep(10);
                  holder = Run.output("exec cat /proc/1/comm");
                }
                assertThat(holder).isEqualTo("sleep\n");
                Completion timed;
                try (Prepared prepared = Run.shell("kill -TERM $$", temp.resolve("o")).prepare()) {
                  timed = prepared.launchAndWait(Supervision.none());
                }
                // As pid 1 it would have survived its own signal.
                assertThat(timed.status()).isEqualTo(new WaitStatus.Signalled(15, false));
                Run.output("setsid sleep 0.1 > /dev/null & exit 0");
                List<ProcessStat> orphans = ProcessTable.childrenOf(namespace.holderPid());
                for (int i = 0; i < 500 && !orphans.isEmpty(); i++) {
                  Thread.sleep(10);
                  orphans = ProcessTable.childrenOf(namespace.holderPid());
                }
                assertThat(orphans).as("the kernel reaps them").isEmpty();
                Run.output("setsid sleep 4242 > /dev/null & exit 0");
                return (long) namespace.holderPid();
              }
            });
    assertThat(Path.of("/proc/" + survivor)).doesNotExist();
    assertThat(ProcessTable.snapshot())
        .noneMatch(p -> ProcessTable.commandLine(p.pid()).contains("4242"));
  }

  @Test
  void networkNamespaceHasOnlyADeadLoopback() throws Exception {
    String inside =
        OwnThread.call(
            () -> {
              Namespaces.newNetwork();
              return Run.output("tail -n +3 /proc/thread-self/net/dev | cut -d: -f1");
            });
    assertThat(inside.strip()).isEqualTo("lo");
  }

  @Test
  void threadEntersTheNetworkNamespaceOfAnotherProcess() throws Exception {
    Prepared[] holder = new Prepared[1];
    Child child =
        OwnThread.call(
            () -> {
              Namespaces.newNetwork();
              holder[0] = Run.shell("exec sleep 4243", temp.resolve("o")).prepare();
              return holder[0].launch();
            });
    try {
      String there = "/proc/" + child.pid() + "/ns/net";
      String wanted = Files.readSymbolicLink(Path.of(there)).toString();
      String entered =
          OwnThread.call(
              () -> {
                Namespaces.enterNetwork(there);
                return Files.readSymbolicLink(Path.of("/proc/thread-self/ns/net")).toString();
              });
      assertThat(entered).isEqualTo(wanted);
      assertThat(Files.readSymbolicLink(Path.of("/proc/thread-self/ns/net")).toString())
          .isNotEqualTo(wanted);
    } finally {
      Processes.kill(child.pid(), Signals.SIGKILL);
      child.await(Supervision.none());
      holder[0].close();
    }
  }

  @Test
  void whatIsNoNetworkNamespaceIsRefusedByName() {
    assertThatThrownBy(() -> Namespaces.enterNetwork("/run/netns/no-such"))
        .hasMessageContaining("ENOENT")
        .hasMessageContaining("/run/netns/no-such");
    assertThatThrownBy(() -> Namespaces.enterNetwork("/proc/self/ns/uts"))
        .hasMessageContaining("EINVAL")
        .hasMessageContaining("/proc/self/ns/uts");
  }
}
