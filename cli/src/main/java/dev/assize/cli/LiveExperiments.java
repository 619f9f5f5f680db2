package dev.assize.cli;

import dev.assize.evidence.RunDirectory;
import dev.assize.experiment.AbRequest;
import dev.assize.experiment.AbSpec;
import dev.assize.experiment.Design;
import dev.assize.experiment.Scenario;
import dev.assize.experiment.Spec;
import dev.assize.judge.Comparison;
import dev.assize.judge.Judge;
import dev.assize.lab.Lab;
import dev.assize.lab.Stop;
import dev.assize.stats.BinomialInterval;
import dev.assize.stats.Summary;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/**
 * Small experiments on real commands, one after the other, and how many of them gave a difference.
 * An experiment whose p-value the judge withholds counts neither way and is told by its reason.
 */
final class LiveExperiments {
  private static final double LEVEL = 0.95;

  private final List<String> commands;
  private final int blocks;
  private final Path scratch;
  private final List<Double> changes = new ArrayList<>();
  private final List<Double> spreads = new ArrayList<>();
  private final Map<String, Integer> withheld = new TreeMap<>();
  private int alarms;

  /**
   * @param commands two of them; the same one twice for false alarms
   * @param scratch where runs are kept until they are judged
   */
  LiveExperiments(List<String> commands, int blocks, Path scratch) {
    this.commands = List.copyOf(commands);
    this.blocks = blocks;
    this.scratch = scratch;
  }

  /** Goes on until so many experiments gave a p-value, or twice as many were done, or stopped. */
  void carryOut(int wanted, Output output, Stop stop) throws Exception {
    Session session = new Session(output, new Runs(scratch.resolve("runs")), false);
    while (judged() < wanted && done() < 2 * wanted && stop.requested().isEmpty()) {
      Spec spec =
          Spec.parse(
              AbSpec.yaml(request()).getBytes(StandardCharsets.UTF_8),
              Path.of("a-a.yaml"),
              scratch);
      RunDirectory run = session.seal(spec, OptionalLong.empty());
      Lab.carryOut(run, event -> {}, stop);
      if (stop.requested().isPresent()) {
        return;
      }
      count(Judge.judge(run).comparisons().getFirst());
      SelftestCommand.delete(run.path());
      if (done() % 10 == 0 || judged() == wanted) {
        output
            .messages()
            .println(
                "assize: %d/%d live experiments with a p-value, %d with p <= 0.05"
                    .formatted(judged(), wanted, alarms));
      }
    }
  }

  private void count(Comparison primary) {
    if (primary.pValue().isEmpty()) {
      String why =
          primary.separated() ? "an arm falls into two separated groups" : primary.outcome().name();
      withheld.merge(why, 1, Integer::sum);
      return;
    }
    alarms += primary.pValue().get() <= 1 - LEVEL ? 1 : 0;
    double[] ratios = new double[primary.blocks().size()];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = Math.log(primary.candidate().get(i) / primary.baseline().get(i));
    }
    spreads.add(Summary.of(ratios).stddev().orElse(0));
    changes.add(primary.candidateMedian() / primary.baselineMedian() - 1);
  }

  private int judged() {
    return changes.size();
  }

  private int done() {
    return judged() + withheld.values().stream().mapToInt(Integer::intValue).sum();
  }

  private static double median(List<Double> values) {
    return Summary.of(values.stream().mapToDouble(Double::doubleValue).toArray()).median();
  }

  /** Prints what was found; nothing when no experiment gave a p-value. */
  void print(Output output) {
    if (judged() > 0) {
      BinomialInterval rate = BinomialInterval.of(alarms, judged(), LEVEL);
      boolean same = commands.getFirst().equals(commands.getLast());
      output
          .results()
          .println(
              String.format(
                  Locale.ROOT,
                  "%s: %d of %d experiments of %d blocks gave p <= 0.05: %.1f %%, 95 %% interval"
                      + " %.1f to %.1f %%%s; median change %+.2f %%, standard deviation of a pair"
                      + " %.1f %%",
                  same ? "A/A" : "A/B",
                  alarms,
                  judged(),
                  blocks,
                  rate.rate() * 100,
                  rate.low() * 100,
                  rate.high() * 100,
                  same ? " (nominal 5 %)" : "",
                  median(changes) * 100,
                  median(spreads) * 100));
    }
    withheld.forEach(
        (why, times) ->
            output.results().println("no p-value in " + times + " more experiments: " + why));
  }

  void write(ObjectNode document) {
    ObjectNode live = document.putObject("live");
    live.put("command", commands.getFirst());
    live.put("against", commands.getLast());
    live.put("experiments", judged());
    live.put("blocks", blocks);
    live.put("differencesFound", alarms);
    if (judged() > 0) {
      BinomialInterval rate = BinomialInterval.of(alarms, judged(), LEVEL);
      live.put("rate", rate.rate());
      live.put("low", rate.low());
      live.put("high", rate.high());
      live.put("medianChange", median(changes));
      live.put("medianPairStandardDeviation", median(spreads));
    }
    ObjectNode without = live.putObject("withoutPValue");
    withheld.forEach(without::put);
  }

  private AbRequest request() {
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
        scratch,
        Optional.empty(),
        Scenario.Output.FILE,
        Design.Order.BALANCED,
        Optional.empty(),
        false);
  }
}
