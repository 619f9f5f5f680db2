package dev.assize.cli;

import dev.assize.evidence.RunDirectory;
import dev.assize.experiment.Spec;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "run",
    description = "Seals the experiment of a spec, runs it, judges it and writes the reports.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  assize run examples/quickstart.yaml",
      "  assize run --fail-on loss bench/io.yaml      # exit status 1 on LOSS, for CI",
      "  assize run --json spec.yaml | jq .outcome",
      "  assize run --profile smoke --cells 'ws-*' spec.yaml"
    })
final class RunCommand implements Callable<Integer> {
  @Parameters(paramLabel = "SPEC", description = "The experiment, a YAML file (see: assize init).")
  Path spec = Path.of("");

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the plan, when the spec states none. Default: drawn at sealing.")
  @Nullable Long seed;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description =
          "Resolve the spec's relative paths against DIR, not its own directory: for the spec kept"
              + " in a run.")
  @Nullable Path directory;

  @Mixin Common common = new Common();
  @Mixin Changes changes = new Changes();
  @Mixin FailOn failOn = new FailOn();

  @Override
  public Integer call() throws Exception {
    Session session = common.session();
    Spec read = directory == null ? changes.read(spec) : changes.read(spec, directory);
    Warnings.print(common.output(), read.warnings());
    RunDirectory run =
        session.seal(read, seed == null ? OptionalLong.empty() : OptionalLong.of(seed));
    common.output().messages().println("assize: sealed " + run.path());
    return session.carryOutAndJudge(run, failOn.loss());
  }
}
