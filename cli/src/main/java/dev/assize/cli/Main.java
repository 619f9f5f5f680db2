package dev.assize.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Entry point of the {@code assize} command. */
@Command(name = "assize", description = "Controlled performance experiments on I/O systems.")
public final class Main {
  private Main() {}

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Main()).execute(arguments));
  }
}
