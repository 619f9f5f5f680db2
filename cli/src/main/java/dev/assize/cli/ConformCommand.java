package dev.assize.cli;

import dev.assize.observe.Conformance;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "conform",
    description =
        "Starts a process that speaks the counter protocol (docs/counter-protocol.md), tries it, and"
            + " says of each rule whether it was kept. The process is ended by SIGTERM. Exit status:"
            + " 0 when every rule was kept, 1 when one was broken.",
    footerHeading = "%nExamples:%n",
    footer = {"  assize conform -- ./server --port 8080"})
final class ConformCommand implements Callable<Integer> {
  private static final int BROKEN = 1;

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = "For the registration, each answer, and the end. Default: ${DEFAULT-VALUE}.")
  int patience;

  @Parameters(
      arity = "1..*",
      paramLabel = "COMMAND",
      description = "The process and its arguments.")
  List<String> command = List.of();

  @Mixin Common common = new Common();

  @Override
  public Integer call() throws Exception {
    if (patience < 1) {
      throw new CommandFailure(
          ExitCode.USAGE, "--patience: expected 1 second or more, found " + patience);
    }
    Output output = common.output();
    List<Conformance.Finding> findings = Conformance.check(command, Duration.ofSeconds(patience));
    boolean kept = findings.stream().allMatch(Conformance.Finding::kept);
    if (common.json) {
      ObjectNode document = Json.object();
      ArrayNode list = document.putArray("rules");
      for (Conformance.Finding finding : findings) {
        ObjectNode item = list.addObject();
        item.put("rule", finding.rule());
        item.put("kept", finding.kept());
        item.put("found", finding.found());
      }
      Json.print(output, document);
    } else {
      for (Conformance.Finding finding : findings) {
        output
            .results()
            .println(
                (finding.kept() ? "kept   " : "BROKEN ")
                    + finding.rule()
                    + (finding.found().isEmpty() ? "" : ": " + Printable.of(finding.found())));
      }
    }
    return kept ? ExitCode.VERDICT : BROKEN;
  }
}
