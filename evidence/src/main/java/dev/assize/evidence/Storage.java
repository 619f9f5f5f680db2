package dev.assize.evidence;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Writing that survives a power failure, and messages for when it does not work. Files are written
 * by {@link FileOutputStream}, not by channels: an interrupt of the thread closes a channel in the
 * middle of a write.
 */
final class Storage {
  private Storage() {}

  /** Writes a file that must not exist yet, and makes its content durable. */
  static void writeNew(Path file, byte[] content) throws IOException {
    try {
      if (Files.exists(file)) {
        throw new IOException("expected no such file yet, found one");
      }
      writeDurably(file, content);
    } catch (IOException e) {
      throw failure("write", file, e);
    }
  }

  /** Replaces a file so that at any instant either the old or the new content is there, whole. */
  static void replace(Path file, byte[] content) throws IOException {
    Path next = beside(file);
    try {
      writeDurably(next, content);
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw failure("replace", file, e);
    }
    syncDirectory(parent(file));
  }

  /** The name under which {@link #replace} writes the new content. */
  static Path beside(Path file) {
    return parent(file).resolve(file.getFileName() + ".new");
  }

  /** Makes names in the directory durable. */
  static void syncDirectory(Path directory) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
          channel.force(true);
          return;
        } catch (ClosedByInterruptException e) {
          interrupted |= Thread.interrupted();
        }
      }
    } catch (IOException e) {
      throw failure("make durable", directory, e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  static Path parent(Path file) {
    Path parent = file.toAbsolutePath().getParent();
    return parent == null ? file.toAbsolutePath() : parent;
  }

  /** Returns an exception that says what failed, where, why, and what to do. */
  static IOException failure(String action, Path where, IOException cause) {
    String reason = reason(cause);
    return new IOException(
        "could not " + action + " " + where + ": " + reason + "; " + remedy(reason, where), cause);
  }

  private static String reason(IOException cause) {
    String message = cause.getMessage();
    return switch (cause) {
      case NoSuchFileException _ -> "No such file or directory";
      case AccessDeniedException _ -> "Permission denied";
      // "<path> (<reason>)", the form of java.io
      case FileNotFoundException _ when message != null && message.endsWith(")") ->
          message.substring(message.lastIndexOf('(') + 1, message.length() - 1);
      case java.nio.file.FileSystemException e when e.getReason() != null -> e.getReason();
      default -> message == null ? cause.getClass().getSimpleName() : message;
    };
  }

  private static String remedy(String reason, Path where) {
    if (reason.contains("No space left") || reason.contains("Disk quota")) {
      return "free space on " + mountOf(where) + "then run 'assize resume' on this run";
    }
    if (reason.contains("Read-only")) {
      return "make the file system writable, or use a runs directory elsewhere";
    }
    if (reason.contains("Permission denied") || reason.contains("not permitted")) {
      return "give this user the right to write there, or use a runs directory elsewhere";
    }
    if (reason.contains("No such file") || reason.contains("deleted or replaced")) {
      return "the run directory was removed or renamed while in use; what was in it is gone from"
          + " here, start a new run";
    }
    return "check the disk, then run 'assize resume' on this run";
  }

  private static String mountOf(Path where) {
    File file = where.toFile();
    for (@Nullable File f = file; f != null; f = f.getParentFile()) {
      if (f.exists()) {
        return "the disk of " + f + " (" + (f.getUsableSpace() >> 20) + " MiB are free), ";
      }
    }
    return "the disk, ";
  }

  private static void writeDurably(Path file, byte[] content) throws IOException {
    try (FileOutputStream out = new FileOutputStream(file.toFile())) {
      out.write(content);
      out.getFD().sync();
    }
  }
}
