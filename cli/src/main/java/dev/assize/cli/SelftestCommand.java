package dev.assize.cli;

import dev.assize.evidence.RunDirectory;
import dev.assize.experiment.AbRequest;
import dev.assize.experiment.AbSpec;
import dev.assize.experiment.Design;
import dev.assize.experiment.Scenario;
import dev.assize.experiment.Spec;
import dev.assize.judge.Comparison;
import dev.assize.judge.Judge;
import dev.assize.judge.Synthetic;
import dev.assize.judge.Verdict;
import dev.assize.lab.Lab;
import dev.assize.lab.Stop;
import dev.assize.stats.BinomialInterval;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
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
  private static final double LEVEL = 0.95;

  @Option(
      names = "--experiments",
      paramLabel = "N",
      defaultValue = "10",
      description = "Live A/A experiments; 0 for none. Default: ${DEFAULT-VALUE}.")
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
    Session session = new Session(output, new Runs(scratch.resolve("runs")), false);
    List<String> commands = List.of(command, against.isEmpty() ? command : against);
    int alarms = 0;
    int verdicts = 0;
    int done = 0;
    for (; done < experiments && stop.requested().isEmpty(); done++) {
      Spec spec =
          Spec.parse(
              AbSpec.yaml(request(commands, scratch)).getBytes(StandardCharsets.UTF_8),
              Path.of("a-a.yaml"),
              scratch);
      RunDirectory run = session.seal(spec, OptionalLong.empty());
      Lab.carryOut(run, event -> {}, stop);
      if (stop.requested().isPresent()) {
        break;
      }
      Comparison primary = Judge.judge(run).comparisons().getFirst();
      if (primary.pValue().isPresent()) {
        verdicts++;
        alarms += primary.pValue().get() <= 1 - LEVEL ? 1 : 0;
      }
      delete(run.path());
      if ((done + 1) % 10 == 0 || done + 1 == experiments) {
        output
            .messages()
            .println(
                "assize: "
                    + (done + 1)
                    + "/"
                    + experiments
                    + " live experiments, "
                    + alarms
                    + " with p <= 0.05");
      }
    }
    if (verdicts > 0) {
      BinomialInterval rate = BinomialInterval.of(alarms, verdicts, LEVEL);
      ObjectNode item = document.putObject("live");
      item.put("command", commands.getFirst());
      item.put("against", commands.getLast());
      item.put("experiments", verdicts);
      item.put("blocks", blocks);
      item.put("differencesFound", alarms);
      item.put("rate", rate.rate());
      item.put("low", rate.low());
      item.put("high", rate.high());
      if (!common.json) {
        output
            .results()
            .println(
                String.format(
                    Locale.ROOT,
                    "%s: %d of %d experiments of %d blocks gave p <= 0.05: %.1f %%, 95 %% interval"
                        + " %.1f to %.1f %%%s",
                    against.isEmpty() ? "A/A" : "A/B",
                    alarms,
                    verdicts,
                    blocks,
                    rate.rate() * 100,
                    rate.low() * 100,
                    rate.high() * 100,
                    against.isEmpty() ? " (nominal 5 %)" : ""));
      }
    }
    return stop.requested().isEmpty();
  }

  private AbRequest request(List<String> commands, Path directory) {
    return new AbRequest(
        commands,
        List.of(),
        blocks,
        1,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        true,
        Optional.empty(),
        Map.of(),
        directory,
        Optional.empty(),
        Scenario.Output.FILE,
        Design.Order.BALANCED,
        Optional.empty(),
        false);
  }

  private static void delete(Path tree) throws IOException {
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
