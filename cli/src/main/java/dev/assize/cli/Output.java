package dev.assize.cli;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Where a command writes: results to stdout, everything else to stderr. Colour and redrawing only
 * on a terminal.
 */
final class Output {
  private final PrintStream results;
  private final PrintStream messages;
  private final boolean resultsColoured;
  private final boolean messagesRedrawn;
  private final int width;

  private Output(
      PrintStream results,
      PrintStream messages,
      boolean resultsColoured,
      boolean messagesRedrawn,
      int width) {
    this.results = results;
    this.messages = messages;
    this.resultsColoured = resultsColoured;
    this.messagesRedrawn = messagesRedrawn;
    this.width = width;
  }

  /** The streams of this process. */
  static Output ofProcess(Map<String, String> environment) {
    boolean dumb = "dumb".equals(environment.get("TERM"));
    boolean noColour = !environment.getOrDefault("NO_COLOR", "").isEmpty();
    boolean outTerminal = Terminals.isTerminal(1);
    boolean errTerminal = Terminals.isTerminal(2);
    return new Output(
        new PrintStream(System.out, true, StandardCharsets.UTF_8),
        new PrintStream(System.err, true, StandardCharsets.UTF_8),
        outTerminal && !noColour && !dumb,
        errTerminal && !dumb,
        Terminals.columns(outTerminal ? 1 : 2));
  }

  PrintStream results() {
    return results;
  }

  PrintStream messages() {
    return messages;
  }

  boolean resultsColoured() {
    return resultsColoured;
  }

  boolean messagesRedrawn() {
    return messagesRedrawn;
  }

  /** Columns of the terminal, or 80. */
  int width() {
    return width;
  }
}
