package dev.assize.cli;

/**
 * The exit statuses of {@code assize}, documented in {@code assize --help} and docs/commands.md.
 */
final class ExitCode {
  /** A verdict was reached, whatever it says. */
  static final int VERDICT = 0;

  /** The verdict is LOSS and {@code --fail-on loss} asked for this status. */
  static final int LOSS = 1;

  /** The command line or the spec is wrong; nothing was run. */
  static final int USAGE = 2;

  /** The verdict is VOID. */
  static final int VOID = 3;

  /**
   * The run could not be carried out or its evidence not kept or read; what was measured is kept.
   */
  static final int CANNOT_RUN = 4;

  /** Interrupted; the state is saved and {@code assize resume} goes on. */
  static final int INTERRUPTED = 130;

  private ExitCode() {}
}
