package dev.assize.linux;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What /proc says about this process. */
final class ProcSelf {
  private static final Path STATUS = Path.of("/proc/self/status");

  private ProcSelf() {}

  /** Returns VmHWM: the peak resident set of this process. */
  static long peakRssBytes() {
    try {
      for (String line : Files.readAllLines(STATUS)) {
        if (line.startsWith("VmHWM:")) {
          return Long.parseLong(line.substring(6).replace("kB", "").strip()) * 1024;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("expected to read " + STATUS + "; is /proc mounted?", e);
    }
    throw new IllegalStateException("expected a line VmHWM in " + STATUS + ", found none");
  }
}
