package dev.assize.evidence;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a journal and refuses it at the first thing that is wrong. {@link JournalCheck} lists all
 * that is wrong.
 */
final class JournalReader {
  /**
   * A journal as it stands.
   *
   * @param lastHash of the last whole line; 64 zeros when there is none
   * @param wholeBytes length of the whole lines
   * @param torn bytes after the last newline: a write that a kill cut off
   */
  record Content(List<Entry> entries, String lastHash, long wholeBytes, Torn torn) {}

  /** Bytes that are not a whole line. Not copied: the reader hands them over. */
  static final class Torn {
    static final Torn NOTHING = new Torn(new byte[0]);

    private final byte[] bytes;

    Torn(byte[] bytes) {
      this.bytes = bytes;
    }

    byte[] bytes() {
      return bytes;
    }
  }

  private JournalReader() {}

  static Content read(Path run) throws IOException, DamagedEvidenceException {
    List<Entry> entries = new ArrayList<>();
    Optional<Head> head = Head.read(run);
    String previous = Digest.NONE;
    JsonIn.Reader<Entry> reader = EntryJson.reader(1);
    try (JournalLines lines = new JournalLines(run.resolve(RunDirectory.JOURNAL))) {
      for (byte[] line = lines.next(); line != null; line = lines.next()) {
        int number = entries.size() + 1;
        if (number == 1) {
          Integer schema = EntryJson.schemaIn(line);
          reader = EntryJson.reader(schema == null ? 1 : schema);
        }
        Entry entry = parse(line, number, reader);
        if (entry.sequence() != number) {
          throw damaged(number, "expected sequence " + number + ", found " + entry.sequence());
        }
        if (!entry.previous().equals(previous)) {
          throw damaged(
              number,
              "its hash of the line before is not that line's hash: one of the two was changed");
        }
        if ((number == 1) != (entry.event() instanceof Event.Opened)) {
          throw damaged(number, "expected 'opened' as the first event and nowhere else");
        }
        previous = Digest.sha256(line);
        if (head.isPresent()
            && head.get().sequence() == number
            && !head.get().sha256().equals(previous)) {
          throw damaged(number, "its hash is not the one in head.json: one of the two was changed");
        }
        entries.add(entry);
      }
      if (head.isPresent() && head.get().sequence() > entries.size()) {
        throw damaged(
            entries.size(),
            "the journal ends here, but head.json says that it had "
                + head.get().sequence()
                + " lines: its end was cut off");
      }
      // The first line's head.json is there before a second line can be.
      if (head.isEmpty() && entries.size() > 1) {
        throw new DamagedEvidenceException(
            RunDirectory.HEAD
                + ": expected a file, found none: whether the journal lacks lines at its end can't be"
                + " told"
                + ADVICE);
      }
      return new Content(
          List.copyOf(entries), previous, lines.wholeBytes(), new Torn(lines.tail()));
    }
  }

  private static Entry parse(byte[] line, int number, JsonIn.Reader<Entry> reader)
      throws DamagedEvidenceException {
    try {
      return JsonIn.read(line, reader);
    } catch (JsonIn.Malformed e) {
      throw new DamagedEvidenceException(
          "%s:%d: %s%s".formatted(RunDirectory.JOURNAL, number, e.getMessage(), ADVICE), e);
    }
  }

  private static DamagedEvidenceException damaged(int line, String what) {
    return new DamagedEvidenceException(
        "%s:%d: %s%s".formatted(RunDirectory.JOURNAL, line, what, ADVICE));
  }

  private static final String ADVICE =
      "; run 'assize verify' to see all damage, and restore the run directory from a copy";
}
