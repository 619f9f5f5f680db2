package dev.assize.evidence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Lists everything that is wrong with a journal, by line. */
final class JournalCheck {
  /** A line; the entry is null when it can't be read. */
  private record Line(int number, String sha256, @Nullable Entry entry) {}

  private final Path run;
  private final List<Finding> findings;
  private final List<Line> lines = new ArrayList<>();
  private @Nullable Head head;

  JournalCheck(Path run, List<Finding> findings) {
    this.run = run;
    this.findings = findings;
  }

  /** The entries that could be read, in the order of the file. */
  List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    for (Line line : lines) {
      if (line.entry() != null) {
        entries.add(line.entry());
      }
    }
    return entries;
  }

  /** The first line's event, unless that line is damaged or the line after says that it was. */
  Optional<Event.Opened> opened() {
    if (lines.isEmpty() || isChanged(0)) {
      return Optional.empty();
    }
    Entry first = lines.getFirst().entry();
    return first != null && first.event() instanceof Event.Opened opened
        ? Optional.of(opened)
        : Optional.empty();
  }

  void check() {
    // Before the journal: a run in progress may add lines between the two readings.
    readHead();
    Path journal = run.resolve(RunDirectory.JOURNAL);
    if (!Files.isRegularFile(journal, LinkOption.NOFOLLOW_LINKS)) {
      findings.add(new Finding(RunDirectory.JOURNAL, 0, "missing: expected a file, found none"));
    } else {
      try {
        read(journal);
      } catch (IOException e) {
        add(lines.size() + 1, "can't be read: " + e);
      }
      if (lines.isEmpty()) {
        add(1, "truncated: expected 'opened' as the first line, found no whole line");
      }
    }
    sequences();
    chain();
    if (head != null) {
      compare(head);
    }
  }

  private void read(Path journal) throws IOException {
    try (JournalLines in = new JournalLines(journal)) {
      for (byte[] line = in.next(); line != null; line = in.next()) {
        int number = lines.size() + 1;
        lines.add(new Line(number, Digest.sha256(line), parse(line, number)));
      }
      if (in.tail().length > 0) {
        add(
            lines.size() + 1,
            "truncated: "
                + in.tail().length
                + " bytes without a newline at the end; a kill during a write leaves this, and 'assize"
                + " resume' puts it aside");
      }
    }
  }

  private @Nullable Entry parse(byte[] line, int number) {
    try {
      Entry entry = JsonIn.read(line, EntryJson::readSchema1);
      if ((number == 1) != (entry.event() instanceof Event.Opened)) {
        add(number, "expected 'opened' as the first event and nowhere else");
      }
      return entry;
    } catch (JsonIn.Malformed e) {
      add(number, "changed: not a line that this build writes: " + e.getMessage());
      return null;
    }
  }

  private void sequences() {
    TreeSet<Long> present = new TreeSet<>();
    for (Line line : lines) {
      if (line.entry() != null) {
        present.add(line.entry().sequence());
      }
    }
    Map<Long, Integer> seen = new HashMap<>();
    long previous = 0;
    for (Line line : lines) {
      if (line.entry() == null) {
        previous++;
        continue;
      }
      long sequence = line.entry().sequence();
      Integer before = seen.putIfAbsent(sequence, line.number());
      if (before != null) {
        add(line.number(), "added: sequence " + sequence + " again, after line " + before);
      } else if (sequence <= previous) {
        add(
            line.number(),
            "reordered: expected sequence %d, found %d".formatted(previous + 1, sequence));
      } else if (sequence > previous + 1) {
        boolean later = present.subSet(previous + 1, sequence).size() == sequence - previous - 1;
        add(
            line.number(),
            later
                ? "reordered: expected sequence %d, found %d".formatted(previous + 1, sequence)
                : "missing: expected sequence %d, found %d: lines were removed before this one"
                    .formatted(previous + 1, sequence));
      }
      previous = sequence;
    }
  }

  private void chain() {
    if (!lines.isEmpty()) {
      Entry first = lines.getFirst().entry();
      if (first != null && !first.previous().equals(Digest.NONE)) {
        add(1, "hash mismatch: expected 64 zeros as the hash before the first line");
      }
    }
    for (int i = 0; i + 1 < lines.size(); i++) {
      if (isChanged(i)) {
        add(
            i + 1,
            "changed: hash mismatch: line %d expects SHA-256 %s here, found %s"
                .formatted(i + 2, previousOf(i + 1), lines.get(i).sha256()));
      } else if (previousOf(i + 1) == null) {
        add(i + 1, "unconfirmed: line " + (i + 2) + ", which holds its hash, can't be read");
      } else if (isMismatch(i)) {
        add(
            i + 1,
            "unconfirmed: line %d gives another hash for it, but was changed itself"
                .formatted(i + 2));
      }
    }
  }

  /** True when a next line that nobody disowns gives another hash for this one. */
  private boolean isChanged(int index) {
    return isMismatch(index) && !isDisowned(index + 1);
  }

  /** True when the line that follows in the sequence gives another hash for this one. */
  private boolean isMismatch(int index) {
    if (index + 1 >= lines.size()) {
      return false;
    }
    Entry here = lines.get(index).entry();
    Entry next = lines.get(index + 1).entry();
    return next != null
        && (here == null || next.sequence() == here.sequence() + 1)
        && !lines.get(index).sha256().equals(next.previous());
  }

  private boolean isDisowned(int index) {
    if (index + 1 >= lines.size()) {
      return headDisowns(index);
    }
    Entry next = lines.get(index + 1).entry();
    return next != null && !lines.get(index).sha256().equals(next.previous());
  }

  private boolean headDisowns(int index) {
    return head != null
        && head.sequence() == index + 1
        && !head.sha256().equals(lines.get(index).sha256());
  }

  private @Nullable String previousOf(int index) {
    Entry entry = lines.get(index).entry();
    return entry == null ? null : entry.previous();
  }

  private void readHead() {
    try {
      head = Head.read(run).orElse(null);
      if (head == null) {
        findings.add(new Finding(RunDirectory.HEAD, 0, "missing: expected a file, found none"));
      }
    } catch (IOException | DamagedEvidenceException e) {
      findings.add(new Finding(RunDirectory.HEAD, 0, "changed: " + e.getMessage()));
    }
  }

  private void compare(Head head) {
    if (head.sequence() > lines.size()) {
      add(
          lines.size() + 1,
          "truncated: the journal ends after %d lines, head.json says that it had %d"
              .formatted(lines.size(), head.sequence()));
      findings.add(
          new Finding(
              RunDirectory.HEAD,
              0,
              "disagrees with the journal, which has %d lines: one of the two was changed"
                  .formatted(lines.size())));
    } else {
      int index = Math.toIntExact(head.sequence()) - 1;
      if (!head.sha256().equals(lines.get(index).sha256())) {
        add(
            index + 1,
            "changed: hash mismatch: head.json expects SHA-256 %s here, found %s"
                .formatted(head.sha256(), lines.get(index).sha256()));
        findings.add(
            new Finding(
                RunDirectory.HEAD,
                0,
                "disagrees with line %d of the journal: one of the two was changed"
                    .formatted(index + 1)));
      }
      // A kill leaves lines after the last sync, but closing a run makes everything durable.
      if (index + 1 < lines.size() && isClosedRun(index)) {
        add(index + 2, "added: lines after the end that head.json gives");
      }
    }
  }

  private boolean isClosedRun(int index) {
    Entry entry = lines.get(index).entry();
    return entry != null && entry.event() instanceof Event.Closed;
  }

  private void add(long line, String message) {
    findings.add(new Finding(RunDirectory.JOURNAL, line, message));
  }
}
