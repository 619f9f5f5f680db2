package dev.assize.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  private static final Event NOTE = new Event.Noted("topic", "text");

  @TempDir Path directory;

  @Test
  void keepsWhatWasAppendedInOrderAndInAChain() throws Exception {
    RunDirectory run = SampleRun.create(directory.resolve("run"));
    List<Entry> appended = new ArrayList<>();
    for (int opening = 0; opening < 3; opening++) {
      try (Journal journal = run.openJournal()) {
        appended.add(journal.append(NOTE));
        appended.add(journal.append(new Event.Resumed("assize 1", Map.of("kernel", "a -> b"))));
      }
    }

    List<Entry> read = RunDirectory.open(run.path()).entries();
    assertThat(read.getFirst().event()).isInstanceOf(Event.Opened.class);
    assertThat(read.subList(1, read.size())).isEqualTo(appended);
    assertThat(read).extracting(Entry::sequence).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
    assertThat(Verifier.verify(run.path())).isEmpty();
  }

  @Test
  void takesNothingAfterTheEnd() throws Exception {
    RunDirectory run = SampleRun.create(directory.resolve("run"));
    try (Journal journal = run.openJournal()) {
      journal.append(new Event.Closed(0, 0));
      assertThatThrownBy(() -> journal.append(NOTE))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("the run is closed");
    }
    try (Journal journal = run.openJournal()) {
      assertThatThrownBy(() -> journal.append(NOTE)).isInstanceOf(IllegalStateException.class);
    }
    assertThat(run.entries()).hasSize(2);
  }

  @Test
  void takesNoSecondOpening() throws Exception {
    RunDirectory run = SampleRun.create(directory.resolve("run"));
    try (Journal journal = run.openJournal()) {
      assertThatThrownBy(() -> journal.append(new Event.Opened(1, "t", Digest.NONE, Digest.NONE)))
          .isInstanceOf(IllegalArgumentException.class);
      journal.append(NOTE);
    }
    assertThat(Verifier.verify(run.path())).isEmpty();
  }

  @Test
  void putsATornLastLineAsideAndNotesIt() throws Exception {
    RunDirectory run = SampleRun.withTrials(directory.resolve("run"), 1);
    byte[] torn = "{\"sequence\":4,\"at\":\"20".getBytes(StandardCharsets.UTF_8);
    Files.write(run.path().resolve("journal.jsonl"), torn, StandardOpenOption.APPEND);

    assertThat(run.entries()).hasSize(3);
    assertThat(Verifier.verify(run.path()))
        .singleElement()
        .satisfies(
            finding ->
                assertThat(finding.toString())
                    .startsWith("journal.jsonl:4: truncated: 22 bytes without a newline"));

    run.openJournal().close();

    assertThat(run.path().resolve("journal.torn-1")).hasBinaryContent(torn);
    assertThat(run.entries().getLast().event())
        .isInstanceOfSatisfying(
            Event.Noted.class,
            note ->
                assertThat(note.text())
                    .startsWith("journal.torn-1: 22 bytes, SHA-256 " + Digest.sha256(torn)));
    assertThat(Verifier.verify(run.path())).isEmpty();

    Files.writeString(run.path().resolve("journal.torn-1"), "else");
    assertThat(Verifier.verify(run.path())).extracting(Finding::file).contains("journal.torn-1");
  }

  @Test
  void putsTornBytesAsideOnceEvenIfTheOpeningItselfWasKilled() throws Exception {
    RunDirectory run = SampleRun.create(directory.resolve("run"));
    byte[] torn = "{\"seq".getBytes(StandardCharsets.UTF_8);
    Files.write(run.path().resolve("journal.jsonl"), torn, StandardOpenOption.APPEND);
    Files.write(run.path().resolve("journal.torn-1"), torn); // Killed before it cut the journal.

    run.openJournal().close();
    run.openJournal().close();

    assertThat(run.path().resolve("journal.torn-2")).doesNotExist();
    assertThat(run.entries()).hasSize(2);
    assertThat(Verifier.verify(run.path())).isEmpty();
  }

  @Test
  void refusesAJournalThatHeadJsonSaysWasLonger() throws Exception {
    RunDirectory run = SampleRun.withTrials(directory.resolve("run"), 2);
    Path journal = run.path().resolve("journal.jsonl");
    List<String> lines = Files.readAllLines(journal);
    Files.writeString(journal, String.join("\n", lines.subList(0, 3)) + "\n");

    assertThatThrownBy(run::entries)
        .isInstanceOf(DamagedEvidenceException.class)
        .hasMessageContaining("journal.jsonl:3: the journal ends here, but head.json says")
        .hasMessageContaining("5 lines");
    assertThatThrownBy(run::openJournal)
        .isInstanceOf(IOException.class)
        .hasCauseInstanceOf(DamagedEvidenceException.class);
    assertThat(Files.readAllLines(journal)).hasSize(3);

    Files.delete(run.path().resolve("head.json"));
    assertThatThrownBy(run::entries)
        .isInstanceOf(DamagedEvidenceException.class)
        .hasMessageContaining("head.json: expected a file, found none");
  }

  @Test
  void refusesAHeadThatCountsNoLines() throws Exception {
    RunDirectory run = SampleRun.create(directory.resolve("run"));
    Files.write(run.path().resolve("head.json"), new Head(0, Digest.NONE).toJson());

    assertThatThrownBy(run::entries)
        .isInstanceOf(DamagedEvidenceException.class)
        .hasMessageContaining("expected a sequence from 1, found 0");
  }

  @Test
  void opensARunWhoseCreationWasKilledBeforeHeadJson() throws Exception {
    RunDirectory run = SampleRun.create(directory.resolve("run"));
    Files.delete(run.path().resolve("head.json"));

    run.openJournal().close();

    assertThat(Verifier.verify(run.path())).isEmpty();
  }

  @Test
  void namesTheDamagedLineWhenItIsOpenedOrRead() throws Exception {
    RunDirectory run = SampleRun.withTrials(directory.resolve("run"), 2);
    Path journal = run.path().resolve("journal.jsonl");
    Files.writeString(journal, Files.readString(journal).replaceFirst("stderr", "stdERR"));

    assertThatThrownBy(run::entries)
        .isInstanceOf(DamagedEvidenceException.class)
        .hasMessageContaining("journal.jsonl:4: its hash of the line before");
    assertThatThrownBy(run::openJournal).hasMessageContaining("journal.jsonl:4");
  }

  @Test
  void refusesASecondWriterInThisProcessAndNamesIt() throws Exception {
    RunDirectory run = SampleRun.create(directory.resolve("run"));
    try (Journal journal = run.openJournal()) {
      assertThatThrownBy(run::openJournal)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("in use by this process, pid " + ProcessHandle.current().pid());
      journal.append(NOTE);
    }
    run.openJournal().close();
  }

  @Test
  void refusesASecondWriterInAnotherProcessAndNamesItUntilItIsKilled() throws Exception {
    RunDirectory run = SampleRun.create(directory.resolve("run"));
    Process holder = java(List.of(), Holder.class, run.path().toString());
    try {
      BufferedReader out =
          new BufferedReader(
              new InputStreamReader(holder.getInputStream(), StandardCharsets.UTF_8));
      assertThat(out.readLine()).isEqualTo("held");
      assertThatThrownBy(run::openJournal)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("in use by process " + holder.pid() + " (java)");
    } finally {
      holder.destroyForcibly();
    }
    holder.waitFor();

    run.openJournal().close();
    assertThat(run.entries()).hasSize(2);
    assertThat(Verifier.verify(run.path())).isEmpty();
  }

  /** Opens a run's journal, appends a note, and holds it. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] arguments) throws Exception {
      Journal journal = RunDirectory.open(Path.of(arguments[0])).openJournal();
      journal.append(NOTE);
      System.out.println("held");
      Thread.sleep(60_000);
      journal.close();
    }
  }

  @Test
  void aFullDiskLeavesTheJournalGoodUpToTheLastWholeLine() throws Exception {
    Path mount = Files.createDirectory(directory.resolve("small"));
    mount(List.of("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", mount.toString()));
    try {
      RunDirectory run = SampleRun.create(mount.resolve("run"));
      try (Journal journal = run.openJournal()) {
        journal.append(NOTE);
        assertThatThrownBy(() -> journal.append(new Event.Noted("big", "x".repeat(400_000))))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("could not append line 3 to ")
            .hasMessageContaining("No space left on device; free space on the disk of ")
            .hasMessageContaining("assize resume");
        assertThat(run.entries()).hasSize(2);
        journal.append(new Event.Noted("small", "fits again"));
      }
      assertThat(run.entries()).hasSize(3);
      assertThat(Verifier.verify(run.path())).isEmpty();
    } finally {
      mount(List.of("umount", mount.toString()));
    }
  }

  @Test
  void aDiskThatIsFullForHeadJsonIsReportedAndOvercome() throws Exception {
    Path mount = Files.createDirectory(directory.resolve("small"));
    mount(List.of("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", mount.toString()));
    try {
      RunDirectory run = SampleRun.create(mount.resolve("run"));
      Journal journal = run.openJournal();
      journal.append(NOTE);
      fill(mount.resolve("filler"));
      assertThatThrownBy(journal::sync)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("could not replace ")
          .hasMessageContaining("head.json: No space left on device");
      assertThat(run.entries()).hasSize(2);
      Files.delete(mount.resolve("filler"));
      journal.close();
      assertThat(Verifier.verify(run.path())).isEmpty();
    } finally {
      mount(List.of("umount", mount.toString()));
    }
  }

  @Test
  void aReadOnlyFileSystemIsNamed() throws Exception {
    Path mount = Files.createDirectory(directory.resolve("fixed"));
    mount(List.of("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", mount.toString()));
    try {
      RunDirectory run = SampleRun.withTrials(mount.resolve("run"), 1);
      mount(List.of("mount", "-o", "remount,ro", mount.toString()));

      assertThatThrownBy(run::openJournal)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("Read-only file system; make the file system writable");
      assertThatThrownBy(() -> SampleRun.create(mount.resolve("another")))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("Read-only file system");
      assertThat(RunDirectory.open(run.path()).entries()).hasSize(3);
      assertThat(Verifier.verify(run.path())).isEmpty();
    } finally {
      mount(List.of("umount", mount.toString()));
    }
  }

  @Test
  void aRemovedDirectoryIsReportedAndNotWrittenInto() throws Exception {
    RunDirectory run = SampleRun.create(directory.resolve("run"));
    Journal journal = run.openJournal();
    SampleRun.delete(run.path());

    assertThatThrownBy(() -> journal.append(NOTE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("No such file or directory; the run directory was removed");
    assertThatThrownBy(journal::close).isInstanceOf(IOException.class);
    assertThatThrownBy(run::openJournal)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("could not lock ")
        .hasMessageContaining("the run directory was removed");
  }

  @Test
  void aReplacedDirectoryIsNotWrittenIntoAndTheMovedOneStaysGood() throws Exception {
    RunDirectory run = SampleRun.create(directory.resolve("run"));
    Journal journal = run.openJournal();
    journal.append(NOTE);
    journal.sync();
    Path moved = directory.resolve("moved");
    Files.move(run.path(), moved);
    SampleRun.copy(moved, run.path());

    assertThatThrownBy(() -> journal.append(NOTE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("deleted or replaced");
    assertThatThrownBy(journal::sync).isInstanceOf(IOException.class);
    assertThat(RunDirectory.open(moved).entries()).hasSize(2);
    assertThat(Verifier.verify(moved)).isEmpty();
    assertThat(Verifier.verify(run.path())).isEmpty();
  }

  @Test
  void aMillionSamplesAreWrittenAndReadWithinOneGibibyteOfHeap() throws Exception {
    Process child =
        java(List.of("-Xmx1g"), MillionSamples.class, directory.resolve("run").toString());
    String out = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(child.waitFor()).as(out).isZero();
    assertThat(out).startsWith("1000000 samples");
  }

  private static Process java(List<String> options, Class<?> main, String argument)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName(), argument));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static void fill(Path file) throws IOException {
    byte[] page = new byte[4_096];
    try (var out = Files.newOutputStream(file)) {
      while (true) {
        out.write(page);
      }
    } catch (IOException full) {
      assertThat(full).hasMessageContaining("No space left");
    }
  }

  private static void mount(List<String> command) throws Exception {
    Process mount = new ProcessBuilder(command).redirectErrorStream(true).start();
    String out = new String(mount.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(mount.waitFor()).as("%s: %s", command, out).isZero();
  }
}
