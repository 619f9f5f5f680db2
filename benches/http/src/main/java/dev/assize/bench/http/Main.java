package dev.assize.bench.http;

import dev.assize.bench.http.load.LoadCommand;
import dev.assize.bench.http.message.BenchFailure;
import dev.assize.bench.http.server.ServeCommand;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;

/** Entry point of {@code assize-http}. */
@Command(
    name = "assize-http",
    mixinStandardHelpOptions = true,
    version = "assize-http 0.1.0",
    description = "An HTTP, WebSocket and SSE server on Netty, and a load generator for it.",
    subcommands = {ServeCommand.class, LoadCommand.class, WarmStartCommand.class},
    footerHeading = "%nExamples:%n",
    footer = {
      "  assize-http serve --engine io_uring --zero-copy on --port 8080 --admin-port 8081",
      "  assize-http load --scenario ws-large-echo --port 8080 --connections 16 --duration 10s"
    })
public final class Main {
  private Main() {}

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] arguments) {
    int status = commandLine().execute(arguments);
    if (System.out.checkError()) {
      System.err.println("assize-http: stdout: expected to write the result, found that it failed");
      status = status == 0 ? BenchFailure.FAILED : status;
    }
    System.exit(status);
  }

  static CommandLine commandLine() {
    return new CommandLine(new Main())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
        .setParameterExceptionHandler(
            (failure, arguments) -> misused(failure, failure.getCommandLine().getErr()))
        .setExecutionExceptionHandler(
            (failure, line, parsed) -> explain(failure, line.getErr(), line.getCommandName()));
  }

  private static int misused(ParameterException failure, PrintWriter err) {
    String command = failure.getCommandLine().getCommandSpec().qualifiedName();
    err.println(command + ": " + failure.getMessage() + "; see " + command + " --help");
    err.flush();
    return BenchFailure.USAGE;
  }

  private static int explain(Exception failure, PrintWriter err, String command) throws Exception {
    if (failure instanceof BenchFailure known) {
      err.println("assize-http " + command + ": " + known.getMessage());
      err.flush();
      return known.exitStatus();
    }
    throw failure;
  }
}
