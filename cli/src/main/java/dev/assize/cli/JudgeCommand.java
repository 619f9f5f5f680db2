package dev.assize.cli;

import dev.assize.evidence.RunDirectory;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "judge",
    description =
        "Judges the evidence of a run again. The same evidence gives the same verdict.json, byte"
            + " for byte.",
    footerHeading = "%nExamples:%n",
    footer = {"  assize judge latest", "  assize judge --json quickstart | jq .outcome"})
final class JudgeCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "RUN",
      description = "A run: directory, id, experiment's name, or 'latest'.")
  String run = "";

  @Mixin Common common = new Common();
  @Mixin FailOn failOn = new FailOn();

  @Override
  public Integer call() throws Exception {
    RunDirectory directory = RunDirectory.open(common.runs().named(run));
    return common.session().judgeAndReport(directory, failOn.loss());
  }
}
