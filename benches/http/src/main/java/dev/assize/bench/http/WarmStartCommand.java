package dev.assize.bench.http;

import dev.assize.bench.http.message.BenchFailure;
import dev.assize.bench.http.server.ServeCommand;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * Serves and loads for a moment inside this process, so that the launcher can keep what a start
 * needs in an ahead-of-time cache. An engine that this machine lacks is left out.
 */
@Command(
    name = "warm-start",
    hidden = true,
    description = "Loads classes for the launcher's cache.")
final class WarmStartCommand implements Callable<Integer> {
  private static final List<String> ENGINES = List.of("nio", "epoll", "io_uring");
  private static final List<String> SCENARIOS =
      List.of("get-json", "get-json-64k", "ws-echo", "ws-hub-broadcast", "sse-fanout");

  @Override
  public Integer call() {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    CommandLine line = Main.commandLine().setOut(nowhere).setErr(nowhere);
    for (String engine : ENGINES) {
      try {
        ServeCommand.whileServing(
            List.of("--engine", engine, "--port", "0"), port -> load(line, port));
      } catch (BenchFailure e) {
        nowhere.println(e.getMessage());
      }
    }
    return 0;
  }

  private static void load(CommandLine line, int port) {
    for (String scenario : SCENARIOS) {
      line.execute(
          "load",
          "--scenario",
          scenario,
          "--port",
          String.valueOf(port),
          "--connections",
          "4",
          "--warm-up",
          "0s",
          "--duration",
          "200ms");
    }
  }
}
