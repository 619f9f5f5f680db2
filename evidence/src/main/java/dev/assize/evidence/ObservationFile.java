package dev.assize.evidence;

import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An attempt's {@code observations.jsonl}: one {@link Observation} a line, in the order written.
 */
public final class ObservationFile {
  /** The file's name in the directory of its attempt. */
  public static final String NAME = "observations.jsonl";

  /** Beyond this an append writes by itself: a trial of hours must not fill the heap. */
  private static final int MOST_BUFFERED = 16 << 20;

  private ObservationFile() {}

  /**
   * Reads the whole file.
   *
   * @throws DamagedEvidenceException at the first line that is not what a {@link Writer} wrote, or
   *     at a last line that was cut off; names the file and the line
   * @throws IOException when there is no such file or it can't be read
   */
  public static List<Observation> read(Path file) throws IOException, DamagedEvidenceException {
    List<Observation> all = new ArrayList<>();
    try (JournalLines lines = new JournalLines(file)) {
      for (byte[] line = lines.next(); line != null; line = lines.next()) {
        all.add(parsed(file, all.size() + 1, line));
      }
      if (lines.tail().length > 0) {
        throw new DamagedEvidenceException(
            "%s:%d: expected a line feed at the end of the line, found the end of the file after %d bytes: the writing was cut off"
                .formatted(file, all.size() + 1, lines.tail().length));
      }
    }
    return List.copyOf(all);
  }

  private static Observation parsed(Path file, int number, byte[] line)
      throws DamagedEvidenceException {
    try {
      return ObservationJson.read(line);
    } catch (JsonIn.Malformed e) {
      throw new DamagedEvidenceException(file + ":" + number + ": " + e.getMessage(), e);
    }
  }

  /**
   * Appends observations, from any thread. They are kept in memory until {@link #flush}, which the
   * owner calls where the disk may be busy: outside of measured windows.
   */
  public static final class Writer implements AutoCloseable {
    private final Path file;
    private final FileOutputStream out;
    private ByteArrayOutputStream buffer = new ByteArrayOutputStream(1 << 16);
    private @Nullable IOException failure;
    private boolean closed;

    private Writer(Path file, FileOutputStream out) {
      this.file = file;
      this.out = out;
    }

    /**
     * Creates the file.
     *
     * @throws IOException when it is there already or can't be created
     */
    public static Writer create(Path file) throws IOException {
      try {
        if (Files.exists(file)) {
          throw new IOException("expected no such file yet, found one");
        }
        return new Writer(file, new FileOutputStream(file.toFile()));
      } catch (IOException e) {
        throw Storage.failure("create", file, e);
      }
    }

    /**
     * Adds a line. A failure of the disk shows at the next {@link #flush} or {@link #close}: a
     * sampler can do nothing about it.
     *
     * @throws IllegalStateException after {@link #close}
     */
    public void append(Observation observation) {
      byte[] line = ObservationJson.write(observation);
      synchronized (this) {
        if (closed) {
          throw new IllegalStateException("observations of " + file + " are closed");
        }
        buffer.writeBytes(line);
        buffer.write('\n');
        if (buffer.size() > MOST_BUFFERED) {
          write();
        }
      }
    }

    /**
     * Writes what was appended so far.
     *
     * @throws IOException when this or an earlier write failed
     */
    public synchronized void flush() throws IOException {
      write();
      if (failure != null) {
        throw failure;
      }
    }

    /** Writes the rest, makes all of it durable, and ends the file. A second call does nothing. */
    @Override
    public synchronized void close() throws IOException {
      if (closed) {
        return;
      }
      closed = true;
      try (out) {
        flush();
        sync();
      }
    }

    private void sync() throws IOException {
      try {
        out.getFD().sync();
      } catch (IOException e) {
        throw Storage.failure("make durable", file, e);
      }
    }

    private void write() {
      ByteArrayOutputStream full = buffer;
      buffer = new ByteArrayOutputStream(1 << 16);
      try {
        if (failure == null) {
          full.writeTo(out);
        }
      } catch (IOException e) {
        failure = Storage.failure("write", file, e);
      }
    }
  }
}
