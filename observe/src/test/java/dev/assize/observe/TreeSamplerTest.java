package dev.assize.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assize.evidence.Observation;
import dev.assize.evidence.Reading;
import dev.assize.linux.Cgroup;
import dev.assize.linux.CgroupTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TreeSamplerTest {
  private static final String SPIN =
      """
          import os,time
          def spin(s):
            end = time.process_time() + s
            while time.process_time() < end: pass
          """;

  private static Observation.Sample sample(TreeSampler sampler) throws Exception {
    return sampler.sample(true).orElseThrow();
  }

  @Test
  void cpuOfAChildThatWasWaitedForStaysAndIsCountedOnce() throws Exception {
    String script =
        SPIN
            + """
                input()
                pid = os.fork()
                if pid == 0:
                  spin(0.5); print('spun', flush=True); input(); os._exit(0)
                os.waitpid(pid, 0)
                print('reaped', flush=True); input()
                """;
    try (Commands parent = Commands.python(script);
        TreeSampler sampler = new TreeSampler("server", parent.pid())) {
      double before = Seen.seconds(sample(sampler), "cpu");
      parent.tell("go");
      assertThat(parent.line()).isEqualTo("spun");
      double during = Seen.seconds(sample(sampler), "cpu");
      parent.tell("end the child");
      assertThat(parent.line()).isEqualTo("reaped");
      double after = Seen.seconds(sample(sampler), "cpu");
      double again = Seen.seconds(sample(sampler), "cpu");

      assertThat(during - before).isBetween(0.45, 0.8);
      assertThat(after).isGreaterThanOrEqualTo(during).isLessThan(during + 0.2);
      assertThat(again).isGreaterThanOrEqualTo(after).isLessThan(after + 0.1);
    }
  }

  @Test
  void cpuOfAChildThatNoSampleSawComesInThroughItsParent() throws Exception {
    String script =
        SPIN
            + """
                input()
                pid = os.fork()
                if pid == 0:
                  spin(0.3); os._exit(0)
                os.waitpid(pid, 0)
                print('reaped', flush=True); input()
                """;
    try (Commands parent = Commands.python(script);
        TreeSampler sampler = new TreeSampler("server", parent.pid())) {
      double before = Seen.seconds(sample(sampler), "cpu");
      parent.tell("go");
      parent.line();
      assertThat(Seen.seconds(sample(sampler), "cpu") - before).isBetween(0.28, 0.6);
    }
  }

  @Test
  void cpuOfAChildThatNobodyWaitsForStays() throws Exception {
    String script =
        SPIN
            + """
                import signal; signal.signal(signal.SIGCHLD, signal.SIG_IGN)
                pid = os.fork()
                if pid == 0:
                  spin(0.5); print('spun', flush=True); input(); os._exit(0)
                try: os.waitpid(pid, 0)
                except ChildProcessError: pass
                spin(0.5)
                print('gone', flush=True); input()
                """;
    try (Commands parent = Commands.python(script);
        TreeSampler sampler = new TreeSampler("server", parent.pid())) {
      parent.line();
      double during = Seen.seconds(sample(sampler), "cpu");
      parent.tell("end the child");
      parent.line();
      double after = Seen.seconds(sample(sampler), "cpu");

      assertThat(during).isGreaterThan(0.45);
      // The parent's own half second is not taken for the child's.
      assertThat(after - during).isBetween(0.45, 0.8);
    }
  }

  @Test
  void sumsNeverFallWhileChildrenComeAndGo() throws Exception {
    String script = "while :; do (i=0; while [ $i -lt 2000 ]; do i=$((i+1)); done); done";
    try (Commands shell = Commands.shell(script);
        TreeSampler sampler = new TreeSampler("server", shell.pid())) {
      List<String> counters =
          List.of("minor_faults", "major_faults", "read_bytes", "written_bytes");
      Observation.Sample before = sample(sampler);
      double first = Seen.seconds(before, "cpu");
      for (int i = 0; i < 150; i++) {
        Observation.Sample now = sample(sampler);
        assertThat(Seen.seconds(now, "cpu")).isGreaterThanOrEqualTo(Seen.seconds(before, "cpu"));
        for (String counter : counters) {
          assertThat(Seen.whole(now, counter))
              .as(counter)
              .isGreaterThanOrEqualTo(Seen.whole(before, counter));
        }
        before = now;
        Thread.sleep(5);
      }
      // The kernel's own account of the same, as of now: the shell and all it waited for.
      double kernel = kernelCpu(shell.pid());
      assertThat(Seen.seconds(sample(sampler), "cpu")).isBetween(kernel - 0.1, kernel + 0.2);
      assertThat(Seen.seconds(before, "cpu")).isGreaterThan(first);
    }
  }

  private static double kernelCpu(int pid) throws Exception {
    String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    long ticks = 0;
    for (int i = 11; i <= 14; i++) {
      ticks += Long.parseLong(fields[i]);
    }
    return ticks / (double) dev.assize.linux.SystemInfo.ticksPerSecond();
  }

  @Test
  void gaugesAreOfAllProcessesAndThreads() throws Exception {
    String script =
        """
            import threading, os, time
            for _ in range(9): threading.Thread(target=input, daemon=True).start()
            files = [open('/dev/null') for _ in range(50)]
            block = bytearray(64 << 20)
            print('ready', flush=True); time.sleep(60)
            """;
    try (Commands python =
            Commands.start(java.util.Map.of(), "sh", "-c", "python3 -c \"$0\"; :", script);
        TreeSampler sampler = new TreeSampler("server", python.pid())) {
      python.line();
      Observation.Sample now = sample(sampler);
      assertThat(Seen.whole(now, "processes")).isEqualTo(2);
      assertThat(Seen.whole(now, "threads")).isEqualTo(11);
      assertThat(Seen.whole(now, "rss")).isBetween(64L << 20, 200L << 20);
      assertThat(Seen.whole(now, "descriptors")).isBetween(55L, 75L);
      assertThat(Seen.whole(now, "voluntary_switches")).isPositive();
      assertThat(Seen.whole(now, "minor_faults")).isGreaterThan((64 << 20) / 4096);
      assertThat(now.pid()).hasValue(python.pid());
    }
  }

  @Test
  void bytesToTheDiskAreCounted() throws Exception {
    Path file = Files.createTempFile(Path.of("/var/tmp"), "assize-tree", "");
    try (Commands shell =
            Commands.shell(
                "read go; dd if=/dev/zero of="
                    + file
                    + " bs=64k count=64 conv=fsync 2>/dev/null;"
                    + " echo done; read end");
        TreeSampler sampler = new TreeSampler("server", shell.pid())) {
      long before = Seen.whole(sample(sampler), "written_bytes");
      shell.tell("go");
      shell.line();
      assertThat(Seen.whole(sample(sampler), "written_bytes") - before)
          .isBetween(4L << 20, (4L << 20) + (1 << 18));
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void deadProcessIsAbsentAndNeverZero() throws Exception {
    try (Commands sleep = Commands.shell("exec sleep 60");
        TreeSampler sampler = new TreeSampler("server", sleep.pid())) {
      assertThat(sample(sampler).readings().get("rss")).isInstanceOf(Reading.Whole.class);
      sleep.kill();
      for (int i = 0; i < 2; i++) {
        assertThat(sample(sampler).readings().values())
            .isNotEmpty()
            .allSatisfy(
                reading ->
                    assertThat(reading)
                        .isEqualTo(
                            new Reading.Absent(
                                "the process that was pid " + sleep.pid() + " has ended")));
      }
      assertThatThrownBy(() -> new TreeSampler("server", sleep.pid()).close())
          .isInstanceOf(java.io.IOException.class);
    }
  }

  @Test
  void replacedProcessIsAbsent() throws Exception {
    // In a pid namespace pids can be given again at will: by ns_last_pid.
    String script =
        """
            import os, time
            def born(pid):
              while True:
                open('/proc/sys/kernel/ns_last_pid', 'w').write(str(pid - 1))
                child = os.fork()
                if child == 0: time.sleep(60); os._exit(0)
                if child == pid: return child
                os.kill(child, 9); os.waitpid(child, 0)
            first = os.fork()
            if first == 0: time.sleep(60); os._exit(0)
            print(first, flush=True); input()
            os.kill(first, 9); os.waitpid(first, 0)
            time.sleep(0.05)
            born(first)
            print('again', flush=True); input()
            """;
    try (Commands python = Commands.python(script)) {
      int pid = Integer.parseInt(python.line());
      try (TreeSampler sampler = new TreeSampler("server", pid)) {
        assertThat(Seen.whole(sample(sampler), "processes")).isEqualTo(1);
        python.tell("again");
        assertThat(python.line()).isEqualTo("again");
        assertThat(Path.of("/proc/" + pid)).exists();
        assertThat(sample(sampler).readings().get("processes")).isInstanceOf(Reading.Absent.class);
      }
    }
  }

  @Test
  void groupOfItsOwnIsReadAndTheLabsIsNot() throws Exception {
    try (Commands outside = Commands.shell("exec sleep 60");
        TreeSampler sampler = new TreeSampler("server", outside.pid())) {
      assertThat(sample(sampler).readings()).doesNotContainKey("cgroup.cpu");
    }
    CgroupTree tree = CgroupTree.read();
    String name = "assize-observe-" + ProcessHandle.current().pid();
    Cgroup group = Cgroup.create(tree, name, List.of("cpuacct", "memory"));
    try (Commands inside =
            Commands.shell(
                "echo $$ > "
                    + tree.home("cpuacct").ownGroup().resolve(name).resolve("cgroup.procs")
                    + "; echo $$ > "
                    + tree.home("memory").ownGroup().resolve(name).resolve("cgroup.procs")
                    + """
                        ; python3 -c 'import time
                        b = bytearray(32 << 20)
                        while time.process_time() < 0.4: pass'; echo done; read end""");
        TreeSampler sampler = new TreeSampler("server", inside.pid())) {
      inside.line();
      Observation.Sample now = sample(sampler);
      assertThat(Seen.seconds(now, "cgroup.cpu"))
          .isGreaterThan(0.35)
          .isCloseTo(group.cpuNanos() / 1e9, org.assertj.core.data.Offset.offset(0.1));
      assertThat(Seen.whole(now, "cgroup.memory")).isPositive();
      inside.kill();
      group.close();
      assertThat(sample(sampler).readings().get("cgroup.cpu")).isInstanceOf(Reading.Absent.class);
    } finally {
      group.close();
    }
  }

  @Test
  void moreThreadsThanCanBeReadLeaveSwitchesUnpublished() throws Exception {
    String script =
        """
            import threading, time
            threading.stack_size(65536)
            for _ in range(300): threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
            print('ready', flush=True); time.sleep(60)
            """;
    try (Commands python = Commands.python(script);
        TreeSampler sampler = new TreeSampler("server", python.pid())) {
      python.line();
      Observation.Sample now = sample(sampler);
      assertThat(Seen.whole(now, "threads")).isEqualTo(301);
      assertThat(now.readings().get("voluntary_switches"))
          .isInstanceOf(Reading.Unpublished.class)
          .asString()
          .contains("301 threads");
    }
  }
}
