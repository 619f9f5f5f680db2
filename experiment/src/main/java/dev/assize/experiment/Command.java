package dev.assize.experiment;

import java.util.ArrayList;
import java.util.List;

/** A command to execute: an argument list, or one string for a shell when the spec says so. */
public sealed interface Command {
  /** Returns the command with arguments added at its end; a shell gets them quoted. */
  Command with(List<String> more);

  /** Executed directly; the first element is the program, looked up in the arm's PATH. */
  record Argv(List<String> arguments) implements Command {
    public Argv {
      arguments = List.copyOf(arguments);
      if (arguments.isEmpty()) {
        throw new IllegalArgumentException(
            "command: expected at least a program, found an empty list");
      }
    }

    @Override
    public Argv with(List<String> more) {
      List<String> all = new ArrayList<>(arguments);
      all.addAll(more);
      return new Argv(all);
    }
  }

  /** Executed as {@code /bin/sh -c text}. */
  record Shell(String text) implements Command {
    @Override
    public Shell with(List<String> more) {
      StringBuilder all = new StringBuilder(text);
      for (String argument : more) {
        all.append(" '").append(argument.replace("'", "'\\''")).append('\'');
      }
      return new Shell(all.toString());
    }
  }
}
