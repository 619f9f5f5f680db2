package dev.assize.linux;

/** Prints what stdout is; run by {@link SystemInfoTest} under a pseudo-terminal. */
final class TerminalProbe {
  private TerminalProbe() {}

  /** Prints one line. */
  public static void main(String[] arguments) {
    var columns = SystemInfo.terminalColumns(1);
    System.out.println(
        "terminal="
            + SystemInfo.isTerminal(1)
            + " columns="
            + (columns.isPresent() ? columns.getAsInt() : "none"));
  }
}
