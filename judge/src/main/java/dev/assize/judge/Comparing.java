package dev.assize.judge;

import dev.assize.experiment.Arm;
import dev.assize.experiment.Decision;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Family;
import dev.assize.experiment.Metric;
import dev.assize.judge.Verdict.Vote;
import dev.assize.stats.BootstrapInterval;
import dev.assize.stats.PairedBootstrap;
import dev.assize.stats.Quantiles;
import dev.assize.stats.RandomisationResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes every comparison: numbers, correction over families, intervals, outcomes. */
final class Comparing {
  private final Docket docket;
  private final Experiment experiment;
  private final RandomisationTests tests;
  private final Measuring measuring;
  private final Floors floors;
  private final FloorRule floorRule;
  private final Exposures exposures;
  private final Fairness fairness;

  Comparing(Docket docket, Examination examination, Exposures exposures, Fairness fairness) {
    this.docket = docket;
    this.experiment = docket.experiment();
    this.tests = new RandomisationTests(docket);
    this.exposures = exposures;
    this.measuring = new Measuring(docket, examination, exposures, tests);
    this.floors = new Floors(experiment, examination);
    this.floorRule = new FloorRule(floors, examination);
    this.fairness = fairness;
  }

  Floors floors() {
    return floors;
  }

  /** A comparison with the pairs it was made of, for the sentences. */
  record Compared(Comparison comparison, Pairs pairs) {}

  List<Compared> all() {
    List<Measured> measured =
        Subject.of(experiment).stream().parallel().map(measuring::measure).toList();
    IdentityHashMap<Measured, Corrected> corrected = correct(measured);
    return measured.stream()
        .parallel()
        .map(m -> compare(m, Optional.ofNullable(corrected.get(m))))
        .toList();
  }

  /** What Holm's procedure says of a primary comparison. */
  private record Corrected(double adjustedP, double alpha) {}

  private IdentityHashMap<Measured, Corrected> correct(List<Measured> measured) {
    double alpha = 1 - experiment.decision().level();
    IdentityHashMap<Measured, Corrected> corrected = new IdentityHashMap<>();
    Map<String, List<Measured>> families = new HashMap<>();
    for (Measured one : measured) {
      one.subject()
          .family()
          .ifPresent(f -> families.computeIfAbsent(f, _ -> new ArrayList<>()).add(one));
    }
    for (Family family : experiment.families()) {
      List<Measured> members = families.getOrDefault(family.name(), List.of());
      double[] p = members.stream().mapToDouble(Measured::pForFamily).toArray();
      HolmSteps steps = HolmSteps.of(p, members.size(), alpha);
      for (int i = 0; i < p.length; i++) {
        corrected.put(members.get(i), new Corrected(steps.adjusted()[i], steps.alphas()[i]));
      }
    }
    return corrected;
  }

