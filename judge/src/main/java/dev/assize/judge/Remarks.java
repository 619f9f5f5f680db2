package dev.assize.judge;

import dev.assize.experiment.Metric;
import dev.assize.stats.Change;
import dev.assize.stats.Quantiles;
import dev.assize.stats.RangeOverlap;
import dev.assize.stats.Scale;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a reader of a comparison must know beside its numbers. */
final class Remarks {
  private static final int MOST_QUOTED = 5;

  /**
   * Beyond a quartile by this many times the interquartile range: Tukey's outer fence. With four
   * values or fewer nothing lies there: the outermost one draws its quartile along.
   */
  private static final double FAR_OUT = 3;

  private final Subject subject;
  private final Metric metric;
  private final Pairs pairs;
  private final double level;
  private final List<String> remarks = new ArrayList<>();

  Remarks(Subject subject, Pairs pairs, double level) {
    this.subject = subject;
    this.metric = subject.metric();
    this.pairs = pairs;
    this.level = level;
  }

  List<String> of(
      Measured measured,
      Optional<Interval> randomisation,
      Optional<Interval> bootstrap,
      boolean signalLost) {
    missing();
    measured
        .clusters()
        .forEach(
            c ->
                remarks.add(
                    Measuring.describe(c, metric)
                        + (measured.separated()
                            ? ": no overall percentage and no ranking"
                            : pairs.n() < 10
                                ? ": a description, with fewer than ten values"
                                : ": a description, on a scale of differences")));
    if (pairs.n() > 0) {
      zeros();
      percentage();
      if (signalLost) {
        remarks.add(
            "all values on both sides are equal: look at the clock or the counter before the arms");
      } else {
        resolution();
        farOut(subject.contrast().baseline().value(), pairs.baseline());
        farOut(subject.contrast().candidate().value(), pairs.candidate());
        ranges();
      }
    }
    if (randomisation.isPresent() && bootstrap.isPresent()) {
      disagreement(randomisation.get(), bootstrap.get());
    }
    return remarks;
  }

  private void missing() {
    if (pairs.halves() > 0) {
      remarks.add(
          Words.count(pairs.halves(), "block")
              + (pairs.halves() == 1 ? " has" : " have")
              + " only one of the two arms and "
              + (pairs.halves() == 1 ? "is" : "are")
              + " not counted");
    }
    int lacking = pairs.missingBaseline() + pairs.missingCandidate();
    if (lacking > 0) {
      remarks.add(
          Words.count(lacking, "trial")
              + (lacking == 1 ? " lacks" : " lack")
              + " a value ("
              + pairs.missingBaseline()
              + " of "
              + subject.contrast().baseline()
              + ", "
              + pairs.missingCandidate()
              + " of "
              + subject.contrast().candidate()
              + "); their blocks are not counted: "
              + pairs.whyMissing());
    }
  }

  private void zeros() {
    if (metric.unit().equals("ns")) {
      Measuring.firstNotAbove(subject, pairs)
          .ifPresent(
              s -> remarks.add("warning: a time of " + s + ": below the clock's resolution?"));
    }
  }

  private void percentage() {
    if (metric.scale() != Scale.DIFFERENCE) {
      return;
    }
    double before = Quantiles.median(pairs.baseline());
    double after = Quantiles.median(pairs.candidate());
    switch (Change.between(before, after)) {
      case Change.BothZero _ -> remarks.add("zero against zero by the medians: equal");
      case Change.NoPercentage none -> remarks.add(none.reason() + ", by the medians");
      case Change.Relative _, Change.Difference _, Change.AllEqual _ -> {
        // There is a percentage to show.
      }
    }
  }

  private void resolution() {
    Set<Double> levels = new HashSet<>();
    for (int i = 0; i < pairs.n(); i++) {
      levels.add(pairs.baseline()[i]);
      levels.add(pairs.candidate()[i]);
    }
    if (2 * levels.size() <= pairs.n() && metric.unit().equals("ns")) {
      remarks.add(
          "limited resolution: "
              + 2 * pairs.n()
              + " values take only "
              + levels.size()
              + " different levels");
    }
  }

  private void farOut(String arm, double[] values) {
    double first = Quantiles.type7(values, 0.25);
    double third = Quantiles.type7(values, 0.75);
    double reach = FAR_OUT * (third - first);
    List<String> quoted = new ArrayList<>();
    int far = 0;
    for (int i = 0; i < values.length; i++) {
      if (reach > 0 && (values[i] < first - reach || values[i] > third + reach)) {
        far++;
        if (quoted.size() < MOST_QUOTED) {
          quoted.add(
              "block " + pairs.blocks().get(i) + ": " + Words.amount(values[i], metric.unit()));
        }
      }
    }
    if (far > 0) {
      remarks.add(
          far
              + " of "
              + values.length
              + " values of "
              + arm
              + " lie far from the rest ("
              + String.join(", ", quoted)
              + (far > quoted.size() ? ", …" : "")
              + "); they are kept, and the estimate is a robust one");
    }
  }

  private void disagreement(Interval test, Interval medians) {
    int byTest = side(test);
    int byMedians = side(medians);
    if (byTest != byMedians) {
      remarks.add(
          "the bootstrap interval of the medians at "
              + Words.level(level)
              + ", "
              + Words.change(medians.low(), metric)
              + " to "
              + Words.change(medians.high(), metric)
              + ", "
              + (byMedians == 0
                  ? "includes zero and the randomisation interval does not"
                  : byTest == 0
                      ? "excludes zero and the randomisation interval does not"
                      : "lies on the other side of zero")
              + "; the randomisation interval decides");
    }
  }

  private void ranges() {
    RangeOverlap ranges = RangeOverlap.of(pairs.baseline(), pairs.candidate());
    if (pairs.n() > 1 && !ranges.overlaps()) {
      remarks.add(
          "the ranges of the two arms do not overlap; the gap is "
              + Words.amount(ranges.gap(), metric.unit())
              + " (a description, not a test)");
    }
  }

  private static int side(Interval interval) {
    return interval.low() > 0 ? 1 : interval.high() < 0 ? -1 : 0;
  }
}
