package dev.assize.judge;

import dev.assize.evidence.TrialRecord;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Contrast;
import dev.assize.experiment.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;

/**
 * The complete blocks of a contrast: both arms have a trial that counts and a value of the metric.
 * Half a pair is never counted. The arrays are not to be modified.
 */
final class Pairs {
  private final List<Integer> blocks;
  private final List<TrialRecord> baselineTrials;
  private final List<TrialRecord> candidateTrials;
  private final double[] baseline;
  private final double[] candidate;
  private final Unpaired unpaired;
  private final boolean apart;

  /**
   * What is not among the pairs.
   *
   * @param halves blocks in which only one of the two arms counts
   * @param missingBaseline trials of the baseline that count but lack the value
   * @param missingCandidate likewise
   * @param why the first reason for a lacking value; empty when none lacks
   */
  private record Unpaired(int halves, int missingBaseline, int missingCandidate, String why) {}

  private Pairs(
      List<Integer> blocks,
      List<TrialRecord> baselineTrials,
      List<TrialRecord> candidateTrials,
      double[] baseline,
      double[] candidate,
      Unpaired unpaired,
      boolean apart) {
    this.blocks = List.copyOf(blocks);
    this.baselineTrials = List.copyOf(baselineTrials);
    this.candidateTrials = List.copyOf(candidateTrials);
    this.baseline = baseline;
    this.candidate = candidate;
    this.unpaired = unpaired;
    this.apart = apart;
  }

  int n() {
    return blocks.size();
  }

  /** Block numbers, ascending. */
  List<Integer> blocks() {
    return blocks;
  }

  List<TrialRecord> baselineTrials() {
    return baselineTrials;
  }

  List<TrialRecord> candidateTrials() {
    return candidateTrials;
  }

  /** Values in the metric's unit, in the order of blocks. */
  double[] baseline() {
    return baseline;
  }

  double[] candidate() {
    return candidate;
  }

  int halves() {
    return unpaired.halves();
  }

  int missingBaseline() {
    return unpaired.missingBaseline();
  }

  int missingCandidate() {
    return unpaired.missingCandidate();
  }

  String whyMissing() {
    return unpaired.why();
  }

  /** True when all trials of one arm were made before all of the other. */
  boolean apart() {
    return apart;
  }

  static Pairs of(Examination examination, Cell cell, Contrast contrast, Metric metric) {
    NavigableMap<Integer, Examined> first = examination.trials(cell, contrast.baseline());
    NavigableMap<Integer, Examined> second = examination.trials(cell, contrast.candidate());
    List<Integer> blocks = new ArrayList<>();
    List<TrialRecord> baselineTrials = new ArrayList<>();
    List<TrialRecord> candidateTrials = new ArrayList<>();
    List<Double> baseline = new ArrayList<>();
    List<Double> candidate = new ArrayList<>();
    Sequences a = new Sequences();
    Sequences b = new Sequences();
    int missingBaseline = 0;
    int missingCandidate = 0;
    String why = "";
    for (var entry : first.entrySet()) {
      TrialValue value = TrialValue.of(metric, entry.getValue());
      if (value instanceof TrialValue.Missing(String reason)) {
        missingBaseline++;
        why = why.isEmpty() ? entry.getValue().name() + ": " + reason : why;
      }
      Examined other = second.get(entry.getKey());
      if (other != null
          && value instanceof TrialValue.Amount(double x)
          && TrialValue.of(metric, other) instanceof TrialValue.Amount(double y)) {
        blocks.add(entry.getKey());
        baselineTrials.add(entry.getValue().record());
        candidateTrials.add(other.record());
        baseline.add(x);
        candidate.add(y);
        a.add(entry.getValue().sequence());
        b.add(other.sequence());
      }
    }
    for (Examined trial : second.values()) {
      if (TrialValue.of(metric, trial) instanceof TrialValue.Missing(String reason)) {
        missingCandidate++;
        why = why.isEmpty() ? trial.name() + ": " + reason : why;
      }
    }
    int complete = (int) first.keySet().stream().filter(second::containsKey).count();
    return new Pairs(
        blocks,
        baselineTrials,
        candidateTrials,
        array(baseline),
        array(candidate),
        new Unpaired(
            first.size() + second.size() - 2 * complete, missingBaseline, missingCandidate, why),
        blocks.size() > 1 && (a.before(b) || b.before(a)));
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static final class Sequences {
    private long least = Long.MAX_VALUE;
    private long most = Long.MIN_VALUE;

    void add(long sequence) {
      least = Math.min(least, sequence);
      most = Math.max(most, sequence);
    }

    boolean before(Sequences other) {
      return most < other.least;
    }
  }
}
