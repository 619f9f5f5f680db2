package dev.assize.judge;

import dev.assize.experiment.Arm;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Check;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Gate;
import dev.assize.experiment.Isolation;
import dev.assize.experiment.Metric;
import dev.assize.experiment.Scenario;
import dev.assize.experiment.Workspace;
import dev.assize.stats.Quantiles;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;

/** What was warm, shared, unchecked or not measured. */
final class Limits {
  /** CPU time under this share of the wall time: the command mostly waited. */
  private static final double WAITING = 0.5;

  private static final double SHORTEST_WAIT = 10_000_000;

  private final Experiment experiment;
  private final Examination examination;
  private final List<String> limits = new ArrayList<>();

  private Limits(Experiment experiment, Examination examination) {
    this.experiment = experiment;
    this.examination = examination;
  }

  static List<String> of(Experiment experiment, Examination examination, List<Comparison> made) {
    Limits limits = new Limits(experiment, examination);
    limits.limits.addAll(unchecked(experiment));
    limits.loader();
    limits.scenarios();
    limits.surroundings();
    limits.gates();
    limits.waits();
    limits.comparisons(made);
    return limits.limits;
  }

  /** The scenarios whose work nobody checked: the first limit, and a flag above the verdict. */
  static List<String> unchecked(Experiment experiment) {
    List<String> found = new ArrayList<>();
    for (Scenario scenario : experiment.scenarios()) {
      for (Check check : scenario.checks()) {
        if (check instanceof Check.None(String reason)) {
          found.add(
              "unchecked work in "
                  + scenario.name()
                  + ": only the exit status was checked (check: none, because: "
                  + reason
                  + ")");
        }
      }
    }
    return found;
  }

  static Optional<String> loaderEnvironment(Experiment experiment) {
    return experiment.allowLoaderEnvironment()
        ? Optional.of(
            "the spec allows variables that change what the loader loads (LD_PRELOAD and the"
                + " like): an arm may run other code than its command names")
        : Optional.empty();
  }

  private void loader() {
    loaderEnvironment(experiment).ifPresent(limits::add);
  }

  private void scenarios() {
    int warmups = experiment.design().warmups();
    limits.add(
        warmups == 0
            ? "no warm-up: the first block may have found cold caches, and later ones warm ones"
            : "caches are warm from "
                + Words.count(warmups, "warm-up block")
                + "; nothing is said about a cold start");
    for (Scenario scenario : experiment.scenarios()) {
      limits.add(
          "output of "
              + scenario.name()
              + " goes to "
              + switch (scenario.output()) {
                case FILE -> "regular files, the same for every arm";
                case NULL -> "/dev/null, the same for every arm: some programs notice and do less";
                case PIPE -> "pipes that the lab drains, the same for every arm";
              });
      if (scenario.workspace() instanceof Workspace.InPlace(var directory)) {
        limits.add(
            "all trials of "
                + scenario.name()
                + " share the directory "
                + directory
                + ": one trial can change what the next one finds");
      }
    }
  }

  private void surroundings() {
    limits.add(
        "one machine, one build of each arm: nothing is said about other hosts or about other layouts"
            + " of the same code"
            + (experiment.design().padding() == 0
                ? "; the environment was not padded, so that a lucky stack offset can favour an arm"
                : ""));
    Isolation isolation = experiment.isolation();
    if (isolation.cpus().isEmpty()) {
      limits.add("the CPUs were shared with whatever else ran: no affinity was asked for");
    }
    if (isolation.environment().isEmpty()) {
      limits.add("the whole environment of the lab was inherited, and is not recorded as a choice");
    }
  }

  private void gates() {
    List<String> unwatched = new ArrayList<>();
    for (Gate.Kind kind : Gate.Kind.values()) {
      if (experiment.gates().gates().stream().noneMatch(g -> g.kind() == kind)) {
        unwatched.add(kind.key());
      }
    }
    if (!unwatched.isEmpty()) {
      limits.add("not watched: " + Words.list(unwatched));
    }
  }

  /**
   * A time that is mostly waiting says more about a sleep, a terminal or a disk than about code.
   */
  private void waits() {
    Metric wall = reading(Metric.Kind.WALL);
    Metric cpu = reading(Metric.Kind.CPU);
    for (Cell cell : experiment.cells()) {
      for (Arm arm : experiment.arms()) {
        NavigableMap<Integer, Examined> trials = examination.trials(cell, arm.name());
        double wallMedian = median(wall, trials);
        double cpuMedian = median(cpu, trials);
        if (wallMedian >= SHORTEST_WAIT && cpuMedian < WAITING * wallMedian) {
          limits.add(
              arm.name()
                  + " in "
                  + cell
                  + " used "
                  + Words.amount(cpuMedian, "ns")
                  + " of CPU time in "
                  + Words.amount(wallMedian, "ns")
                  + ": it mostly waited (disk, network, sleep, a terminal that is not there?)");
        }
      }
    }
  }

  private static Metric reading(Metric.Kind kind) {
    return new Metric(
        new dev.assize.experiment.MetricName(kind.key()),
        new Metric.Source.Reading(kind),
        Metric.Better.LOWER,
        dev.assize.stats.Scale.DIFFERENCE,
        0,
        kind.unit(),
        false);
  }

  private static double median(Metric metric, NavigableMap<Integer, Examined> trials) {
    double[] values =
        trials.values().stream()
            .map(t -> TrialValue.of(metric, t))
            .filter(TrialValue.Amount.class::isInstance)
            .mapToDouble(v -> ((TrialValue.Amount) v).value())
            .toArray();
    return values.length == 0 ? Double.NaN : Quantiles.median(values);
  }

  private void comparisons(List<Comparison> made) {
    long exploratory = made.stream().filter(c -> !c.primary()).count();
    if (exploratory > 0) {
      limits.add(
          Words.count(exploratory, "exploratory comparison")
              + " with uncorrected intervals: at "
              + Words.level(experiment.decision().level())
              + " about "
              + Math.round(exploratory * (1 - experiment.decision().level()))
              + " would show a difference where there is none");
    }
  }
}
