package dev.assize.lab;

import dev.assize.experiment.Command;
import java.util.List;
import java.util.regex.Pattern;

/** Puts commands together and in words. */
final class Commands {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

  private Commands() {}

  /** The argument list to execute. */
  static List<String> argv(Command command) {
    return switch (command) {
      case Command.Argv(List<String> arguments) -> arguments;
      case Command.Shell(String text) -> List.of("/bin/sh", "-c", text);
    };
  }

  /** The command in a message, as one would type it. */
  static String words(Command command) {
    return switch (command) {
      case Command.Argv(List<String> arguments) ->
          String.join(" ", arguments.stream().map(Commands::quoted).toList());
      case Command.Shell(String text) -> text;
    };
  }

  private static String quoted(String argument) {
    return PLAIN.matcher(argument).matches()
        ? argument
        : "'" + argument.replace("'", "'\\''") + "'";
  }
}
