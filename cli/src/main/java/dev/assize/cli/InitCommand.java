package dev.assize.cli;

import dev.assize.experiment.Spec;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "init",
    description = "Writes a commented spec to start from. Never overwrites a file.",
    footerHeading = "%nExamples:%n",
    footer = {"  assize init                  # experiment.yaml", "  assize init bench/io.yaml"})
final class InitCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      defaultValue = "experiment.yaml",
      description = "The file to write; '-' for stdout. Default: ${DEFAULT-VALUE}.")
  String file = "experiment.yaml";

  @Override
  public Integer call() throws Exception {
    Output output = Output.ofProcess(System.getenv());
    if (file.equals("-")) {
      output.results().print(Spec.template());
      output.results().flush();
      return ExitCode.VERDICT;
    }
    Path path = Path.of(file);
    try {
      Files.write(
          path, Spec.template().getBytes(StandardCharsets.UTF_8), StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException exists) {
      throw new CommandFailure(
          ExitCode.USAGE,
          path + ": expected no such file, found one; name another or remove it first");
    }
    output.results().println("wrote " + path + "; edit it, then: assize run " + path);
    return ExitCode.VERDICT;
  }
}
