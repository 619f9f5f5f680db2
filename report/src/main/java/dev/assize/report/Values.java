package dev.assize.report;

import dev.assize.evidence.Attempt;
import dev.assize.evidence.OperationSample;
import dev.assize.evidence.Reading;
import dev.assize.evidence.TrialRecord;
import dev.assize.evidence.Usage;
import dev.assize.experiment.Metric;
import dev.assize.experiment.Metric.Kind;
import dev.assize.experiment.MetricName;
import dev.assize.experiment.Scenario;
import dev.assize.judge.Verdict;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;

/**
 * The value of a metric in one attempt, taken from its record, or from the verdict when it is a
 * derived one: also for attempts that the judge never sees, so that void ones and warm-ups can be
 * shown beside the others.
 */
final class Values {
  private record Key(Attempt attempt, MetricName metric) {}

  private final Map<Key, Reading> derived = new HashMap<>();

  /** Derived metrics are the judge's: they are looked up and not computed again. */
  Values(Verdict verdict) {
    for (Verdict.DerivedFound found : verdict.derived()) {
      derived.put(
          new Key(found.attempt(), found.metric()),
          Double.isNaN(found.value())
              ? new Reading.Unpublished(found.why())
              : new Reading.Decimal(Double.toString(found.value())));
    }
  }

  static OptionalDouble number(Reading reading) {
    return switch (reading) {
      case Reading.Whole(long value) -> OptionalDouble.of((double) value);
      case Reading.Decimal decimal -> OptionalDouble.of(decimal.value());
      case Reading.Unpublished _ -> OptionalDouble.empty();
      case Reading.Absent _, Reading.NotApplicable _ -> OptionalDouble.empty();
    };
  }

  Reading of(Metric metric, Scenario scenario, TrialRecord trial) {
    if (!metric.appliesTo(scenario)) {
      return new Reading.NotApplicable();
    }
    return switch (metric.source()) {
      case Metric.Source.Reading(Kind kind) -> reading(kind, trial);
      case Metric.Source.Operations operations -> operations(operations, trial);
      case Metric.Source.StdoutNumber number -> {
        Reading printed = trial.values().get(metric.name());
        yield printed != null ? printed : new Reading.Unpublished("not found on stdout");
      }
      case Metric.Source.Derived _ ->
          derived.getOrDefault(
              new Key(trial.attempt(), metric.name()),
              new Reading.Unpublished("the verdict has no value of it"));
    };
  }

  private static Reading reading(Kind kind, TrialRecord trial) {
    return switch (kind) {
      case WALL ->
          trial
              .wall()
              .<Reading>map(wall -> new Reading.Whole(wall.value()))
              .orElseGet(() -> new Reading.Unpublished("the command did not end by itself"));
      case READY ->
          trial
              .ready()
              .<Reading>map(ready -> new Reading.Whole(ready.value()))
              .orElseGet(() -> new Reading.Unpublished("never ready"));
      case USER -> usage(trial, u -> u.user().value());
      case SYSTEM -> usage(trial, u -> u.system().value());
      case CPU -> usage(trial, u -> u.user().value() + u.system().value());
      case MAX_RSS -> usage(trial, u -> u.maxRss().value());
      case MINOR_FAULTS -> usage(trial, Usage::minorFaults);
      case MAJOR_FAULTS -> usage(trial, Usage::majorFaults);
      case VOLUNTARY_SWITCHES -> usage(trial, Usage::voluntarySwitches);
      case INVOLUNTARY_SWITCHES -> usage(trial, Usage::involuntarySwitches);
    };
  }

  private static Reading usage(TrialRecord trial, ToLongFunction<Usage> part) {
    return trial
        .usage()
        .<Reading>map(usage -> new Reading.Whole(part.applyAsLong(usage)))
        .orElseGet(() -> new Reading.Unpublished("no usage was read"));
  }

  private static Reading operations(Metric.Source.Operations wanted, TrialRecord trial) {
    long sum = 0;
    int found = 0;
    for (OperationSample sample : trial.operations()) {
      boolean named =
          wanted.operations().isEmpty() || wanted.operations().contains(sample.operation());
      if (named && (wanted.rounds().isEmpty() || wanted.rounds().contains(sample.round()))) {
        sum += sample.duration().value();
        found++;
      }
    }
    return found == 0 ? new Reading.Unpublished("no clock was reported") : new Reading.Whole(sum);
  }
}
