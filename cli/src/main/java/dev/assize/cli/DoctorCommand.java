package dev.assize.cli;

import dev.assize.observe.Fitness;
import dev.assize.observe.FitnessFinding;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "doctor",
    description =
        "Examines whether this machine is fit to measure: frequency, turbo, SMT, swap, load, steal,"
            + " heat, address-space layout, clock source, tracing permissions, disk. Each finding"
            + " has its remedy.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  assize doctor",
      "  assize doctor --json | jq '.findings[] | select(.level==\"BAD\")'"
    })
final class DoctorCommand implements Callable<Integer> {
  @Mixin Common common = new Common();

  @Override
  public Integer call() throws Exception {
    Output output = common.output();
    List<FitnessFinding> findings = Fitness.examine(common.runs().root().toAbsolutePath());
    if (common.json) {
      ObjectNode document = Json.object();
      ArrayNode list = document.putArray("findings");
      for (FitnessFinding finding : findings) {
        ObjectNode item = list.addObject();
        item.put("subject", finding.subject());
        item.put("level", finding.level().name());
        item.put("found", finding.found());
        item.put("remedy", finding.remedy());
      }
      Json.print(output, document);
      return ExitCode.VERDICT;
    }
    for (FitnessFinding finding : findings) {
      output
          .results()
          .println(
              mark(finding.level(), output.resultsColoured())
                  + String.format(Locale.ROOT, " %-22s %s", finding.subject(), finding.found()));
      if (!finding.remedy().isEmpty() && finding.level() != FitnessFinding.Level.GOOD) {
        output.results().println(" ".repeat(10) + "-> " + finding.remedy());
      }
    }
    return ExitCode.VERDICT;
  }

  private static String mark(FitnessFinding.Level level, boolean coloured) {
    String word =
        switch (level) {
          case GOOD -> "good   ";
          case NOTE -> "note   ";
          case WARNING -> "warning";
          case BAD -> "bad    ";
          case UNKNOWN -> "unknown";
        };
    if (!coloured) {
      return word;
    }
    int colour =
        switch (level) {
          case GOOD -> 32;
          case NOTE -> 36;
          case WARNING -> 33;
          case BAD -> 31;
          case UNKNOWN -> 90;
        };
    return "\033[" + colour + "m" + word + "\033[0m";
  }
}
