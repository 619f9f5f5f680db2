package dev.assize.cli;

import dev.assize.linux.SystemInfo;

/** What the terminal behind a file descriptor is. */
final class Terminals {
  private static final int DEFAULT_COLUMNS = 80;

  private Terminals() {}

  static boolean isTerminal(int descriptor) {
    return SystemInfo.isTerminal(descriptor);
  }

  static int columns(int descriptor) {
    return SystemInfo.terminalColumns(descriptor).orElse(DEFAULT_COLUMNS);
  }
}
