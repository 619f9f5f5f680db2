package dev.assize.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.evidence.TrialRecord;
import dev.assize.linux.TaskExit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Needs root in the machine's first pid namespace, and a kernel with taskstats. */
final class PeakMemoryTest {
  private static final int LAB = 10;
  private static final int HOLDER = 11;
  private static final int COMMAND = 20;
  private static final PeakMemory.Tree TREE =
      new PeakMemory.Tree(COMMAND, Set.of(LAB, HOLDER), Set.of(HOLDER, 12));
  private static final long MIB = 1 << 20;

  @TempDir Path temp;

  private static TaskExit exit(int pid, int parent, long peak) {
    return new TaskExit(pid, parent, true, peak);
  }

  private static OptionalLong largest(TaskExit... exits) {
    return TREE.largest(List.of(exits));
  }

  @Test
  void descendantsAndOrphansCountAndStrangersDoNot() {
    TaskExit command = exit(COMMAND, LAB, 5);
    assertThat(largest(command)).hasValue(5);
    assertThat(largest(exit(22, 21, 7), exit(21, COMMAND, 6), command)).hasValue(7);
    assertThat(largest(command, exit(30, LAB, 8))).as("an orphan").hasValue(8);
    assertThat(largest(command, exit(31, 30, 9), exit(30, LAB, 1))).hasValue(9);
    assertThat(largest(command, exit(30, HOLDER, 8))).as("one in a namespace").hasValue(8);
    assertThat(largest(command, exit(HOLDER, LAB, 99))).as("the holder").hasValue(5);
    assertThat(largest(command, exit(12, LAB, 99), exit(13, 12, 99))).as("spared").hasValue(5);
    assertThat(largest(command, exit(40, 1, 99), exit(41, 40, 99))).as("strangers").hasValue(5);
    assertThat(largest(command, exit(LAB, 3, 99), exit(15, 3, 99))).as("the lab").hasValue(5);
  }

  @Test
  void addressSpaceOfTheLabIsNotTheCommands() {
    TaskExit forked = new TaskExit(COMMAND, LAB, false, 99);
    assertThat(largest(forked)).isEmpty();
    assertThat(largest(forked, exit(COMMAND, LAB, 5))).hasValue(5);
    assertThat(largest(exit(30, LAB, 5))).isEmpty();
    // A subshell is only forked too.
    assertThat(largest(exit(COMMAND, LAB, 5), new TaskExit(30, COMMAND, false, 6))).hasValue(6);
  }

  @Test
  void parentIsTheNextEndOfItsPid() {
    TaskExit command = exit(COMMAND, LAB, 5);
    // 50 was a stranger's first and the command's later, and the other way round.
    assertThat(largest(exit(51, 50, 99), exit(50, 1, 1), exit(50, COMMAND, 1), command))
        .hasValue(5);
    assertThat(largest(exit(51, 50, 9), exit(50, COMMAND, 1), exit(50, 1, 1), command)).hasValue(9);
    // The child's record came a little later than the parent's.
    assertThat(largest(exit(50, COMMAND, 1), exit(51, 50, 9), command)).hasValue(9);
    assertThat(largest(exit(50, 51, 99), exit(51, 50, 99), command)).as("a circle").hasValue(5);
  }

  private List<TrialRecord> run(String command, String isolation) throws Exception {
    return Runs.carryOut(
        temp.resolve("run"),
        Runs.spec(
            "shell: true\ncommand: '" + command + "'\ncheck: none\nwhy: x\n",
            "gates: { checks: trial }\n" + isolation));
  }

  private static void assertPeaks(List<TrialRecord> records, long from, long to) throws Exception {
    long own =
        Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(line -> line.startsWith("VmHWM:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
            .sum();
    assertThat(own).isGreaterThan(2 * to);
    assertThat(records)
        .hasSize(2)
        .allSatisfy(
            record -> {
              assertThat(record.usage().orElseThrow().maxRss().value()).isBetween(from, to);
              assertThat(record.inForce())
                  .containsEntry("max-rss", "taskstats")
                  .doesNotContainKey("max-rss-floor");
            });
  }

  @Test
  void peakFarBelowTheLabsIsRead() throws Exception {
    assertPeaks(run("exec dd if=/dev/zero of=/dev/null count=1 bs=20M", ""), 20 * MIB, 30 * MIB);
  }

  @Test
  void peakOfASmallCommandIsSmall() throws Exception {
    assertPeaks(run("exec true", ""), MIB / 4, 6 * MIB);
  }

  @Test
  void peakAboveTheLabsIsReadToo() throws Exception {
    assertThat(run("exec dd if=/dev/zero of=/dev/null count=1 bs=400M", ""))
        .allSatisfy(
            record ->
                assertThat(record.usage().orElseThrow().maxRss().value())
                    .isBetween(400 * MIB, 410 * MIB));
  }

  @Test
  void peakOfAGrandchildCounts() throws Exception {
    assertPeaks(
        run("sh -c \"dd if=/dev/zero of=/dev/null count=1 bs=20M; :\"; :", ""), 20 * MIB, 30 * MIB);
  }

  private static final String ORPHAN =
      "(setsid sh -c \"dd if=/dev/zero of=/dev/null count=1 bs=20M; touch done\" &);"
          + " while [ ! -e done ]; do sleep 0.02; done";

  @Test
  void peakOfAnOrphanCounts() throws Exception {
    assertPeaks(run(ORPHAN, ""), 20 * MIB, 30 * MIB);
  }

  @Test
  void peakOfAnOrphanInAPrivatePidNamespaceCounts() throws Exception {
    assertPeaks(run(ORPHAN, "isolation: { namespaces: [mount, pid] }\n"), 20 * MIB, 30 * MIB);
  }

  /** The listener is there for the whole session, so it hears of the end of this one too. */
  @Test
  void preparationDoesNotCount() throws Exception {
    assertPeaks(
        Runs.carryOut(
            temp.resolve("run"),
            Runs.spec(
                """
            prepare: [dd, if=/dev/zero, of=/dev/null, count=1, bs=30M]
            command: ['true']
            check: none
            why: x
            """,
                "gates: { checks: trial }\n")),
        MIB / 4,
        6 * MIB);
  }

  @Test
  void strangerThatEndsMeanwhileDoesNotCount() throws Exception {
    Path ends = temp.resolve("ends");
    // It ends with this file, also when the whole directory is removed.
    Path going = Files.createFile(temp.resolve("going"));
    // Its parent ends before the lab adopts orphans.
    Process starter =
        new ProcessBuilder(
                "sh",
                "-c",
                "(setsid sh -c 'while [ -e %s ]; do dd if=/dev/zero of=/dev/null count=1 bs=40M; echo x >> %s; sleep 0.01; done' >/dev/null 2>&1 &)"
                    .formatted(going, ends))
            .start();
    assertThat(starter.waitFor()).isZero();
    try {
      assertPeaks(
          run(
              "touch %1$s; n=$(wc -l < %1$s); while [ $(wc -l < %1$s) -lt $((n + 3)) ]; do sleep 0.01; done"
                  .formatted(ends),
              ""),
          MIB / 4,
          10 * MIB);
    } finally {
      Files.delete(going);
    }
  }
}
