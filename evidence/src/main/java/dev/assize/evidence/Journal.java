package dev.assize.evidence;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The writing end of a run's journal. One process at a time has it. Threads may share it.
 *
 * <p>A line is accepted whole or not at all: when a write fails, what it left is cut off again and
 * the next append may succeed. When that is impossible, or when making durable fails, the journal
 * refuses everything after, because what the disk holds is then unknown.
 */
public final class Journal implements Closeable {
  private final Path run;
  private final Path file;
  private final JournalLock lock;
  private final RandomAccessFile out;
  private final @Nullable Object fileKey;
  private long length;
  private long sequence;
  private String lastHash;
  private boolean closedRun;
  private boolean dirty = true;
  private boolean open = true;
  private @Nullable String broken;

  private Journal(Path run, JournalLock lock, RandomAccessFile out, JournalReader.Content content)
      throws IOException {
    this.run = run;
    this.file = run.resolve(RunDirectory.JOURNAL);
    this.lock = lock;
    this.out = out;
    this.fileKey = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    this.length = content.wholeBytes();
    this.sequence = content.entries().size();
    this.lastHash = content.lastHash();
    this.closedRun = isClosed(content);
  }

  /** Starts the journal of a new run with its first line. */
  static Journal start(Path run, Event.Opened opened) throws IOException {
    Path file = run.resolve(RunDirectory.JOURNAL);
    Storage.writeNew(file, new byte[0]);
    JournalReader.Content nothing =
        new JournalReader.Content(java.util.List.of(), Digest.NONE, 0, JournalReader.Torn.NOTHING);
    Journal journal = openAt(run, JournalLock.take(run), nothing);
    try {
      journal.append(opened);
      journal.sync();
      return journal;
    } catch (IOException e) {
      journal.closeQuietly();
      throw e;
    }
  }

  /** Opens the journal of an existing run and puts aside what a kill left of a last line. */
  static Journal reopen(Path run) throws IOException {
    JournalLock lock = JournalLock.take(run);
    try {
      JournalReader.Content content = JournalReader.read(run);
      requireResumable(content);
      TornLines torn = new TornLines(run);
      torn.keep(content.torn().bytes());
      Journal journal = openAt(run, lock, content);
      try {
        if (content.torn().bytes().length > 0) {
          journal.cutBack();
        }
        // A closed run takes no notes; 'assize verify' finds a file that was added to it.
        if (!journal.closedRun) {
          for (Event.Noted note : torn.notesMissingFrom(content.entries())) {
            journal.append(note);
          }
        }
        journal.sync();
        return journal;
      } catch (IOException e) {
        journal.closeQuietly();
        throw e;
      }
    } catch (DamagedEvidenceException e) {
      lock.close();
      throw new IOException(run + "/" + e.getMessage(), e);
    } catch (IOException e) {
      lock.close();
      throw e;
    }
  }

  /** Refuses what no kill can leave, before anything is changed. */
  private static void requireResumable(JournalReader.Content content)
      throws DamagedEvidenceException {
    int lines = content.entries().size();
    if (lines == 0) {
      throw new DamagedEvidenceException(
          RunDirectory.JOURNAL
              + ":1: expected 'opened', found no whole line; restore the run directory from a copy");
    }
    int torn = content.torn().bytes().length;
    // Nothing is written after 'closed': such bytes were added.
    if (torn > 0 && isClosed(content)) {
      throw new DamagedEvidenceException(
          "%s:%d: expected nothing after 'closed', found %d bytes; restore the run directory from a copy"
              .formatted(RunDirectory.JOURNAL, lines + 1, torn));
    }
  }

  private static boolean isClosed(JournalReader.Content content) {
    return !content.entries().isEmpty()
        && content.entries().getLast().event() instanceof Event.Closed;
  }

  private static Journal openAt(Path run, JournalLock lock, JournalReader.Content content)
      throws IOException {
    Path file = run.resolve(RunDirectory.JOURNAL);
    try {
      RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw");
      try {
        out.seek(content.wholeBytes());
        return new Journal(run, lock, out, content);
      } catch (IOException e) {
        out.close();
        throw e;
      }
    } catch (IOException e) {
      lock.close();
      throw Storage.failure("open", file, e);
    }
  }

  /**
   * Appends a line. It survives the end of this process from here on, and a power failure after
   * {@link #sync}.
   *
   * @throws IOException when the line could not be written whole (disk full, directory removed); it
   *     is then not in the journal
   * @throws IllegalArgumentException when it is a second {@link Event.Opened}
   * @throws IllegalStateException after {@link Event.Closed}, and after {@link #close}
   */
  public synchronized Entry append(Event event) throws IOException {
    requireUsable();
    if (closedRun) {
      throw new IllegalStateException(
          run + ": the run is closed; expected no further event, found " + event);
    }
    if ((sequence == 0) != (event instanceof Event.Opened)) {
      throw new IllegalArgumentException(
          run + ": expected 'opened' as the first event and nowhere else, found " + event);
    }
    Entry entry = new Entry(sequence + 1, Instant.now(), lastHash, event);
    byte[] text = EntryJson.write(entry);
    byte[] line = Arrays.copyOf(text, text.length + 1);
    line[text.length] = '\n';
    try {
      requireSameFile();
      out.write(line);
    } catch (IOException e) {
      IOException failure = Storage.failure("append line " + (sequence + 1) + " to", file, e);
      try {
        cutBack();
      } catch (IOException again) {
        broken = failure.getMessage();
        failure.addSuppressed(again);
      }
      throw failure;
    }
    length += line.length;
    sequence++;
    lastHash = Digest.sha256(text);
    closedRun = event instanceof Event.Closed;
    dirty = true;
    return entry;
  }

  /**
   * Makes every line so far durable: fsync of the journal, then head.json replaced, then fsync of
   * the directory. Costs milliseconds on a disk; belongs between trials.
   */
  public synchronized void sync() throws IOException {
    requireUsable();
    if (!dirty) {
      return;
    }
    try {
      requireSameFile();
      out.getFD().sync();
    } catch (IOException e) {
      IOException failure = Storage.failure("make durable", file, e);
      // After a failed fsync the kernel may have dropped the pages: a later success would mean
      // nothing.
      broken = failure.getMessage();
      throw failure;
    }
    Storage.replace(run.resolve(RunDirectory.HEAD), new Head(sequence, lastHash).toJson());
    dirty = false;
  }

  /** Makes every line durable, and lets others write. */
  @Override
  public synchronized void close() throws IOException {
    if (!open) {
      return;
    }
    try (lock;
        out) {
      if (broken == null) {
        sync();
      }
    } finally {
      open = false;
    }
  }

  private void closeQuietly() throws IOException {
    open = false;
    try (lock;
        out) {
      // Nothing to save: whoever calls this has a failure to report.
    }
  }

  private void cutBack() throws IOException {
    out.setLength(length);
    out.seek(length);
    dirty = true;
  }

  private void requireUsable() throws IOException {
    if (!open) {
      throw new IllegalStateException(run + ": expected an open journal, found a closed one");
    }
    if (broken != null) {
      throw new IOException("the journal takes nothing more after an earlier failure: " + broken);
    }
  }

  // Writing to a file that was removed succeeds and goes nowhere.
  private void requireSameFile() throws IOException {
    Object now = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    if (!Objects.equals(now, fileKey)) {
      throw new IOException("the file was deleted or replaced by another");
    }
  }
}
