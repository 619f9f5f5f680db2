package dev.assize.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcessTableTest {
  @TempDir Path temp;

  @Test
  void namesWithSpacesAndParenthesesAndStrangeBytesAreRead() throws Exception {
    String name = ") R 1 (\n" + KernelText.decode(new byte[] {(byte) 0xFF});
    Path link = temp.resolve("plain");
    Files.copy(Path.of("/bin/sleep"), link, StandardCopyOption.COPY_ATTRIBUTES);
    // The JVM's file names may be ASCII only; a shell makes the strange one.
    Run.output("mv " + link + " \"$(printf '" + temp + "/) R 1 (\\n\\377')\"");
    Spawn spawn = Spawn.of(temp + "/" + name, List.of("a b", "60", ""));
    try (Prepared prepared =
        new Spawn(
                spawn.executable(),
                List.of("a b", "60"),
                spawn.environment(),
                spawn.directory(),
                spawn.stdin(),
                spawn.stdout(),
                spawn.stderr(),
                Spawn.Group.NEW_SESSION)
            .prepare()) {
      long before = Clock.boottimeNanos();
      Child child = prepared.launch();
      ProcessStat stat = ProcessTable.find(child.pid()).orElseThrow();
      assertThat(stat.command()).isEqualTo(name);
      assertThat(stat.parent()).isEqualTo((int) ProcessHandle.current().pid());
      assertThat(stat.group()).isEqualTo(child.pid());
      assertThat(stat.session()).isEqualTo(child.pid());
      assertThat(stat.threads()).isEqualTo(1);
      assertThat(stat.startTicks())
          .isBetween(
              before * SystemInfo.ticksPerSecond() / 1_000_000_000L - 1,
              Clock.boottimeNanos() * SystemInfo.ticksPerSecond() / 1_000_000_000L + 1);
      assertThat(ProcessTable.snapshot().stream().filter(p -> p.pid() == child.pid()))
          .hasSize(1)
          .allMatch(stat::isSameProcessAs);
      // In an exec the kernel changes the name first and shows the arguments a moment later.
      for (int i = 0; i < 500 && ProcessTable.commandLine(child.pid()).isEmpty(); i++) {
        Thread.sleep(10);
      }
      assertThat(ProcessTable.commandLine(child.pid())).containsExactly("a b", "60");
      Processes.kill(child.pid(), Signals.SIGKILL);
      while (!ProcessTable.find(child.pid()).orElseThrow().isZombie()) {
        Thread.onSpinWait();
      }
      assertThat(ProcessTable.commandLine(child.pid())).isEmpty();
      child.await(Supervision.none());
      assertThat(ProcessTable.find(child.pid())).isEmpty();
      assertThat(ProcessTable.userOf(child.pid())).isEmpty();
    }
  }

  @Test
  void fieldsAreTakenFromTheirColumns() {
    StringBuilder line = new StringBuilder("42 (x) S");
    for (int field = 4; field <= 52; field++) {
      line.append(' ').append(field == 8 ? -1 : field * 100);
    }
    byte[] bytes = line.append('\n').toString().getBytes(StandardCharsets.US_ASCII);
    assertThat(ProcessStat.parse(bytes))
        .contains(
            new ProcessStat(42, "x", 'S', 400, 500, 600, 1000, 1200, 1400, 1500, 2000, 2200, 3900));
    byte[] later = line.toString().replace(" 2200 ", " 2201 ").getBytes(StandardCharsets.US_ASCII);
    assertThat(ProcessStat.parse(bytes).orElseThrow())
        .matches(p -> !p.isSameProcessAs(ProcessStat.parse(later).orElseThrow()));
    for (int length = 0; length < 100; length++) {
      assertThat(ProcessStat.parse(java.util.Arrays.copyOf(bytes, length))).isEmpty();
    }
  }

  @Test
  void ownFiguresAgreeWithTheJdk() {
    int self = (int) ProcessHandle.current().pid();
    ProcessStat stat = ProcessTable.find(self).orElseThrow();
    assertThat(stat.threads()).isGreaterThan(1);
    assertThat(stat.userTicks() + stat.systemTicks()).isPositive();
    assertThat(stat.minorFaults()).isPositive();
    assertThat(ProcessTable.userOf(self)).hasValue(SystemInfo.effectiveUser());
  }

  @Test
  void descendantsAreFoundAtEveryDepth() throws Exception {
    Path out = temp.resolve("out");
    Spawn spawn = Run.shell("sh -c 'sleep 60 & echo $!; wait' & wait", out);
    try (Prepared prepared = spawn.prepare()) {
      Child child = prepared.launch();
      while (Files.size(out) == 0) {
        Thread.onSpinWait();
      }
      int grandchild = Integer.parseInt(Files.readString(out).strip());
      List<ProcessStat> found = ProcessTable.descendantsOf(child.pid());
      assertThat(found).hasSize(2).last().matches(p -> p.pid() == grandchild);
      assertThat(ProcessTable.childrenOf(child.pid())).hasSize(1);
      Processes.killGroup(child.pid(), Signals.SIGKILL);
      child.await(Supervision.none());
    }
  }

  @Test
  void processorTimesAreRead() throws Exception {
    List<CpuTimes> parsed =
        CpuTimes.parse(
            "cpu  9 9 9 9 9 9 9 9 9 9\ncpu0 1 2 3 4 5 6 7 8 9 10\ncpu11 1 2 3 4\nintr 5\n");
    assertThat(parsed)
        .containsExactly(
            new CpuTimes(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
            new CpuTimes(11, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0));
    assertThat(parsed.getFirst().busy()).isEqualTo(19);
    assertThat(parsed.getFirst().total()).isEqualTo(36);

    List<CpuTimes> live = CpuTimes.perProcessor();
    assertThat(live).hasSize(Integer.parseInt(Run.output("nproc --all").strip()));
    assertThat(live).allMatch(times -> times.total() > 0);
  }
}
