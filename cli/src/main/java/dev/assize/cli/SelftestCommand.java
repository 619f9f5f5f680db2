package dev.assize.cli;

import dev.assize.evidence.RunDirectory;
import dev.assize.judge.Judge;
import dev.assize.judge.Synthetic;
import dev.assize.judge.Verdict;
import dev.assize.lab.Stop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "selftest",
    description = {
      "Measures the tool itself. Synthetic evidence with a known answer for each verdict goes"
          + " through the real judge; then live A/A experiments run the same command twice, and the"
          + " rate at which they give a difference is printed.",
      "Exit status 0 when every known answer was reached, 4 when not. The false-alarm rate is"
          + " printed, not judged: at nominal 5 %% a few of 20 may alarm."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  assize selftest",
      "  assize selftest --experiments 200 --blocks 20 --command true"
    })
final class SelftestCommand implements Callable<Integer> {
  @Option(
      names = "--experiments",
      paramLabel = "N",
      defaultValue = "10",
      description =
          "Live A/A experiments that give a p-value; 0 for none. At most twice as many are done."
              + " Default: ${DEFAULT-VALUE}.")
  int experiments;

  @Option(
      names = "--blocks",
      paramLabel = "N",
      defaultValue = "20",
      description = "Blocks of each live experiment. Default: ${DEFAULT-VALUE}.")
  int blocks;

  @Option(
      names = "--command",
      paramLabel = "CMD",
      defaultValue = "awk 'BEGIN { for (i = 0; i < 200000; i++) s += i; print s }'",
      description = "The command of the live experiments. Default: ${DEFAULT-VALUE}.")
  String command = "";

  @Option(
      names = "--against",
      paramLabel = "CMD",
      description =
          "Compare with this command instead of with itself: a known difference to be found.")
  String against = "";

  @Mixin Common common = new Common();

  private record Answer(Synthetic.Known known, Verdict verdict, boolean right) {}

  @Override
  public Integer call() throws Exception {
    Output output = common.output();
    Path scratch = Files.createTempDirectory("assize-selftest-");
    try {
      ObjectNode document = Json.object();
      boolean right = known(output, scratch, document);
      boolean interrupted = experiments > 0 && !live(output, scratch, document);
      if (common.json) {
        Json.print(output, document);
      }
      return interrupted ? ExitCode.INTERRUPTED : right ? ExitCode.VERDICT : ExitCode.CANNOT_RUN;
    } finally {
      delete(scratch);
    }
  }

  private boolean known(Output output, Path scratch, ObjectNode document) throws Exception {
    ArrayNode list = document.putArray("known");
    boolean all = true;
    for (Synthetic.Known known : Synthetic.Known.values()) {
      RunDirectory run = Synthetic.write(known, scratch.resolve(known.name()));
      Verdict verdict = Judge.judge(run);
      Answer answer = new Answer(known, verdict, known.matches(verdict));
      all &= answer.right();
      ObjectNode item = list.addObject();
      item.put("case", known.name());
      item.put("expected", known.outcome().name());
      item.put("found", verdict.outcome().name());
      item.put("drift", verdict.drift());
      item.put("right", answer.right());
      if (!common.json) {
        output
            .results()
            .println(
                String.format(
                    Locale.ROOT,
                    "%-5s %-14s expected %-14s found %-14s %s",
                    answer.right() ? "right" : "WRONG",
                    known.name(),
                    known.outcome() + (known.drift() ? " DRIFT" : ""),
                    verdict.outcome() + (verdict.drift() ? " DRIFT" : ""),
                    known.question()));
      }
    }
    return all;
  }

  /** Returns false when it was interrupted. */
  private boolean live(Output output, Path scratch, ObjectNode document) throws Exception {
    Stop stop = new Stop();
    Interrupts.stopOnSignals(stop);
    LiveExperiments live =
        new LiveExperiments(
            List.of(command, against.isEmpty() ? command : against), blocks, scratch);
    live.carryOut(experiments, output, stop);
    live.write(document);
    if (!common.json) {
      live.print(output);
    }
    return stop.requested().isEmpty();
  }

  static void delete(Path tree) throws IOException {
    if (!Files.exists(tree)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(tree)) {
      paths
          .sorted(Comparator.reverseOrder())
          .forEach(
              path -> {
                try {
                  Files.delete(path);
                } catch (IOException failure) {
                  throw new UncheckedIOException(failure);
                }
              });
    }
  }
}
