package dev.assize.cli;

import dev.assize.evidence.Finding;
import dev.assize.evidence.Verifier;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "verify",
    description =
        "Checks every byte of a run's evidence against its hashes and names whatever was changed,"
            + " removed, reordered or cut. Exit status 0 when intact, 4 when not.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  assize verify latest",
      "  assize verify --json quickstart | jq '.findings[].file'"
    })
final class VerifyCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "RUN",
      description = "A run: directory, id, experiment's name, or 'latest'.")
  String run = "";

  @Mixin Common common = new Common();

  @Override
  public Integer call() throws Exception {
    Path directory = common.runs().named(run);
    List<Finding> findings = Verifier.verify(directory);
    Output output = common.output();
    if (common.json) {
      ObjectNode document = Json.object();
      document.put("run", directory.toString());
      document.put("intact", findings.isEmpty());
      ArrayNode list = document.putArray("findings");
      for (Finding finding : findings) {
        ObjectNode item = list.addObject();
        item.put("file", finding.file());
        item.put("line", finding.line());
        item.put("message", finding.message());
      }
      Json.print(output, document);
    } else if (findings.isEmpty()) {
      output.results().println("intact: " + directory);
    } else {
      for (Finding finding : findings) {
        String where = finding.line() > 0 ? finding.file() + ":" + finding.line() : finding.file();
        output.results().println(where + ": " + finding.message());
      }
      output.results().println("damaged: " + directory + " (" + findings.size() + " findings)");
    }
    return findings.isEmpty() ? ExitCode.VERDICT : ExitCode.CANNOT_RUN;
  }
}
