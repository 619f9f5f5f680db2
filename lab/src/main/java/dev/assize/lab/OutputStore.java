package dev.assize.lab;

import dev.assize.evidence.Digest;
import dev.assize.evidence.FileRecord;
import dev.assize.experiment.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what a trial wrote as evidence in the attempt's directory. A file of at most 1 MiB is kept
 * whole under its name; of a larger one the first and the last 64 KiB are kept, as {@code
 * <name>.head} and {@code <name>.tail}, and {@code <name>.sum} holds SHA-256 and size of the whole.
 */
final class OutputStore {
  static final long WHOLE = 1 << 20;
  static final int END = 64 << 10;

  private final Path attempt;
  private final List<FileRecord> files = new ArrayList<>();

  OutputStore(Path attempt) {
    this.attempt = attempt;
  }

  /** Size and hash of a whole file, by the name that evidence knows it by. */
  static FileRecord describe(Path file, String name) throws IOException {
    return new FileRecord(name, new Bytes(Files.size(file)), Digest.sha256(file));
  }

  /**
   * Takes a file over from the scratch directory, which must be on the same file system. An empty
   * file is left where it is: its record says all of it.
   */
  void keep(Path file, FileRecord whole) throws IOException {
    if (whole.size().value() == 0) {
      return;
    }
    if (whole.size().value() <= WHOLE) {
      Path kept = directory().resolve(whole.path());
      Files.move(file, kept);
      force(kept);
      files.add(whole);
      return;
    }
    byte[] head = part(file, 0);
    byte[] tail = part(file, whole.size().value() - END);
    // Before the parts are written: the file may have filled the disk.
    Files.delete(file);
    keep(whole.path() + ".head", head);
    keep(whole.path() + ".tail", tail);
    String sum = whole.sha256() + " " + whole.size().value() + "\n";
    keep(whole.path() + ".sum", sum.getBytes(StandardCharsets.US_ASCII));
  }

  /** Takes over a file of the lab's own making whole, whatever its size. */
  void keepWhole(Path file, String name) throws IOException {
    FileRecord whole = describe(file, name);
    Path kept = directory().resolve(name);
    Files.move(file, kept);
    force(kept);
    files.add(whole);
  }

  /** What is in the attempt's directory now. */
  List<FileRecord> files() {
    return List.copyOf(files);
  }

  /** Makes the names durable; the contents are since they were kept. */
  void sync() throws IOException {
    if (!files.isEmpty()) {
      force(attempt);
      force(attempt.getParent());
    }
  }

  private static byte[] part(Path file, long from) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer buffer = ByteBuffer.allocate(END);
      while (buffer.hasRemaining() && channel.read(buffer, from + buffer.position()) >= 0) {
        // Reads on until the part is full; the file is longer than both parts.
      }
      return buffer.array();
    }
  }

  private void keep(String name, byte[] content) throws IOException {
    Path kept = Files.write(directory().resolve(name), content, StandardOpenOption.CREATE_NEW);
    force(kept);
    files.add(new FileRecord(name, new Bytes(content.length), Digest.sha256(content)));
  }

  /** Made when there is something to keep in it, below a run that is still there. */
  private Path directory() throws IOException {
    if (!Files.isDirectory(attempt)) {
      Files.createDirectory(attempt);
    }
    return attempt;
  }

  private static void force(@Nullable Path path) throws IOException {
    if (path == null) {
      return;
    }
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
