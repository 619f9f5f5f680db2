package dev.assize.judge;

import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Scenario;
import dev.assize.judge.Verdict.ProcessorFound;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds loads that had no processor time left. What such a load measures is itself: a server that
 * is twice as fast would look the same.
 */
final class Saturation {
  /** Of a CPU. Above it, a sampler's ticks of 10 ms can't tell the rest from nothing. */
  private static final double FULL = 0.95;

  /** One busy thread can't use more than one CPU; the rest is what starts and ends around it. */
  private static final double ONE_THREAD = 1.05;

  private Saturation() {}

  /** A sentence for each cell in which a load was at its limit. */
  static List<String> of(Experiment experiment, List<ProcessorFound> processors) {
    Map<Cell, List<ProcessorFound>> full = new LinkedHashMap<>();
    for (ProcessorFound found : processors) {
      Scenario scenario = experiment.scenario(found.cell().scenario());
      if (scenario.server().isPresent() && atLimit(experiment, scenario, found.command())) {
        full.computeIfAbsent(found.cell(), _ -> new ArrayList<>()).add(found);
      }
    }
    List<String> sentences = new ArrayList<>();
    full.forEach((cell, found) -> sentences.add(sentence(cell, found, allowed(experiment, cell))));
    return sentences;
  }

  private static boolean atLimit(Experiment experiment, Scenario scenario, double used) {
    int allowed = allowed(experiment, scenario);
    return (used >= FULL && used <= ONE_THREAD) || (allowed > 0 && used >= FULL * allowed);
  }

  private static int allowed(Experiment experiment, Cell cell) {
    return allowed(experiment, experiment.scenario(cell.scenario()));
  }

  /** How many CPUs the command may use; 0 when the spec does not say. */
  private static int allowed(Experiment experiment, Scenario scenario) {
    return scenario.cpus().isEmpty()
        ? experiment.isolation().cpus().size()
        : scenario.cpus().size();
  }

  private static String sentence(Cell cell, List<ProcessorFound> found, int allowed) {
    double most = found.stream().mapToDouble(ProcessorFound::command).max().orElseThrow();
    List<String> arms = found.stream().map(ProcessorFound::arm).map(ArmName::value).toList();
    return "load at its limit: in "
        + cell
        + " the command used up to "
        + Words.number(Math.round(most * 100) / 100.0)
        + " CPUs"
        + (allowed > 0 ? " of " + allowed : "")
        + " ("
        + Words.list(arms)
        + "); "
        + (allowed > 0 && most >= FULL * allowed ? "" : "if it has one working thread, ")
        + "the figures there may say more of the load than of the server";
  }
}
