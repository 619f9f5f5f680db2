package dev.assize.cli;

import dev.assize.linux.Terminal;

/** What the terminal behind a file descriptor is. */
final class Terminals {
  private static final int DEFAULT_COLUMNS = 80;

  private Terminals() {}

  static boolean isTerminal(int descriptor) {
    return Terminal.isTerminal(descriptor);
  }

  static int columns(int descriptor) {
    int columns = Terminal.isTerminal(descriptor) ? Terminal.columns(descriptor) : 0;
    return columns > 0 ? columns : DEFAULT_COLUMNS;
  }
}
