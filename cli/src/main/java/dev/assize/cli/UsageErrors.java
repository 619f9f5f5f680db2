package dev.assize.cli;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Answers a wrong command line in two or three lines. The whole help would push the reason off a
 * terminal.
 */
final class UsageErrors {
  private UsageErrors() {}

  static int explain(ParameterException failure, String[] arguments) {
    CommandLine command = failure.getCommandLine();
    PrintWriter err = command.getErr();
    err.println(
        command
            .getColorScheme()
            .errorText("assize: " + Printable.of(String.valueOf(failure.getMessage()))));
    if (failure instanceof UnmatchedArgumentException unmatched) {
      List<String> near = unmatched.getSuggestions();
      if (!near.isEmpty()) {
        err.println("did you mean " + String.join(", ", near) + "?");
      }
    }
    err.println("see " + command.getCommandSpec().qualifiedName() + " --help");
    err.flush();
    return ExitCode.USAGE;
  }
}
