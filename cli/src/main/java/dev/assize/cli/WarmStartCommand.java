package dev.assize.cli;

import dev.assize.experiment.Planner;
import dev.assize.experiment.Spec;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * Loads what a usual start needs, so that the launcher can keep it in an ahead-of-time cache. Runs
 * and writes nothing.
 */
@Command(
    name = "warm-start",
    hidden = true,
    description = "Loads classes for the launcher's cache.")
final class WarmStartCommand implements Callable<Integer> {
  @Override
  public Integer call() throws Exception {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    CommandLine line = Main.commandLine();
    line.usage(nowhere);
    line.getSubcommands().values().forEach(sub -> sub.usage(nowhere));
    byte[] template = Spec.template().getBytes(StandardCharsets.UTF_8);
    Spec spec = Spec.parse(template, Path.of("template.yaml"), Path.of("").toAbsolutePath());
    Planner.plan(spec.experiment(), 1);
    Output output = Output.ofProcess(System.getenv());
    return output.width() > 0 ? ExitCode.VERDICT : ExitCode.CANNOT_RUN;
  }
}
