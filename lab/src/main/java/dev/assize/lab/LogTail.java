package dev.assize.lab;

import dev.assize.linux.KernelText;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/** The end of what a command wrote, for a message. */
final class LogTail {
  private static final int BYTES = 4096;

  private LogTail() {}

  /** The last 4 KiB as printable lines; says so where there was more. Empty for an empty file. */
  static String of(Path file) throws IOException {
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
      long size = open.length();
      byte[] end = new byte[(int) Math.min(BYTES, size)];
      open.seek(size - end.length);
      open.readFully(end);
      String text = KernelText.decode(end).strip();
      String shown = text.lines().map(Texts::printable).reduce((a, b) -> a + "\n" + b).orElse("");
      return size > BYTES ? "(the last " + BYTES + " of " + size + " bytes) " + shown : shown;
    }
  }
}
