package dev.assize.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opening a journal whose run has ended, or never began. */
class ClosedJournalTest {
  @TempDir Path directory;

  private RunDirectory closedRun() throws IOException {
    RunDirectory run = SampleRun.create(directory.resolve("run"));
    try (Journal journal = run.openJournal()) {
      journal.append(new Event.Closed(0, 0));
    }
    return run;
  }

  @Test
  void bytesAfterTheEndAreRefusedAndLeftWhereTheyAre() throws IOException {
    RunDirectory run = closedRun();
    Path journal = run.path().resolve("journal.jsonl");
    Files.writeString(journal, "more", StandardOpenOption.APPEND);
    byte[] before = Files.readAllBytes(journal);

    assertThatThrownBy(run::openJournal)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("journal.jsonl:3: expected nothing after 'closed', found 4 bytes");
    assertThat(journal).hasBinaryContent(before);
    assertThat(run.path().resolve("journal.torn-1")).doesNotExist();
  }

  @Test
  void aRefusedOpeningDoesNotKeepTheLock() throws IOException {
    RunDirectory run = closedRun();
    Path journal = run.path().resolve("journal.jsonl");
    byte[] good = Files.readAllBytes(journal);
    Files.writeString(journal, "more", StandardOpenOption.APPEND);
    assertThatThrownBy(run::openJournal).isInstanceOf(IOException.class);

    Files.write(journal, good);
    run.openJournal().close();
    assertThat(journal).hasBinaryContent(good);
  }

  @Test
  void aFileAddedToAClosedRunIsFoundAndNotNoted() throws IOException, NewerSchemaException {
    RunDirectory run = closedRun();
    Path journal = run.path().resolve("journal.jsonl");
    byte[] good = Files.readAllBytes(journal);
    Files.writeString(run.path().resolve("journal.torn-1"), "added");

    run.openJournal().close();

    assertThat(journal).hasBinaryContent(good);
    assertThat(Verifier.verify(run.path()))
        .singleElement()
        .extracting(Finding::file)
        .isEqualTo("journal.torn-1");
  }

  @Test
  void aJournalWithoutAWholeLineIsRefused() throws IOException {
    RunDirectory run = closedRun();
    Files.delete(run.path().resolve("head.json"));
    Files.writeString(run.path().resolve("journal.jsonl"), "{\"seq");

    assertThatThrownBy(run::openJournal)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("journal.jsonl:1: expected 'opened'");
  }
}
