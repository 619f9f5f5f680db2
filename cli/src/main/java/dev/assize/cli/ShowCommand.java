package dev.assize.cli;

import dev.assize.evidence.Entry;
import dev.assize.evidence.Event;
import dev.assize.evidence.EvidenceState;
import dev.assize.evidence.RunDirectory;
import dev.assize.evidence.TrialRecord;
import dev.assize.experiment.Experiment;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "show",
    description =
        "Shows a run's seal, state and every attempt, as the journal has them. Judges nothing.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  assize show latest",
      "  assize show --json latest | jq '.attempts[] | select(.valid|not)'"
    })
final class ShowCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "RUN",
      description = "A run: directory, id, experiment's name, or 'latest'.")
  String run = "";

  @Mixin Common common = new Common();

  @Override
  public Integer call() throws Exception {
    RunDirectory directory = RunDirectory.open(common.runs().named(run));
    List<Entry> entries = directory.entries();
    boolean closed = EvidenceState.of(entries, directory.plan()).closed();
    if (common.json) {
      Json.print(common.output(), document(directory, entries, closed));
      return ExitCode.VERDICT;
    }
    var out = common.output().results();
    Experiment experiment = directory.spec().experiment();
    out.println("run        " + directory.path());
    out.println("question   " + experiment.question());
    out.println("sealed     " + directory.seal().at() + " by " + directory.seal().tool());
    out.println("seed       " + directory.seal().seed());
    out.println("spec       sha256 " + directory.seal().spec());
    out.println(
        "plan       sha256 "
            + directory.seal().plan()
            + ", "
            + directory.plan().trials().size()
            + " trials");
    out.println(
        "state      " + (closed ? "complete" : "incomplete; assize resume " + directory.path()));
    out.println();
    for (Entry entry : entries) {
      switch (entry.event()) {
        case Event.TrialEnded ended -> out.println(line(ended.trial()));
        case Event.Stopped stopped -> out.println("        stopped: " + stopped.why());
        case Event.Resumed resumed ->
            out.println("        resumed by " + resumed.tool() + " " + resumed.hostChanges());
        case Event.Noted noted ->
            out.println("        note: " + noted.topic() + ": " + noted.text());
        case Event.SetUp setUp -> {
          if (!setUp.ok()) {
            out.println(
                "        setup of "
                    + setUp.cell()
                    + " "
                    + setUp.arm()
                    + " failed: "
                    + setUp.detail());
          }
        }
        case Event.CleanedUp cleaned -> {
          if (!cleaned.ok()) {
            out.println(
                "        cleanup of "
                    + cleaned.cell()
                    + " "
                    + cleaned.arm()
                    + " failed: "
                    + cleaned.detail());
          }
        }
        case Event.Opened opened -> {}
        case Event.TrialStarted started -> {}
        case Event.Closed end -> {}
      }
    }
    return ExitCode.VERDICT;
  }

  private static String line(TrialRecord trial) {
    return String.format(
        Locale.ROOT,
        "%7s %-8s block %3d  %-28s %-16s %12s  %s",
        trial.attempt(),
        trial.measured() ? "measured" : "warm-up",
        trial.block(),
        trial.cell(),
        trial.arm(),
        trial
            .wall()
            .map(wall -> String.format(Locale.ROOT, "%.3f ms", wall.value() / 1e6))
            .orElse("-"),
        trial.valid() ? "valid" : "not valid: " + trial.ending());
  }

  private static ObjectNode document(RunDirectory directory, List<Entry> entries, boolean closed) {
    ObjectNode document = Json.object();
    document.put("path", directory.path().toString());
    document.put("question", directory.spec().experiment().question());
    document.put("sealedAt", directory.seal().at().toString());
    document.put("tool", directory.seal().tool());
    document.put("seed", directory.seal().seed());
    document.put("spec", directory.seal().spec());
    document.put("plan", directory.seal().plan());
    document.put("plannedTrials", directory.plan().trials().size());
    document.put("complete", closed);
    ArrayNode attempts = document.putArray("attempts");
    for (Entry entry : entries) {
      if (entry.event() instanceof Event.TrialEnded ended) {
        TrialRecord trial = ended.trial();
        ObjectNode item = attempts.addObject();
        item.put("attempt", trial.attempt().toString());
        item.put("measured", trial.measured());
        item.put("block", trial.block());
        item.put("cell", trial.cell().toString());
        item.put("arm", trial.arm().value());
        item.put("valid", trial.valid());
        item.put("ending", trial.ending().toString());
        trial.wall().ifPresent(wall -> item.put("wallNanos", wall.value()));
      }
    }
    return document;
  }
}
