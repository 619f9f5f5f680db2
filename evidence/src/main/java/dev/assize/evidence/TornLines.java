package dev.assize.evidence;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files {@code journal.torn-<n>}: bytes of a last line that a kill cut off, put aside so that
 * nothing is lost. Each is named in the journal with its hash.
 */
final class TornLines {
  /** The topic of the events that name these files. */
  static final String TOPIC = "torn-line";

  private static final String PREFIX = "journal.torn-";
  private static final Pattern NOTE =
      Pattern.compile("(journal\\.torn-\\d{1,9}): (\\d+) bytes, SHA-256 ([0-9a-f]{64}): .*");

  private final Path run;

  TornLines(Path run) {
    this.run = run;
  }

  /** Writes the bytes to the next file. A kill right after leaves them in the journal too. */
  void keep(byte[] bytes) throws IOException {
    if (bytes.length == 0) {
      return;
    }
    List<Path> files = files();
    for (Path file : files) {
      if (Files.size(file) == bytes.length && Arrays.equals(Files.readAllBytes(file), bytes)) {
        return; // Put aside before, by an opening that was killed before it could cut the journal.
      }
    }
    int n = 1;
    while (Files.exists(run.resolve(PREFIX + n))) {
      n++;
    }
    Storage.writeNew(run.resolve(PREFIX + n), bytes);
    Storage.syncDirectory(run);
  }

  /** Returns the events to append for files that no event names. */
  List<Event.Noted> notesMissingFrom(List<Entry> entries) throws IOException {
    Map<String, FileRecord> named = named(entries);
    List<Event.Noted> notes = new ArrayList<>();
    for (Path file : files()) {
      if (!named.containsKey(file.getFileName().toString())) {
        notes.add(
            new Event.Noted(
                TOPIC,
                "%s: %d bytes, SHA-256 %s: the last line of the journal was cut off by a kill or a power failure; put aside, not counted"
                    .formatted(file.getFileName(), Files.size(file), Digest.sha256(file))));
      }
    }
    return notes;
  }

  /** Returns what the journal says of these files, by name. */
  static Map<String, FileRecord> named(List<Entry> entries) {
    Map<String, FileRecord> named = new TreeMap<>();
    for (Entry entry : entries) {
      if (entry.event() instanceof Event.Noted(String topic, String text) && topic.equals(TOPIC)) {
        parse(text).ifPresent(file -> named.put(file.path(), file));
      }
    }
    return named;
  }

  private static Optional<FileRecord> parse(String note) {
    Matcher matcher = NOTE.matcher(note);
    return matcher.matches()
        ? Optional.of(
            new FileRecord(
                matcher.group(1),
                new dev.assize.experiment.Bytes(Long.parseLong(matcher.group(2))),
                matcher.group(3)))
        : Optional.empty();
  }

  private List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(run, PREFIX + "*")) {
      found.forEach(files::add);
    }
    files.sort(null);
    return files;
  }
}
