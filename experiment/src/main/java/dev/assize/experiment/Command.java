package dev.assize.experiment;

import java.util.List;

/** A command to execute: an argument list, or one string for a shell when the spec says so. */
public sealed interface Command {
  /** Executed directly; the first element is the program, looked up in the arm's PATH. */
  record Argv(List<String> arguments) implements Command {
    public Argv {
      arguments = List.copyOf(arguments);
      if (arguments.isEmpty()) {
        throw new IllegalArgumentException(
            "command: expected at least a program, found an empty list");
      }
    }
  }

  /** Executed as {@code /bin/sh -c text}. */
  record Shell(String text) implements Command {}
}
