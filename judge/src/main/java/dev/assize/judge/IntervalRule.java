package dev.assize.judge;

import dev.assize.experiment.Metric;
import dev.assize.stats.EffectInterval;
import dev.assize.stats.RandomisationResult;

/**
 * WIN or LOSS when the interval excludes zero and the change is at least the threshold;
 * NO_DIFFERENCE when the whole interval lies within the threshold on both sides; else UNDECIDED.
 */
final class IntervalRule {
  private IntervalRule() {}

  static Ruling decide(Metric metric, RandomisationResult result, double threshold) {
    EffectInterval interval = result.interval();
    double change = result.estimate();
    String bar = Words.size(threshold, metric);
    if (interval.excludesZero() && Math.abs(change) >= threshold) {
      boolean good = interval.high() < 0 == (metric.better() == Metric.Better.LOWER);
      return new Ruling(
          good ? Outcome.WIN : Outcome.LOSS,
          "the interval excludes zero and the change of "
              + Words.change(change, metric)
              + " is at least "
              + bar);
    }
    if (-threshold <= interval.low() && interval.high() <= threshold) {
      return new Ruling(Outcome.NO_DIFFERENCE, "the whole interval lies within ±" + bar);
    }
    return new Ruling(
        Outcome.UNDECIDED,
        interval.excludesZero()
            ? "the interval excludes zero, but the change of "
                + Words.change(change, metric)
                + " is under "
                + bar
                + " and the interval reaches beyond it"
            : "the interval includes zero and reaches beyond ±" + bar);
  }
}
