package dev.assize.cli;

import dev.assize.evidence.RunDirectory;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "resume",
    description =
        "Goes on with an interrupted run: the next trial of the same plan. Then judges and"
            + " reports.",
    footerHeading = "%nExamples:%n",
    footer = {"  assize resume latest", "  assize resume runs/quickstart/20261202T071500Z-3f2a"})
final class ResumeCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "RUN",
      description = "A run: directory, id, experiment's name, or 'latest'.")
  String run = "";

  @Mixin Common common = new Common();
  @Mixin FailOn failOn = new FailOn();

  @Override
  public Integer call() throws Exception {
    RunDirectory directory = RunDirectory.open(common.runs().named(run));
    return common.session().carryOutAndJudge(directory, failOn.loss());
  }
}
