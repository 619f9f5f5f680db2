package dev.assize.judge;

import dev.assize.evidence.Attempt;
import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Contrast;
import dev.assize.experiment.MetricName;
import dev.assize.experiment.OperationName;
import dev.assize.experiment.VariantName;
import java.util.List;

/**
 * The answer to the sealed question.
 *
 * @param outcome of the whole experiment, composed from the primary comparisons as the sealed rule
 *     says; UNDECIDED for a descriptive design
 * @param drift true when the machine moved during the run (see {@code trends}) or a control arm did
 * @param complete false when planned trials are missing: judged on the complete blocks there are
 * @param descriptive true: the spec asked for a description and there is no verdict
 * @param sentence the verdict in one sentence that a non-specialist understands
 * @param flags what a reader must know before the verdict: unchecked work, incomplete run, drift,
 *     unequal failures, loader environment. Most important first
 * @param wouldChange what would have changed the verdict
 * @param cells the outcome of each cell that has primary comparisons
 * @param comparisons primary ones first, then exploratory, in the order of the spec
 * @param regressions indices of every comparison of a candidate, primary or not, that moved in the
 *     bad direction by its point estimate
 * @param voids what was voided and why, by trial, cell or cohort
 * @param tallies what became of the attempts of each arm in each cell, measured blocks only
 * @param trends of the block values over the run
 * @param floors noise measured between twins
 * @param votes what twinned cells say; the decision under the rule of floors, else a description
 * @param exposures evidence that the treated code ran where it had to, and not elsewhere
 * @param variants the outcome of each variant's cells, composed as the sealed rule says
 * @param derived values computed from observations, of every attempt
 * @param windows how many windows of observation had which status
 * @param processors use of processors in the windows
 * @param latencies percentiles of the operations' durations
 * @param unreached what did not reach significance, in sentences
 * @param open what the run leaves open, in sentences
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
    boolean descriptive,
    String sentence,
    List<String> flags,
    List<String> wouldChange,
    List<CellVerdict> cells,
    List<Comparison> comparisons,
    List<Integer> regressions,
    List<Voided> voids,
    Counts counts,
    List<Tally> tallies,
    List<Trend> trends,
    List<FloorFound> floors,
    List<Vote> votes,
    List<ExposureFound> exposures,
    List<VariantVerdict> variants,
    List<DerivedFound> derived,
    List<WindowFound> windows,
    List<ProcessorFound> processors,
    List<LatencyFound> latencies,
    List<String> unreached,
    List<String> open,
    List<String> deviations,
    List<String> limits) {
  public Verdict {
    flags = List.copyOf(flags);
    wouldChange = List.copyOf(wouldChange);
    cells = List.copyOf(cells);
    comparisons = List.copyOf(comparisons);
    regressions = List.copyOf(regressions);
    voids = List.copyOf(voids);
    tallies = List.copyOf(tallies);
    trends = List.copyOf(trends);
    floors = List.copyOf(floors);
    votes = List.copyOf(votes);
    exposures = List.copyOf(exposures);
    variants = List.copyOf(variants);
    derived = List.copyOf(derived);
    windows = List.copyOf(windows);
    processors = List.copyOf(processors);
    latencies = List.copyOf(latencies);
    unreached = List.copyOf(unreached);
    open = List.copyOf(open);
    deviations = List.copyOf(deviations);
    limits = List.copyOf(limits);
  }

  /** The outcome of a cell's primary comparisons together. */
  public record CellVerdict(Cell cell, Outcome outcome) {}

  /**
   * Something that does not count.
   *
   * @param what {@code cohort}, {@code cell <cell>} or {@code trial <number>-<attempt> (<cell>,
   *     <arm>, block <n>)}
   * @param gate the gate's key, or {@code check:} and what was checked
   * @param why what was expected and found
   */
  public record Voided(String what, String gate, String why) {}

  /**
   * How much was planned, tried and kept. Warm-up trials are counted too. {@code planned = valid +
   * voided + missing}.
   *
   * @param planned trials in the plan
   * @param attempts that were started
   * @param retries attempts after the first of their trial
   * @param valid trials that have an attempt that counts
   * @param voided trials that were tried and have none
   * @param missing trials of which no attempt ended
   */
  public record Counts(
      int planned, int attempts, int retries, int valid, int voided, int missing) {}

  /**
   * What became of an arm's attempts in a cell. Failures are the arm's own (exit status, signal,
   * timeout, check, clock, leftovers); disturbances are its surroundings' (interference, steal,
   * clock step, an interrupted lab).
   *
   * @param planned measured trials in the plan
   * @param attempts that ended, at measured trials
   * @param valid measured trials that count
   * @param failed attempts that failed by their own doing
   * @param disturbed attempts that only their surroundings voided
   */
  public record Tally(
      Cell cell, ArmName arm, int planned, int attempts, int valid, int failed, int disturbed) {}

  /**
   * Whether block values rose or fell over the run: Mann and Kendall's test of the mean of both
   * arms by block number, with Theil and Sen's slope.
   *
   * @param change from the first to the last block by the slope: a fraction for ratio metrics, in
   *     the metric's unit for differences
   * @param z the test's normal deviate; beyond ±2.576 is significant at 1 %
   * @param drift true when significant and {@code change} is at least the threshold
   */
  public record Trend(
      Cell cell, Contrast contrast, MetricName metric, double change, double z, boolean drift) {}

  /**
   * The noise between a baseline and its twin over the cells of a variant. Fractions for ratio
   * metrics, in the metric's unit for differences.
   *
   * @param value max(stated minimum, p90)
   * @param stated minimum: the larger of the decision's minimum floor and the metric's minimum
   *     effect
   * @param median of the spreads between twins
   * @param p90 their 90th percentile by nearest rank
   * @param max the largest
   * @param pairs how many spreads that is of
   */
  public record FloorFound(
      VariantName variant,
      MetricName metric,
      ArmName baseline,
      double value,
      double stated,
      double median,
      double p90,
      double max,
      int pairs) {}

  /**
   * What a twinned cell says.
   *
   * @param first the baseline's median, A1, in the metric's unit
   * @param candidate the candidate's median, B
   * @param second the twin's median, A2
   * @param change of B against the mean of A1 and A2, a fraction
   * @param floor that |change| must exceed
   * @param exposed the treated code ran as declared
   * @param eligible a primary comparison, and not of a control scenario
   * @param votes true when eligible, exposed, beyond the floor and beyond both twins
   */
  public record Vote(
      Cell cell,
      Contrast contrast,
      MetricName metric,
      double first,
      double candidate,
      double second,
      double change,
      double floor,
      boolean exposed,
      boolean beyondFloor,
      boolean beyondTwins,
      boolean eligible,
      boolean votes) {}

  /**
   * Whether an arm was exposed to the treatment as declared.
   *
   * @param expected what had to hold: an expression, or a metric {@code above zero} or {@code to be
   *     zero}
   * @param trials that count
   * @param kept in how many of them it held
   * @param readings what is compared, then every name in it
   */
  public record ExposureFound(
      Cell cell, ArmName arm, String expected, int trials, int kept, List<ReadingFound> readings) {
    public ExposureFound {
      readings = List.copyOf(readings);
    }

    /** True when every trial kept to it, and there was at least one. */
    public boolean holds() {
      return trials > 0 && kept == trials;
    }
  }

  /**
   * A reading over the trials that count.
   *
   * @param low the smallest; NaN when no trial has one
   * @param high the largest
   * @param missing how many trials have none
   * @param why the first of them has none; empty when all have one
   */
  public record ReadingFound(String name, double low, double high, int missing, String why) {}

  /** The outcome of the cells of a variant together, and by primary metric. */
  public record VariantVerdict(VariantName variant, Outcome outcome, List<MetricVerdict> metrics) {
    public VariantVerdict {
      metrics = List.copyOf(metrics);
    }
  }

  /** The outcome of a variant's cells on one metric. */
  public record MetricVerdict(MetricName metric, Outcome outcome) {}

  /**
   * The value of a derived metric in an attempt.
   *
   * @param value in the metric's unit; NaN when there is none
   * @param why there is none; empty when there is
   */
  public record DerivedFound(Attempt attempt, MetricName metric, double value, String why) {}

  /**
   * Windows of a source that came to the same, over the measured trials that count.
   *
   * @param operation empty for whole trials
   * @param count of windows; each has its own values, and none is a mean over others
   * @param example the first of them and why it is not {@code ok}; empty when it is
   */
  public record WindowFound(
      Cell cell,
      ArmName arm,
      String operation,
      String source,
      WindowStatus status,
      int count,
      String example) {}

  /**
   * Use of processors in the windows of a cell and arm: medians over the trials that count. NaN
   * where nothing is known.
   *
   * @param trials that have windows
   * @param busy of the host's CPUs, a fraction of them all; iowait is not in it
   * @param iowait of the host's CPUs, likewise: time in which they had nothing to do and I/O was
   *     under way
   * @param server CPU seconds a second of the server's processes
   * @param command CPU seconds a second of the command's processes
   * @param why the first of them is not known; empty when all are
   */
  public record ProcessorFound(
      Cell cell,
      ArmName arm,
      int trials,
      double busy,
      double iowait,
      double server,
      double command,
      String why) {}

  /**
   * How long an operation took, over every round of the measured trials that count.
   *
   * @param samples how many
   * @param percentiles those that so many samples can tell, in ascending order
   */
  public record LatencyFound(
      Cell cell,
      ArmName arm,
      OperationName operation,
      int samples,
      List<PercentileFound> percentiles) {
    public LatencyFound {
      percentiles = List.copyOf(percentiles);
    }
  }

  /**
   * A percentile by nearest rank. One is given only when {@code n(1 - q) >= 1}.
   *
   * @param q the quantile, in (0, 1)
   * @param value in ns
   * @param limited resolution: fewer than ten samples are expected above it
   */
  public record PercentileFound(double q, double value, boolean limited) {}
}
