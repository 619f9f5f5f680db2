package dev.assize.cli;

import dev.assize.linux.SystemInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the terminal behind a file descriptor is. */
final class Terminals {
  private static final int DEFAULT_COLUMNS = 80;

  private Terminals() {}

  /**
   * Tells by the device that the descriptor leads to. Asking the C library would link it first,
   * which takes longer than all else that {@code --help} does.
   */
  static boolean isTerminal(int descriptor) {
    try {
      String device = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return device.startsWith("/dev/pts/")
          || device.startsWith("/dev/tty")
          || device.equals("/dev/console");
    } catch (IOException unreadable) {
      return SystemInfo.isTerminal(descriptor);
    }
  }

  static int columns(int descriptor) {
    return isTerminal(descriptor)
        ? SystemInfo.terminalColumns(descriptor).orElse(DEFAULT_COLUMNS)
        : DEFAULT_COLUMNS;
  }
}
