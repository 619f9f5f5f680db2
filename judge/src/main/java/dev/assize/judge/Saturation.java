package dev.assize.judge;

import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Scenario;
import dev.assize.judge.Verdict.ProcessorFound;
import java.util.ArrayList;
import java.util.List;

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
    List<String> sentences = new ArrayList<>();
    for (Cell cell : experiment.cells()) {
      Scenario scenario = experiment.scenario(cell.scenario());
      if (scenario.server().isEmpty()) {
        continue;
      }
      int allowed = experiment.isolation().on(scenario.cpus()).cpus().size();
      List<ProcessorFound> full =
          processors.stream()
              .filter(p -> p.cell().equals(cell))
              .filter(p -> usesAll(p.command(), allowed) || usesOne(p.command()))
              .toList();
      if (!full.isEmpty()) {
        sentences.add(sentence(cell, full, allowed));
      }
    }
    return sentences;
  }

  /**
   * @param allowed how many CPUs the command may use; 0 when the spec does not say
   */
  private static boolean usesAll(double used, int allowed) {
    return allowed > 0 && used >= FULL * allowed;
  }

  private static boolean usesOne(double used) {
    return used >= FULL && used <= ONE_THREAD;
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
        + (usesAll(most, allowed) ? "" : "if it has one working thread, ")
        + "the figures there may say more of the load than of the server";
  }
}
