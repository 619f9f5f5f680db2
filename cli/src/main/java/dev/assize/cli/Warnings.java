package dev.assize.cli;

import java.util.List;

/** Prints warnings on stderr. */
final class Warnings {
  private Warnings() {}

  static void print(Output output, List<String> warnings) {
    for (String warning : warnings) {
      output.messages().println("assize: warning: " + warning);
    }
  }
}
