package dev.assize.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assize.experiment.PlannedTrial;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifierTest {
  private static final int TRIALS = 4;
  private static final int LINES = 2 + 2 * TRIALS;

  @TempDir Path directory;
  private Path run;

  @BeforeEach
  void makeRun() throws IOException {
    run = directory.resolve("run");
    RunDirectory made = SampleRun.withTrials(run, TRIALS);
    try (Journal journal = made.openJournal()) {
      journal.append(new Event.Closed(TRIALS, TRIALS));
    }
  }

  @Test
  void findsNothingInWhatWasWritten() throws Exception {
    assertThat(Verifier.verify(run)).isEmpty();
  }

  @Test
  void leavesAloneWhatIsNotEvidence() throws Exception {
    for (String name : List.of("verdict.json", "report.md", "report.html")) {
      Files.writeString(run.resolve(name), "made from the evidence");
    }
    Files.createDirectories(run.resolve("cache/work/default"));
    Files.createDirectory(run.resolve("work"));

    assertThat(Verifier.verify(run)).isEmpty();
  }

  @Test
  void findsAFlipOfAnyBitOfAnyByteOfTheSmallFiles() throws Exception {
    for (String name : List.of("head.json", "seal.json", "host.json", "trials/1-1/stdout")) {
      byte[] good = Files.readAllBytes(run.resolve(name));
      for (int at = 0; at < good.length; at++) {
        byte[] bad = good.clone();
        bad[at] ^= (byte) (1 << (at % 8));
        Files.write(run.resolve(name), bad);

        assertThat(Verifier.verify(run))
            .as("bit %d of byte %d of %s", at % 8, at, name)
            .anyMatch(finding -> finding.file().equals(name));
      }
      Files.write(run.resolve(name), good);
    }
    assertThat(Verifier.verify(run)).isEmpty();
  }

  @Test
  void findsAFlipOfARandomByteOfAnyFileAndNamesFileAndLine() throws Exception {
    Random random = new Random(20261202);
    List<String> files = evidence();
    for (int round = 0; round < 200; round++) {
      String name = files.get(random.nextInt(files.size()));
      byte[] good = Files.readAllBytes(run.resolve(name));
      byte[] bad = good.clone();
      int at = random.nextInt(bad.length);
      bad[at] ^= (byte) (1 + random.nextInt(255));
      Files.write(run.resolve(name), bad);

      long line = name.equals("journal.jsonl") ? lineOf(good, at) : 0;
      assertThat(Verifier.verify(run))
          .as("byte %d of %s, in line %d, now %d", at, name, line, bad[at])
          .anyMatch(finding -> finding.file().equals(name) && finding.line() == line);
      Files.write(run.resolve(name), good);
    }
  }

  @Test
  void findsAFlipOfEveryByteOfTheFirstLine() throws Exception {
    byte[] good = Files.readAllBytes(journal());
    for (int at = 0; lineOf(good, at) == 1; at++) {
      byte[] bad = good.clone();
      bad[at] ^= (byte) (1 << (at % 3));
      Files.write(journal(), bad);

      assertThat(Verifier.verify(run))
          .as("bit %d of byte %d", at % 3, at)
          .anyMatch(f -> f.file().equals("journal.jsonl") && f.line() == 1);
    }
  }

  @Test
  void findsEveryDeletedFile() throws Exception {
    for (String name : evidence()) {
      byte[] good = Files.readAllBytes(run.resolve(name));
      Files.delete(run.resolve(name));

      assertThat(Verifier.verify(run))
          .as(name)
          .anyMatch(f -> f.file().equals(name) && f.message().startsWith("missing"));
      Files.write(run.resolve(name), good);
    }
  }

  @Test
  void findsAddedFiles() throws Exception {
    List<String> added =
        List.of("notes.txt", "trials/9-9", "trials/1-1/extra", "trials/1-1/deep/extra");
    for (String name : added) {
      Files.createDirectories(run.resolve(name).getParent());
      Files.writeString(run.resolve(name), "");
    }

    assertThat(Verifier.verify(run))
        .allMatch(finding -> finding.message().startsWith("added"))
        .extracting(Finding::file)
        .containsExactlyInAnyOrderElementsOf(added);
  }

  @Test
  void findsAFileReplacedByALinkToTheSameContent() throws Exception {
    Path stdout = run.resolve("trials/1-1/stdout");
    Path elsewhere = directory.resolve("elsewhere");
    Files.move(stdout, elsewhere);
    Files.createSymbolicLink(stdout, elsewhere);

    assertThat(Verifier.verify(run))
        .singleElement()
        .matches(finding -> finding.file().equals("trials/1-1/stdout"));
  }

  @Test
  void findsAnyTwoLinesSwapped() throws Exception {
    for (int i = 0; i < LINES; i++) {
      for (int j = i + 1; j < LINES; j++) {
        List<String> lines = lines();
        Collections.swap(lines, i, j);
        assertFoundInLine(i + 1, lines);
      }
    }
  }

  @Test
  void findsAnyLineRemovedOrTwice() throws Exception {
    for (int i = 0; i < LINES; i++) {
      List<String> shorter = lines();
      shorter.remove(i);
      assertFoundInLine(i + 1, shorter);
      List<String> longer = lines();
      longer.add(i, longer.get(i));
      assertFoundInLine(i + 2, longer);
    }
  }

  @Test
  void findsTheLastLinesDropped() throws Exception {
    assertFoundInLine(LINES - 2, lines().subList(0, LINES - 3));
    assertThat(Verifier.verify(run))
        .anyMatch(f -> f.file().equals("journal.jsonl") && f.message().startsWith("truncated"));
  }

  @Test
  void findsANumberEditedInTheMiddle() throws Exception {
    List<String> lines = lines();
    String edited = lines.get(4).replace("123456789", "123456780");
    assertThat(edited).isNotEqualTo(lines.get(4));
    lines.set(4, edited);

    assertThat(verifyWith(lines))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.toString()).startsWith("journal.jsonl:5: changed: hash mismatch");
              assertThat(finding.message()).contains("line 6 expects SHA-256");
            });
  }

  @Test
  void findsAnEditWhoseHashesWereMadeRightInTheNextLineOnly() throws Exception {
    List<String> lines = lines();
    String edited = lines.get(4).replace("123456789", "123456780");
    lines.set(
        5, lines.get(5).replace(Digest.sha256(utf8(lines.get(4))), Digest.sha256(utf8(edited))));
    lines.set(4, edited);
    assertFoundInLine(6, lines);
  }

  @Test
  void findsAnEventAfterTheEnd() throws Exception {
    List<String> lines = lines();
    Entry late =
        new Entry(
            LINES + 1,
            java.time.Instant.EPOCH,
            Digest.sha256(utf8(lines.getLast())),
            new Event.Noted("x", "y"));
    lines.add(new String(EntryJson.write(late), StandardCharsets.UTF_8));
    assertFoundInLine(LINES + 1, lines);
  }

  @Test
  void refusesANewerSchemaAndSaysWhichOnesItReads() throws Exception {
    makeNewer("seal.json");
    makeNewer("journal.jsonl");

    assertThatThrownBy(() -> Verifier.verify(run))
        .isInstanceOf(NewerSchemaException.class)
        .hasMessageContaining("this build reads schema 1 to 1; evidence has 2; get a newer assize");
    assertThatThrownBy(() -> RunDirectory.open(run))
        .isInstanceOf(NewerSchemaException.class)
        .hasMessageContaining("this build reads schema 1 to 1; evidence has 2");
  }

  @Test
  void takesASchemaNumberInOneFileAloneForAChange() throws Exception {
    for (String name :
        List.of("seal.json", "journal.jsonl", "host.json", "plan.json", "head.json")) {
      byte[] good = Files.readAllBytes(run.resolve(name));
      makeNewer(name);

      assertThat(Verifier.verify(run)).as(name).anyMatch(f -> f.file().equals(name));
      Files.write(run.resolve(name), good);
    }
  }

  @Test
  void findsWritersAtFault() throws Exception {
    Path other = directory.resolve("other");
    RunDirectory made = SampleRun.create(other);
    PlannedTrial first = made.plan().trials().get(0);
    PlannedTrial second = made.plan().trials().get(1);
    Ending ok = new Ending.Exited(0);
    try (Journal journal = made.openJournal()) {
      journal.append(new Event.TrialStarted(new Attempt(9_999, 1)));
      journal.append(new Event.TrialEnded(SampleRun.record(first, 1, ok, List.of())));
      journal.append(new Event.TrialStarted(new Attempt(2, 1)));
      journal.append(new Event.TrialStarted(new Attempt(2, 1)));
      journal.append(new Event.TrialEnded(SampleRun.record(second, 1, ok, List.of())));
      journal.append(new Event.TrialEnded(SampleRun.record(second, 1, ok, List.of())));
      journal.append(new Event.TrialStarted(new Attempt(3, 1)));
      PlannedTrial wrong =
          new PlannedTrial(
              3, second.measured(), second.cell(), second.arm(), second.block(), 77, 0);
      journal.append(new Event.TrialEnded(SampleRun.record(wrong, 1, ok, List.of())));
    }

    assertThat(Verifier.verify(other))
        .extracting(Finding::toString)
        .satisfiesExactly(
            m -> assertThat(m).isEqualTo("journal.jsonl:2: the plan has no trial 9999"),
            m -> assertThat(m).isEqualTo("journal.jsonl:3: attempt 1-1 ended but never started"),
            m -> assertThat(m).isEqualTo("journal.jsonl:5: attempt 2-1 started before"),
            m -> assertThat(m).isEqualTo("journal.jsonl:7: attempt 2-1 ended before"),
            m -> assertThat(m).startsWith("journal.jsonl:9: expected attempt 3-1 to be "));
  }

  @Test
  void saysThatThereIsNoRun() throws Exception {
    assertThat(Verifier.verify(directory.resolve("none")))
        .singleElement()
        .matches(finding -> finding.message().startsWith("expected a run directory"));
  }

  private void makeNewer(String name) throws IOException {
    String good = Files.readString(run.resolve(name));
    String newer = good.replaceFirst("\"schema\":1", "\"schema\":2");
    assertThat(newer).isNotEqualTo(good);
    Files.writeString(run.resolve(name), newer);
  }

  private void assertFoundInLine(int line, List<String> lines) throws Exception {
    assertThat(verifyWith(lines))
        .as("line %d", line)
        .anyMatch(f -> f.file().equals("journal.jsonl") && f.line() == line);
  }

  private List<Finding> verifyWith(List<String> lines) throws Exception {
    Files.writeString(journal(), String.join("\n", lines) + "\n");
    return Verifier.verify(run);
  }

  private Path journal() {
    return run.resolve("journal.jsonl");
  }

  private List<String> pristine = List.of();

  private List<String> lines() throws IOException {
    if (pristine.isEmpty()) {
      pristine = Files.readAllLines(journal());
    }
    assertThat(pristine).hasSize(LINES);
    return new ArrayList<>(pristine);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static long lineOf(byte[] content, int at) {
    byte[] before = Arrays.copyOf(content, at);
    long line = 1;
    for (byte b : before) {
      line += b == '\n' ? 1 : 0;
    }
    return line;
  }

  private List<String> evidence() throws IOException {
    try (Stream<Path> all = Files.walk(run)) {
      return all.filter(Files::isRegularFile)
          .map(path -> run.relativize(path).toString())
          .filter(name -> !name.equals("journal.lock"))
          .sorted()
          .toList();
    }
  }
}
