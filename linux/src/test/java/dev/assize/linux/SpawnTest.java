package dev.assize.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SpawnTest {
  @TempDir Path temp;

  @Test
  void argumentsAndEnvironmentArriveByteForByte() throws IOException {
    byte[] raw = {(byte) 0xFF, 'x', (byte) 0xC3, (byte) 0x28};
    Path args = temp.resolve("args");
    Spawn cat =
        Spawn.of("/bin/cat", List.of("", "/proc/self/cmdline", "/proc/self/environ"))
            .withEnvironment(List.of("ä=ö\n", "EMPTY=", "RAW=" + KernelText.decode(raw)))
            .withStdio(Stdio.nullDevice(), Stdio.writeTo(args.toString()), new Stdio.Fd(1));

    assertThat(Run.wait(cat).status()).isEqualTo(new WaitStatus.Exited(0));

    assertThat(Files.readAllBytes(args))
        .isEqualTo(
            concat(
                bytes("\0/proc/self/cmdline\0/proc/self/environ\0"),
                bytes("ä=ö\n\0EMPTY=\0RAW="),
                raw,
                new byte[1]));
  }

  @Test
  void emptyAndNonAsciiArgumentsKeepTheirPlaces() throws IOException {
    Path out = temp.resolve("out");
    Spawn printf =
        Spawn.of("/usr/bin/printf", List.of("printf", "[%s]", "", "é漢😀", " a b ", ""))
            .withStdio(Stdio.nullDevice(), Stdio.writeTo(out.toString()), new Stdio.Fd(1));
    Run.wait(printf);
    assertThat(out).hasContent("[][é漢😀][ a b ][]");
  }

  @Test
  void nulInAnArgumentIsRefused() {
    Spawn spawn = Spawn.of("/bin/true", List.of("true", "a\0b"));
    assertThatIllegalArgumentException()
        .isThrownBy(spawn::prepare)
        .withMessageContaining("NUL at index 1");
  }

  @Test
  void emptyArgvIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> Spawn.of("/bin/true", List.of()));
  }

  @Test
  void startsInTheGivenDirectory() throws IOException {
    Path directory = Files.createDirectory(temp.resolve("dir with space"));
    Path out = temp.resolve("out");
    Run.wait(Run.shell("pwd -P", out).withDirectory(directory.toString()));
    assertThat(out).hasContent(directory.toRealPath() + "\n");
  }

  @Test
  void redirectsEachDescriptor() throws IOException {
    Path in = Files.writeString(temp.resolve("in"), "from stdin\n");
    Path out = Files.writeString(temp.resolve("out"), "to be emptied, as it is longer than stdin");
    Path err = Files.writeString(temp.resolve("err"), "kept\n");
    Spawn spawn =
        Run.shell("cat; echo oops >&2", out)
            .withStdio(
                Stdio.readFrom(in.toString()),
                Stdio.writeTo(out.toString()),
                Stdio.appendTo(err.toString()));
    Run.wait(spawn);
    assertThat(out).hasContent("from stdin\n");
    assertThat(err).hasContent("kept\noops\n");
  }

  @Test
  void exitCodesAreDecoded() throws IOException {
    for (int code : new int[] {0, 1, 77, 255}) {
      assertThat(Run.wait(Run.shell("exit " + code, temp.resolve("out"))).status())
          .isEqualTo(new WaitStatus.Exited(code));
    }
  }

  @Test
  void deathBySignalIsDecoded() throws IOException {
    Completion completion = Run.wait(Run.shell("kill -SEGV $$", temp.resolve("out")));
    assertThat(completion.status())
        .isInstanceOfSatisfying(
            WaitStatus.Signalled.class,
            s -> {
              assertThat(s.signal()).isEqualTo(11);
              assertThat(s.signalName()).isEqualTo("SIGSEGV");
            });
    assertThat(completion.status().isSuccess()).isFalse();
    assertThat(WaitStatus.decode(0x86)).isEqualTo(new WaitStatus.Signalled(6, true));
  }

  @Test
  void failuresToLaunchSayWhatWasMissing() throws IOException {
    assertFailure(Spawn.of("/no/such/file", List.of("x")), "ENOENT", "executable does not exist");
    Path plain = Files.writeString(temp.resolve("plain"), "text");
    assertFailure(Spawn.of(plain.toString(), List.of("x")), "EACCES", "no permission to execute");
    Path text = Files.writeString(temp.resolve("text"), "neither");
    assertThat(text.toFile().setExecutable(true)).isTrue();
    assertFailure(Spawn.of(text.toString(), List.of("x")), "ENOEXEC", "neither a program");
    Path script = Files.writeString(temp.resolve("script"), "#!/no/interpreter\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    assertFailure(
        Spawn.of(script.toString(), List.of("x")), "ENOENT", "first line '#!/no/interpreter'");
    assertFailure(
        Spawn.of("/bin/true", List.of("true")).withDirectory("/no/dir"),
        "ENOENT",
        "working directory '/no/dir' is no directory");
    assertFailure(
        Spawn.of("/bin/true", List.of("true"))
            .withStdio(Stdio.readFrom("/no/input"), Stdio.nullDevice(), Stdio.nullDevice()),
        "ENOENT",
        "redirection '/no/input' does not exist");
    assertFailure(
        Spawn.of("/bin/true", List.of("true", "x".repeat(200_000))), "E2BIG", "131072 bytes");
    assertFailure(Spawn.of("/tmp", List.of("x")), "EACCES", "it is a directory");
  }

  private static void assertFailure(Spawn spawn, String errno, String text) {
    assertThatThrownBy(() -> Run.wait(spawn))
        .isInstanceOfSatisfying(
            LinuxException.class,
            e -> {
              assertThat(e.errnoName()).isEqualTo(errno);
              assertThat(e.call()).isEqualTo("posix_spawn");
            })
        .hasMessageContaining(text)
        .hasMessageContaining(spawn.executable());
  }

  @Test
  void childStartsWithDefaultSignals() throws IOException {
    String status = Run.output("exec cat /proc/self/status");
    for (String set : List.of("SigBlk", "SigIgn", "SigCgt", "SigPnd")) {
      assertThat(status).contains(set + ":\t0000000000000000");
    }
  }

  @Test
  void childHasNoDescriptorsOfThisProcess() throws IOException {
    try (var socket = new ServerSocket(0);
        var channel =
            FileChannel.open(
                temp.resolve("f"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        var stop = new StopSwitch()) {
      assertThat(socket.isBound() && channel.isOpen() && stop.fd() > 2).isTrue();
      // The fourth is the directory that ls itself reads.
      assertThat(Run.output("exec ls /proc/self/fd").lines()).containsExactly("0", "1", "2", "3");
    }
  }

  @Test
  void groupsAreAsAsked() throws IOException {
    Path out = temp.resolve("out");
    Spawn spawn = Run.shell("exec cut -d' ' -f1,5,6 /proc/self/stat", out);

    int session = Run.wait(spawn.withGroup(Spawn.Group.NEW_SESSION)).pid();
    assertThat(out).hasContent(session + " " + session + " " + session);

    int group = Run.wait(spawn.withGroup(Spawn.Group.NEW_GROUP)).pid();
    assertThat(Files.readString(out)).startsWith(group + " " + group + " ");

    int inherited = Run.wait(spawn.withGroup(Spawn.Group.INHERITED)).pid();
    assertThat(Files.readString(out))
        .startsWith(inherited + " ")
        .doesNotContain(inherited + " " + inherited);
  }

  @Test
  void timeoutEndsTheWholeGroup() throws IOException {
    Path out = temp.resolve("out");
    Spawn spawn = Run.shell("sleep 100 & echo $!; sleep 100", out);
    try (Prepared prepared = spawn.prepare()) {
      Completion completion =
          prepared.launchAndWait(
              Supervision.timeout(Duration.ofMillis(200), Duration.ofSeconds(30)));
      assertThat(completion.ending()).isEqualTo(Completion.Ending.TIMED_OUT);
      assertThat(completion.status()).isEqualTo(new WaitStatus.Signalled(15, false));
      assertThat(completion.wallNanos()).isGreaterThanOrEqualTo(200_000_000L);
    }
    awaitGone(Integer.parseInt(Files.readString(out).strip()));
  }

  @Test
  void timeoutKillsWhatIgnoresTheFirstSignal() throws IOException {
    Path out = temp.resolve("out");
    Spawn spawn = Run.shell("trap '' TERM; sleep 100 & echo $!; wait", out);
    try (Prepared prepared = spawn.prepare()) {
      Completion completion =
          prepared.launchAndWait(
              Supervision.timeout(Duration.ofMillis(300), Duration.ofMillis(100)));
      assertThat(completion.ending()).isEqualTo(Completion.Ending.TIMED_OUT_AND_KILLED);
      assertThat(completion.status()).isEqualTo(new WaitStatus.Signalled(9, false));
    }
    awaitGone(Integer.parseInt(Files.readString(out).strip()));
  }

  @Test
  void timeoutThatDoesNotPassChangesNothing() throws IOException {
    try (Prepared prepared = Run.shell("exit 3", temp.resolve("out")).prepare()) {
      Completion completion =
          prepared.launchAndWait(Supervision.timeout(Duration.ofDays(100_000), Duration.ZERO));
      assertThat(completion.ending()).isEqualTo(Completion.Ending.BY_ITSELF);
      assertThat(completion.status()).isEqualTo(new WaitStatus.Exited(3));
    }
  }

  @Test
  void stopSwitchEndsAWaitAndEveryLaterOne() throws Exception {
    Path out = temp.resolve("out");
    try (StopSwitch stop = new StopSwitch();
        Prepared prepared = Run.shell("echo started; exec sleep 100", out).prepare()) {
      Thread presser =
          Thread.ofPlatform()
              .start(
                  () -> {
                    while (!Files.exists(out) || out.toFile().length() == 0) {
                      Thread.onSpinWait();
                    }
                    stop.press();
                  });
      Supervision supervision = Supervision.none().orWhen(stop);
      assertThat(prepared.launchAndWait(supervision).ending())
          .isEqualTo(Completion.Ending.STOPPED_AND_KILLED);
      presser.join();
      assertThat(prepared.launchAndWait(supervision).ending())
          .isEqualTo(Completion.Ending.STOPPED_AND_KILLED);
    }
  }

  @Test
  void launchedChildRunsUntilAwaited() throws IOException {
    Path fifo = temp.resolve("fifo");
    Run.output("mkfifo " + fifo);
    try (Prepared prepared =
        Run.shell("read x < " + fifo + "; exit $x", temp.resolve("o")).prepare()) {
      Child child = prepared.launch();
      assertThat(Path.of("/proc/" + child.pid())).exists();
      assertThatIllegalStateException()
          .isThrownBy(prepared::launch)
          .withMessageContaining("not yet awaited");
      Files.writeString(fifo, "42\n");
      Completion completion = child.await(Supervision.none());
      assertThat(completion.status()).isEqualTo(new WaitStatus.Exited(42));
      assertThat(completion.pid()).isEqualTo(child.pid());
      assertThat(completion.startNanos()).isEqualTo(child.startNanos());
      assertThatIllegalStateException().isThrownBy(() -> child.await(Supervision.none()));
      Child next = prepared.launch();
      Files.writeString(fifo, "7\n");
      assertThat(next.await(Supervision.none()).status()).isEqualTo(new WaitStatus.Exited(7));
    }
  }

  @Test
  void closedPreparationLaunchesNothing() {
    Prepared prepared = Spawn.of("/bin/true", List.of("true")).prepare();
    prepared.close();
    prepared.close();
    assertThatIllegalStateException().isThrownBy(prepared::launch).withMessageContaining("closed");
  }

  @Test
  void usageCountsTheChildAndWhatItWaitedFor() throws IOException {
    String burn = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";
    ResourceUsage own = Run.wait(Run.shell(burn, temp.resolve("o"))).usage();
    ResourceUsage descendant =
        Run.wait(Run.shell("(" + burn + ") & wait", temp.resolve("o"))).usage();
    ResourceUsage idle = Run.wait(Run.shell(":", temp.resolve("o"))).usage();
    assertThat(own.userNanos()).isGreaterThan(10 * Math.max(1, idle.userNanos()) / 2);
    assertThat(descendant.userNanos()).isGreaterThan(own.userNanos() / 4);
    assertThat(own.minorFaults()).isPositive();
    assertThat(idle.maxRssBytes()).isGreaterThan(100_000);
    ResourceUsage writer =
        Run.wait(
                Run.shell(
                    "dd if=/dev/zero of=" + temp.resolve("big") + " bs=1M count=3 conv=fsync",
                    temp.resolve("o")))
            .usage();
    assertThat(writer.outputBlocks() + writer.voluntarySwitches()).isPositive();
  }

  @Test
  void peakMemoryAboveTheLaunchersIsTheChilds() throws IOException {
    long bytes = ProcSelf.peakRssBytes() + (64L << 20);
    Completion completion =
        Run.wait(Run.shell("dd if=/dev/zero of=/dev/null count=1 bs=" + bytes, temp.resolve("o")));
    assertThat(completion.usage().maxRssBytes())
        .isGreaterThan(completion.launcherPeakRssBytes())
        .isBetween(bytes, bytes + (8L << 20));
  }

  @Test
  void peakOfASmallChildIsTheLaunchersAndSaysSo() throws IOException {
    for (int i = 0; i < 20; i++) {
      Completion completion = Run.wait(Spawn.of("/bin/true", List.of("true")));
      // The kernel's own counters are per processor and lag by some pages.
      assertThat(completion.usage().maxRssBytes())
          .isLessThanOrEqualTo(completion.launcherPeakRssBytes() + (2 << 20));
    }
  }

  @Test
  void measuredWindowAllocatesNothing() throws IOException {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (Supervision supervision :
        List.of(Supervision.none(), Supervision.timeout(Duration.ofMinutes(1), Duration.ZERO))) {
      Waiter.Limits limits = Waiter.Limits.of(supervision);
      try (Prepared prepared = Spawn.of("/bin/true", List.of("true")).prepare()) {
        // The first launches link the call sites.
        prepared.launchAndWait(supervision);
        prepared.launchAndWait(supervision);
        long allocated = 0;
        int launches = 200;
        for (int i = 0; i < launches; i++) {
          long before = threads.getCurrentThreadAllocatedBytes();
          Completion.Ending ending = prepared.window(limits);
          long after = threads.getCurrentThreadAllocatedBytes();
          allocated += after - before;
          assertThat(ending).isEqualTo(Completion.Ending.BY_ITSELF);
          prepared.releaseWindow();
        }
        // The smallest object has 16 bytes, so one in each launch would show as 16 times this. The
        // JVM itself may
        // allocate once when it compiles or rewrites a call.
        assertThat(allocated).isLessThan(launches);
      }
    }
  }

  @Test
  void descriptorsDoNotPileUp() throws IOException {
    long before = openDescriptors();
    try (Prepared prepared = Spawn.of("/bin/true", List.of("true")).prepare()) {
      for (int i = 0; i < 20; i++) {
        prepared.launchAndWait(Supervision.timeout(Duration.ofMinutes(1), Duration.ZERO));
      }
    }
    assertThat(openDescriptors()).isLessThan(before + 10);
  }

  private static long openDescriptors() throws IOException {
    try (var entries = Files.list(Path.of("/proc/self/fd"))) {
      return entries.count();
    }
  }

  /** A killed process whose parent is gone is reaped by init, or by this process when it is one. */
  static void awaitGone(int pid) throws IOException {
    long deadline = Clock.monotonicNanos() + 20_000_000_000L;
    Path stat = Path.of("/proc/" + pid + "/stat");
    while (Clock.monotonicNanos() < deadline) {
      try {
        String text = Files.readString(stat);
        if (text.charAt(text.lastIndexOf(')') + 2) == 'Z') {
          return;
        }
      } catch (IOException gone) {
        return;
      }
      Thread.onSpinWait();
    }
    throw new AssertionError("process " + pid + " still runs: " + Files.readString(stat));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] concat(byte[]... parts) throws IOException {
    var out = new java.io.ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.write(part);
    }
    return out.toByteArray();
  }
}
