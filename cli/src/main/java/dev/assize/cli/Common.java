package dev.assize.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that every command on runs has. */
final class Common {
  @Option(
      names = "--runs",
      paramLabel = "DIR",
      description = "Where runs are kept. Default: $ASSIZE_RUNS, or ./runs.")
  @Nullable Path runs;

  @Option(
      names = "--json",
      description = "Print one JSON document on stdout; all else goes to stderr.")
  boolean json;

  Runs runs() {
    return new Runs(runs);
  }

  Output output() {
    return Output.ofProcess(System.getenv());
  }

  Session session() {
    return new Session(output(), runs(), json);
  }
}
