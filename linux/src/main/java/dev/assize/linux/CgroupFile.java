package dev.assize.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Reads and writes the control files of a cgroup. */
final class CgroupFile {
  private CgroupFile() {}

  static void write(Path file, String value) throws IOException {
    try {
      Files.writeString(file, value, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new IOException("writing '" + value + "' to " + file + ": " + e.getMessage(), e);
    }
  }

  static String read(Path file) throws IOException {
    return Files.readString(file).strip();
  }

  static long number(Path file) throws IOException {
    return Long.parseLong(read(file));
  }

  /** Returns the value behind a key in a file of lines {@code key value}. */
  static long keyed(Path file, String key) throws IOException {
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith(key + " ")) {
        return Long.parseLong(line.substring(key.length() + 1).strip());
      }
    }
    throw new IOException("expected a line '" + key + "' in " + file + ", found none");
  }
}
