package dev.assize.judge;

import dev.assize.evidence.OperationSample;
import dev.assize.evidence.Reading;
import dev.assize.evidence.TrialRecord;
import dev.assize.evidence.Usage;
import dev.assize.experiment.Metric;
import dev.assize.experiment.Metric.Source;
import dev.assize.experiment.Nanos;
import dev.assize.experiment.OperationName;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** A metric's value of a trial, in the metric's unit, or why there is none. */
sealed interface TrialValue {
  /** Bytes by which the kernel's count of resident pages may lag. */
  long RSS_LAG = 2L << 20;

  record Amount(double value) implements TrialValue {}

  record Missing(String why) implements TrialValue {}

  static TrialValue of(Metric metric, Examined attempt) {
    return of(metric, attempt.record(), attempt.observed());
  }

  static TrialValue of(Metric metric, TrialRecord trial, Observed observed) {
    return switch (metric.source()) {
      case Source.Reading(Metric.Kind kind) -> reading(kind, trial);
      case Source.Operations(List<OperationName> operations, List<Integer> rounds) ->
          sum(operations, rounds, trial);
      case Source.StdoutNumber _ -> read(trial.values().get(metric.name()), "");
      case Source.Derived _ -> observed.of(metric);
    };
  }

  private static TrialValue reading(Metric.Kind kind, TrialRecord trial) {
    return switch (kind) {
      case WALL -> nanos(trial.wall(), "no wall time was taken");
      case READY -> nanos(trial.ready(), "it never became ready");
      case USER -> used(trial, u -> u.user().value());
      case SYSTEM -> used(trial, u -> u.system().value());
      case CPU -> used(trial, u -> (double) u.user().value() + u.system().value());
      case MAX_RSS -> maxRss(trial);
      case MINOR_FAULTS -> used(trial, Usage::minorFaults);
      case MAJOR_FAULTS -> used(trial, Usage::majorFaults);
      case VOLUNTARY_SWITCHES -> used(trial, Usage::voluntarySwitches);
      case INVOLUNTARY_SWITCHES -> used(trial, Usage::involuntarySwitches);
    };
  }

  /**
   * Until it executes the command, a child runs in the lab's own address space, and the kernel
   * counts that peak as the child's. At or near it nothing is known of the command but that it used
   * no more.
   */
  private static TrialValue maxRss(TrialRecord trial) {
    String floor = trial.inForce().getOrDefault("max-rss-floor", "");
    int digits = 0;
    while (digits < floor.length() && Character.isDigit(floor.charAt(digits))) {
      digits++;
    }
    TrialValue value = used(trial, u -> u.maxRss().value());
    if (digits > 0
        && value instanceof Amount(double bytes)
        && bytes <= Long.parseLong(floor.substring(0, digits)) + RSS_LAG) {
      return new Missing("not measured: no larger than the launcher's own peak");
    }
    return value;
  }

  private static TrialValue nanos(Optional<Nanos> value, String otherwise) {
    return value.<TrialValue>map(n -> new Amount(n.value())).orElse(new Missing(otherwise));
  }

  private static TrialValue used(TrialRecord trial, ToDoubleFunction<Usage> part) {
    return trial
        .usage()
        .<TrialValue>map(u -> new Amount(part.applyAsDouble(u)))
        .orElse(new Missing("no resource usage was recorded"));
  }

  /** Whole nanoseconds add up exactly in a long; a trial of 292 years would overflow. */
  private static TrialValue sum(
      List<OperationName> operations, List<Integer> rounds, TrialRecord trial) {
    Set<OperationName> wanted = new HashSet<>(operations);
    Set<Integer> inRounds = new HashSet<>(rounds);
    long total = 0;
    boolean any = false;
    for (OperationSample sample : trial.operations()) {
      if ((wanted.isEmpty() || wanted.contains(sample.operation()))
          && (inRounds.isEmpty() || inRounds.contains(sample.round()))) {
        total = Math.addExact(total, sample.duration().value());
        any = true;
      }
    }
    return any ? new Amount(total) : new Missing("no such operation was reported");
  }

  /**
   * Takes the number out of a reading.
   *
   * @param prefix of the reason when there is no number
   */
  static TrialValue read(@Nullable Reading reading, String prefix) {
    return switch (reading) {
      case null -> new Missing(prefix + "no number was recorded");
      case Reading.Whole(long value) -> new Amount(value);
      case Reading.Decimal decimal ->
          Double.isFinite(decimal.value())
              ? new Amount(decimal.value())
              : new Missing(prefix + "expected a finite number, found " + decimal.text());
      case Reading.Unpublished(String why) -> new Missing(prefix + why);
      case Reading.Absent(String why) -> new Missing(prefix + why);
      case Reading.NotApplicable() -> new Missing(prefix + "not applicable");
    };
  }
}
