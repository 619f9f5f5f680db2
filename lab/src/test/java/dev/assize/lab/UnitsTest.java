package dev.assize.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.evidence.Reading;
import dev.assize.experiment.Bytes;
import dev.assize.experiment.Command;
import dev.assize.experiment.Metric;
import dev.assize.experiment.Metric.Source;
import dev.assize.experiment.MetricName;
import dev.assize.experiment.Nanos;
import dev.assize.experiment.Network;
import dev.assize.experiment.OperationName;
import dev.assize.experiment.Scenario;
import dev.assize.experiment.ScenarioName;
import dev.assize.experiment.Workspace;
import dev.assize.stats.Scale;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class UnitsTest {
  @TempDir Path temp;

  private static final Scenario SCENARIO =
      new Scenario(
          new ScenarioName("s"),
          Map.of(),
          new Workspace.Fresh(),
          List.of(),
          List.of(),
          new Command.Argv(List.of("true")),
          List.of(),
          Optional.empty(),
          new Nanos(1),
          2,
          List.of(new OperationName("read"), new OperationName("write")),
          Optional.empty(),
          Scenario.Output.FILE,
          List.of(),
          List.of(),
          Optional.empty(),
          Scenario.Treated.COMMAND,
          Network.LOOPBACK,
          List.of(),
          new Nanos(0),
          false);

  @Test
  void aClockLineMayTellWhenTheOperationStarted() {
    var read =
        ClockFile.parse(
            "read 1 5 70\nread 2 5 80\nwrite 1 6\nwrite 2 7 9223372036854775807\n"
                .getBytes(StandardCharsets.ISO_8859_1),
            SCENARIO);

    assertThat(read.problem()).isEmpty();
    assertThat(read.samples())
        .extracting(s -> s.start())
        .containsExactly(
            java.util.OptionalLong.of(70),
            java.util.OptionalLong.of(80),
            java.util.OptionalLong.empty(),
            java.util.OptionalLong.of(Long.MAX_VALUE));
  }

  private static String problem(String clock) {
    return ClockFile.parse(clock.getBytes(StandardCharsets.ISO_8859_1), SCENARIO).problem();
  }

  @Test
  void clockFileTakesExactlyOneLineForEachOperationAndRound() {
    String good = "read 1 0\nwrite 1 2\nwrite 2 4\nread 2 9223372036854775807\n";
    assertThat(problem(good)).isEmpty();
    assertThat(problem("read 1 5\nread 1 6\n"))
        .contains("line 2", "line 1 has this one", "'read 1 6'");
    assertThat(problem("read 3 5\n")).contains("round from 1 to 2", "'read 3 5'");
    assertThat(problem("read 0 5\n")).contains("round from 1 to 2");
    assertThat(problem("other 1 5\n")).contains("an operation of the scenario: read, write");
    assertThat(problem("read 1 5")).contains("a line feed at its end");
    assertThat(problem("read  1 5\n")).contains("'<operation> <round> <nanoseconds>'");
    assertThat(problem("read 1 5 6 7\n")).contains("a fourth field with the start");
    assertThat(problem("read 1 5 -6\n")).contains("a fourth field with the start");
    assertThat(problem("read 1 5 9999999999999999999\n")).contains("nanoseconds of at most");
    assertThat(problem("read 1 5 \n")).contains("found 'read 1 5 '");
    assertThat(problem("read 1 1.5\n")).contains("found 'read 1 1.5'");
    assertThat(problem("read 1 1,5\n")).contains("found 'read 1 1,5'");
    assertThat(problem("read 1 -5\n")).contains("found");
    assertThat(problem("read 1 9999999999999999999\n")).contains("nanoseconds of at most");
    assertThat(problem("read 1 \377\n")).contains("\\xff");
    assertThat(problem("\n")).contains("line 1");
    assertThat(problem(good.replace("write 2 4\n", ""))).contains("found no line for 'write 2'");
    assertThat(problem("")).contains("'read 1', 'read 2', 'write 1', 'write 2'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "v=1.5 s        | v=([0-9.]+)    | 1.5",
        "v=-2e-3        | v=(\\S+)       | -2e-3",
        "v=.5           | v=(\\S+)       | .5",
        "v=3            | v=\\d+         | !v=3",
        "v=1,5          | v=([0-9.]+)    | !1,5",
        "v=1,5          | ([0-9.]+)$     | !1,5",
        "v=1,234.5      | v=([0-9.]+)    | !1,234.5",
        "v=1,5          | v=(\\S+)       | !1,5",
        "a,1.5,2.5      | ^a,([0-9.]+),  | 1.5",
        "v=nan          | v=(\\S+)       | !nan",
        "v=0x10         | v=(\\S+)       | !0x10",
        "v=١            | v=(\\S+)       | !١",
      })
  void stdoutNumbers(String line, String regex, String expected) throws Exception {
    Path stdout = Files.writeString(temp.resolve("stdout"), "first\n" + line + "\nv=9\n");
    Metric metric =
        new Metric(
            new MetricName("m"),
            new Source.StdoutNumber(regex),
            Metric.Better.LOWER,
            Scale.RATIO,
            0.01,
            "x",
            true);
    Reading reading = StdoutNumbers.read(stdout, List.of(metric)).get(new MetricName("m"));
    assertThat(reading)
        .isEqualTo(
            expected.startsWith("!")
                ? new Reading.Unpublished(
                    "expected a decimal number with a point, found " + expected.substring(1))
                : new Reading.Decimal(expected));
  }

  @Test
  void treesAreCopiedWithModesLinksAndTimesAndRemovedWhole() throws Exception {
    Path source = Files.createDirectory(temp.resolve("source"));
    Path inner = Files.createDirectory(source.resolve("inner"));
    Path file = Files.writeString(inner.resolve("odd\nname"), "content");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r-x--x--x"));
    Files.createSymbolicLink(source.resolve("dangling"), Path.of("no\nwhere"));
    Instant old = Instant.parse("2001-02-03T04:05:06.123456789Z");
    Files.setLastModifiedTime(file, FileTime.from(old));
    Files.setLastModifiedTime(inner, FileTime.from(old));
    Files.setPosixFilePermissions(inner, PosixFilePermissions.fromString("r-x------"));

    Path target = temp.resolve("target");
    Trees.copy(source, target);

    Path copied = target.resolve("inner/odd\nname");
    assertThat(copied).hasContent("content");
    assertThat(FileStat.of(copied).permissions()).isEqualTo("0511");
    assertThat(FileStat.of(copied).modified()).isEqualTo(old);
    assertThat(FileStat.of(target.resolve("inner")).modified()).isEqualTo(old);
    assertThat(FileStat.of(target.resolve("inner")).permissions()).isEqualTo("0500");
    assertThat(Files.readSymbolicLink(target.resolve("dangling"))).isEqualTo(Path.of("no\nwhere"));

    Trees.remove(target);
    assertThat(Files.exists(target, LinkOption.NOFOLLOW_LINKS)).isFalse();
    assertThat(file).exists();
  }

  @Test
  void signalReachesOnlyTheProcessThatWasSeen() throws Exception {
    Process sleep = new ProcessBuilder("sleep", "60").start();
    try {
      Leftovers.Id seen =
          Leftovers.present().stream()
              .filter(id -> id.pid() == sleep.pid())
              .findFirst()
              .orElseThrow();
      assertThat(Leftovers.signal(new Leftovers.Id(seen.pid(), seen.startTicks() + 1), 9))
          .isFalse();
      assertThat(sleep.isAlive()).isTrue();
      assertThat(Leftovers.signal(seen, 9)).isTrue();
      assertThat(sleep.waitFor()).isEqualTo(128 + 9);
    } finally {
      sleep.destroyForcibly();
    }
  }

  @Test
  void controlCharactersAndEscapedBytesAreShown() {
    assertThat(Texts.printable("a\nb\u001b[0m" + (char) 0xDCFF + "é"))
        .isEqualTo("a\\x0ab\\x1b[0m\\xffé");
    assertThat(new Bytes(1).value()).isEqualTo(1);
  }
}