  private Comparison compareNothing(Measured m, Facts facts, Ruling ruling) {
    return build(m, facts, ruling, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** Level, threshold and floor of a comparison. */
  private record Facts(
      double alpha, Optional<Double> adjustedP, double threshold, Optional<Double> floor) {}

  private Compared compare(Measured m, Optional<Corrected> corrected) {
    Subject subject = m.subject();
    Metric metric = subject.metric();
    Optional<Double> floor = floors.floor(subject.cell().variant(), metric, subject.contrast());
    double threshold = Math.max(metric.minimumEffect(), floor.orElse(0.0));
    double alpha = corrected.map(Corrected::alpha).orElse(1 - experiment.decision().level());
    Optional<Double> adjusted = m.p().flatMap(_ -> corrected.map(Corrected::adjustedP));
    Facts facts = new Facts(alpha, adjusted, threshold, floor);
    if (!m.shown()) {
      return new Compared(compareNothing(m, facts, m.barred().orElseThrow()), m.pairs());
    }
    Optional<BootstrapInterval> bootstrap = bootstrap(m);
    Optional<RandomisationTests.Test> test =
        tests
            .of(subject.cell(), subject.contrast(), m.pairs().blocks())
            .filter(t -> t.set().canReach(alpha));
    Optional<RandomisationResult> result =
        test.map(
            t ->
                t.test()
                    .compare(
                        m.pairs().baseline(), m.pairs().candidate(), metric.scale(), 1 - alpha));
    Ruling ruling =
        m.barred().orElseGet(() -> fairness.apply(subject, m.pairs(), decide(m, facts, result)));
    return new Compared(build(m, facts, ruling, result, bootstrap, test), m.pairs());
  }

  private Optional<BootstrapInterval> bootstrap(Measured m) {
    if (m.pairs().n() < 2) {
      return Optional.empty();
    }
    return Optional.of(
        PairedBootstrap.ofMedians(
            m.pairs().baseline(),
            m.pairs().candidate(),
            m.subject().metric().scale(),
            experiment.decision().level(),
            docket.plan().seed()));
  }

  private Ruling decide(Measured m, Facts facts, Optional<RandomisationResult> result) {
    Subject subject = m.subject();
    boolean floorRuled =
        experiment.decision().rule() == Decision.Rule.FLOOR && subject.family().isPresent();
    if (floorRuled) {
      return FloorRule.decide(
          subject.metric(), floorRule.vote(subject, exposures.exposed(subject)));
    }
    if (result.isEmpty()) {
      return new Ruling(
          Outcome.UNDECIDED,
          "inconclusive: n too small: "
              + Words.count(m.pairs().n(), "complete block")
              + ", "
              + Needed.forLevel(experiment, facts.alpha()));
    }
    if (result.get().allEqual() && subject.metric().unit().equals("ns")) {
      return new Ruling(
          Outcome.UNDECIDED,
          "all values on both sides are "
              + Words.amount(m.pairs().baseline()[0], subject.metric().unit())
              + ": look at the clock");
    }
    return IntervalRule.decide(subject.metric(), result.get(), facts.threshold());
  }

  private Comparison build(
      Measured m,
      Facts facts,
      Ruling ruling,
      Optional<RandomisationResult> result,
      Optional<BootstrapInterval> bootstrap,
      Optional<RandomisationTests.Test> test) {
    Subject subject = m.subject();
    Pairs pairs = m.pairs();
    boolean descriptive = experiment.design().descriptive();
    Ruling shown =
        descriptive && ruling.outcome() != Outcome.VOID
            ? new Ruling(Outcome.UNDECIDED, "description only, no verdict was asked for")
            : ruling;
    Optional<Interval> randomisation =
        result
            .filter(r -> r.interval().bounded())
            .map(r -> new Interval(r.estimate(), r.interval().low(), r.interval().high()));
    Optional<Interval> resampled =
        bootstrap.map(b -> new Interval(b.estimate(), b.low(), b.high()));
    boolean signalLost = pairs.n() > 0 && allEqual(pairs);
    return new Comparison(
        subject.cell(),
        subject.contrast(),
        subject.metric(),
        subject.family(),
        shown.outcome(),
        shown.because(),
        pairs.blocks(),
        boxed(pairs.baseline()),
        boxed(pairs.candidate()),
        pairs.n() == 0 ? Double.NaN : Quantiles.median(pairs.baseline()),
        pairs.n() == 0 ? Double.NaN : Quantiles.median(pairs.candidate()),
        randomisation,
        resampled,
        m.p(),
        facts.adjustedP(),
        1 - facts.alpha(),
        facts.threshold(),
        facts.floor(),
        test.map(t -> new Comparison.Reference(t.set().size(), t.set().enumerated())),
        m.clusters(),
        m.separated(),
        signalLost,
        new Remarks(subject, pairs, experiment.decision().level())
            .of(m, randomisation, resampled, signalLost));
  }

  private static boolean allEqual(Pairs pairs) {
    double first = pairs.baseline()[0];
    for (int i = 0; i < pairs.n(); i++) {
      if (pairs.baseline()[i] != first || pairs.candidate()[i] != first) {
        return false;
      }
    }
    return true;
  }

  private static List<Double> boxed(double[] values) {
    return java.util.Arrays.stream(values).boxed().toList();
  }

  /** What every comparison says whose baseline has a twin, also those that have no vote. */
  List<Vote> votes(List<Compared> compared) {
    List<Vote> votes = new ArrayList<>();
    for (Compared one : compared) {
      Comparison c = one.comparison();
      if (c.outcome() != Outcome.VOID
          && experiment.arm(c.contrast().candidate()).role() != Arm.Role.TWIN) {
        Subject subject = new Subject(c.cell(), c.contrast(), c.metric(), c.family());
        floorRule.vote(subject, exposures.exposed(subject)).ifPresent(votes::add);
      }
    }
    return votes;
  }
}
