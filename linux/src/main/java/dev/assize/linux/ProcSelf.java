package dev.assize.linux;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;

/**
 * What /proc says about this process. The file stays open from the first use on, because a
 * launching thread may have another /proc mounted in which this process does not exist.
 */
final class ProcSelf {
  private static final int BUFFER_BYTES = 8192;
  private static final RandomAccessFile STATUS = open();

  private ProcSelf() {}

  private static RandomAccessFile open() {
    try {
      return new RandomAccessFile("/proc/self/status", "r");
    } catch (IOException e) {
      throw new UncheckedIOException("expected /proc/self/status; is /proc mounted?", e);
    }
  }

  /** Returns VmHWM: the peak resident set of this process. */
  static synchronized long peakRssBytes() {
    byte[] buffer = new byte[BUFFER_BYTES];
    int length;
    try {
      STATUS.seek(0);
      length = STATUS.read(buffer);
    } catch (IOException e) {
      throw new UncheckedIOException("expected to read /proc/self/status", e);
    }
    String text = KernelText.decode(buffer, 0, Math.max(0, length));
    return text.lines()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> Long.parseLong(line.substring(6).replace("kB", "").strip()) * 1024)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("expected a line VmHWM in /proc/self/status"));
  }
}
