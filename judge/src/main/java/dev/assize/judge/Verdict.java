package dev.assize.judge;

import java.util.List;

/**
 * The answer to the sealed question.
 *
 * @param sentence the verdict in one sentence that a non-specialist understands
 * @param wouldChange what would have changed the verdict
 * @param comparisons primary ones first, then exploratory, in the order of the spec
 * @param regressions every comparison, primary or not, that moved in the bad direction
 * @param voids what was voided and why, by trial, cell or cohort
 * @param deviations from the sealed plan
 * @param limits what was warm, shared, unchecked or not measured
 */
public record Verdict(
    int schema,
    String experiment,
    String run,
    Outcome outcome,
    boolean drift,
    boolean complete,
    String sentence,
    List<String> wouldChange,
    List<Comparison> comparisons,
    List<Integer> regressions,
    List<Voided> voids,
    Counts counts,
    List<String> deviations,
    List<String> limits) {
  public Verdict {
    wouldChange = List.copyOf(wouldChange);
    comparisons = List.copyOf(comparisons);
    regressions = List.copyOf(regressions);
    voids = List.copyOf(voids);
    deviations = List.copyOf(deviations);
    limits = List.copyOf(limits);
  }

  /** Something that does not count. */
  public record Voided(String what, String gate, String why) {}

  /** How much was planned, tried and kept. */
  public record Counts(
      int planned, int attempts, int retries, int valid, int voided, int missing) {}
}
