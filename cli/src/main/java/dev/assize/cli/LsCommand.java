package dev.assize.cli;

import dev.assize.evidence.DamagedEvidenceException;
import dev.assize.evidence.EvidenceState;
import dev.assize.evidence.RunDirectory;
import dev.assize.judge.VerdictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "ls",
    description = "Lists runs, newest first, with their state and verdict.",
    footerHeading = "%nExamples:%n",
    footer = {"  assize ls", "  assize ls --json | jq -r '.runs[0].path'"})
final class LsCommand implements Callable<Integer> {
  private record Row(String experiment, String id, Path path, String state, String verdict) {}

  @Mixin Common common = new Common();

  @Override
  public Integer call() throws Exception {
    Output output = common.output();
    List<Path> runs = common.runs().all();
    ArrayNode list = Json.object().putArray("runs");
    if (runs.isEmpty() && !common.json) {
      output.results().println("no runs under " + common.runs().root());
      return ExitCode.VERDICT;
    }
    for (Path path : runs) {
      Row row = row(path);
      if (common.json) {
        ObjectNode item = list.addObject();
        item.put("experiment", row.experiment());
        item.put("id", row.id());
        item.put("path", row.path().toString());
        item.put("state", row.state());
        item.put("verdict", row.verdict());
      } else {
        output
            .results()
            .println(
                String.format(
                    Locale.ROOT,
                    "%-24s %-22s %-12s %-14s",
                    row.id(),
                    row.experiment(),
                    row.state(),
                    row.verdict()));
      }
    }
    if (common.json) {
      ObjectNode document = Json.object();
      document.set("runs", list);
      Json.print(output, document);
    }
    return ExitCode.VERDICT;
  }

  private static Row row(Path path) throws IOException {
    String id = String.valueOf(path.getFileName());
    String experiment = String.valueOf(path.toAbsolutePath().getParent().getFileName());
    String state;
    try {
      RunDirectory run = RunDirectory.open(path);
      state = EvidenceState.of(run.entries(), run.plan()).closed() ? "complete" : "incomplete";
    } catch (DamagedEvidenceException damaged) {
      state = "damaged";
    }
    Path verdictFile = path.resolve("verdict.json");
    String verdict = "-";
    if (Files.isRegularFile(verdictFile)) {
      try {
        verdict = VerdictJson.read(Files.readAllBytes(verdictFile)).outcome().name();
      } catch (IllegalArgumentException unreadable) {
        verdict = "unreadable";
      }
    }
    return new Row(experiment, id, path, state, verdict);
  }
}
