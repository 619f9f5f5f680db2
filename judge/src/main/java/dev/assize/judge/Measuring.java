package dev.assize.judge;

import dev.assize.evidence.TrialRecord;
import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Metric;
import dev.assize.judge.Comparison.ArmClusters;
import dev.assize.judge.Comparison.Group;
import dev.assize.stats.Clusters;
import dev.assize.stats.Scale;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Takes the numbers of a comparison and says what forbids deciding on them. */
final class Measuring {
  private final Docket docket;
  private final Examination examination;
  private final Exposures exposures;
  private final RandomisationTests tests;

  Measuring(Docket docket, Examination examination, Exposures exposures, RandomisationTests tests) {
    this.docket = docket;
    this.examination = examination;
    this.exposures = exposures;
    this.tests = tests;
  }

  Measured measure(Subject subject) {
    Pairs pairs = Pairs.of(examination, subject.cell(), subject.contrast(), subject.metric());
    Optional<Ruling> unusable = unusable(subject, pairs).or(() -> zero(subject, pairs));
    if (unusable.isPresent()) {
      return new Measured(subject, pairs, unusable, false, Optional.empty(), List.of(), false);
    }
    List<ArmClusters> clusters = new ArrayList<>();
    boolean binds = clusters(subject.contrast().baseline(), pairs.baseline(), clusters);
    binds |= clusters(subject.contrast().candidate(), pairs.candidate(), clusters);
    // On a scale of differences few levels (a counter of 0 and 1) look like groups: told, not
    // binding.
    boolean separated = binds && subject.metric().scale() == Scale.RATIO;
    Optional<Ruling> barred =
        exposures
            .ruling(subject)
            .or(() -> confounded(pairs))
            .or(() -> separated ? Optional.of(separated(clusters, subject)) : Optional.empty());
    boolean shown = !separated && !pairs.apart();
    Optional<Double> p = shown ? p(subject, pairs) : Optional.empty();
    return new Measured(subject, pairs, barred, shown, p, clusters, separated);
  }

  private Optional<Double> p(Subject subject, Pairs pairs) {
    return tests
        .of(subject.cell(), subject.contrast(), pairs.blocks())
        .filter(t -> t.set().canReach(1 - docket.experiment().decision().level()))
        .map(t -> t.test().pValue(pairs.baseline(), pairs.candidate(), subject.metric().scale()));
  }

  private Optional<Ruling> unusable(Subject subject, Pairs pairs) {
    Cell cell = subject.cell();
    Optional<Fault> fault = examination.voidReason(cell);
    if (fault.isPresent()) {
      return Optional.of(new Ruling(Outcome.VOID, fault.get().gate() + ": " + fault.get().why()));
    }
    if (pairs.n() > 0) {
      return Optional.empty();
    }
    List<String> lacking = new ArrayList<>();
    boolean tried = true;
    for (ArmName arm : List.of(subject.contrast().baseline(), subject.contrast().candidate())) {
      if (examination.trials(cell, arm).isEmpty()) {
        Optional<String> why = examination.commonFault(cell, arm);
        tried &= why.isPresent();
        lacking.add("no trial of " + arm + " counts" + why.map(w -> " (" + w + ")").orElse(" yet"));
      }
    }
    if (!lacking.isEmpty()) {
      return Optional.of(
          new Ruling(tried ? Outcome.VOID : Outcome.UNDECIDED, String.join("; ", lacking)));
    }
    if (!pairs.whyMissing().isEmpty()) {
      return Optional.of(
          new Ruling(
              // A reading that nobody relies on and that could not be taken voids nothing.
              subject.metric().primary() ? Outcome.VOID : Outcome.UNDECIDED,
              "no block has a value of " + subject.metric().name() + ": " + pairs.whyMissing()));
    }
    return Optional.of(
        new Ruling(
            docket.closed() ? Outcome.VOID : Outcome.UNDECIDED,
            "no block in which both arms count"));
  }

  /** A ratio with zero has no logarithm: an error, and for a time a warning about the clock. */
  private static Optional<Ruling> zero(Subject subject, Pairs pairs) {
    Metric metric = subject.metric();
    if (metric.scale() == Scale.DIFFERENCE) {
      return Optional.empty();
    }
    Optional<String> sample = firstNotAbove(subject, pairs);
    if (sample.isEmpty()) {
      return Optional.empty();
    }
    boolean time = metric.unit().equals("ns");
    return Optional.of(
        new Ruling(
            time ? Outcome.UNDECIDED : Outcome.VOID,
            metric.name()
                + ": expected values above zero for a ratio, found "
                + sample.get()
                + (time
                    ? "; a time of zero is below what this clock can see: make the work longer"
                    : "; declare 'scale: difference' for a metric that can be zero")));
  }

  static Optional<String> firstNotAbove(Subject subject, Pairs pairs) {
    for (int i = 0; i < pairs.n(); i++) {
      if (pairs.baseline()[i] <= 0) {
        return Optional.of(sample(subject, pairs.baseline()[i], pairs.baselineTrials().get(i)));
      }
      if (pairs.candidate()[i] <= 0) {
        return Optional.of(sample(subject, pairs.candidate()[i], pairs.candidateTrials().get(i)));
      }
    }
    return Optional.empty();
  }

  private static String sample(Subject subject, double value, TrialRecord trial) {
    return Words.signedAmount(value, subject.metric().unit())
        + " in trial "
        + trial.attempt()
        + " ("
        + trial.arm()
        + ", block "
        + trial.block()
        + ")";
  }

  private static Optional<Ruling> confounded(Pairs pairs) {
    return pairs.apart()
        ? Optional.of(
            new Ruling(
                Outcome.UNDECIDED,
                "order confounded with arm: all trials of one arm were made before all of the"
                    + " other, so that whatever changed in between counts as a difference"))
        : Optional.empty();
  }

  private static boolean clusters(ArmName arm, double[] values, List<ArmClusters> found) {
    Clusters clusters = Clusters.of(values);
    clusters
        .split()
        .ifPresent(s -> found.add(new ArmClusters(arm, group(s.lower()), group(s.upper()))));
    return clusters.withholdsRanking();
  }

  private static Group group(Clusters.Cluster cluster) {
    return new Group(cluster.count(), cluster.median(), cluster.min(), cluster.max());
  }

  private static Ruling separated(List<ArmClusters> clusters, Subject subject) {
    List<String> parts =
        Stream.of(clusters.getFirst(), clusters.getLast())
            .distinct()
            .map(c -> describe(c, subject.metric()))
            .toList();
    return new Ruling(
        Outcome.UNDECIDED, Words.list(parts) + ": one overall figure would describe neither group");
  }

  static String describe(ArmClusters clusters, Metric metric) {
    return "the values of "
        + clusters.arm()
        + " fall into two groups, "
        + clusters.lower().count()
        + " around "
        + Words.amount(clusters.lower().median(), metric.unit())
        + " and "
        + clusters.upper().count()
        + " around "
        + Words.amount(clusters.upper().median(), metric.unit());
  }
}
