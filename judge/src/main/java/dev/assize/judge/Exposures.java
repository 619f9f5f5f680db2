package dev.assize.judge;

import dev.assize.experiment.Arm;
import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Decision;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Exposure;
import dev.assize.experiment.Exposure.Condition;
import dev.assize.experiment.Metric;
import dev.assize.judge.Observed.Exhibit;
import dev.assize.judge.Verdict.ExposureFound;
import dev.assize.judge.Verdict.ReadingFound;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether the treated code ran where the spec says it must, and did not run elsewhere. What is
 * declared of an arm is expected of its twins as well: they repeat it.
 */
final class Exposures {
  private final Experiment experiment;
  private final Examination examination;
  private final List<ExposureFound> found = new ArrayList<>();

  private Exposures(Experiment experiment, Examination examination) {
    this.experiment = experiment;
    this.examination = examination;
  }

  /** Looks at every measured trial that counts, in each cell. */
  static Exposures of(Experiment experiment, Examination examination) {
    Exposures exposures = new Exposures(experiment, examination);
    int exhibit = 0;
    for (Exposure exposure : experiment.exposures()) {
      switch (exposure.condition()) {
        case Condition.MetricBound bound -> exposures.bound(exposure, bound);
        case Condition.Holds holds -> exposures.holds(exposure, holds, exhibit++);
      }
    }
    return exposures;
  }

  private List<ArmName> arms(Exposure exposure) {
    return experiment.arms().stream()
        .filter(
            arm ->
                exposure.arm().isEmpty()
                    || arm.name().equals(exposure.arm().get())
                    || arm.twinOf().equals(exposure.arm()))
        .map(Arm::name)
        .toList();
  }

  private void bound(Exposure exposure, Condition.MetricBound bound) {
    Metric metric = experiment.metric(bound.metric());
    String name = bound.metric().value();
    String expected =
        switch (bound.bound()) {
          case ABOVE_ZERO -> name + " above zero";
          case ZERO -> name + " to be zero";
        };
    for (ArmName arm : arms(exposure)) {
      for (Cell cell : experiment.cells()) {
        if (metric.appliesTo(experiment.scenario(cell.scenario()))) {
          List<Exhibit> exhibits =
              examination.trials(cell, arm).values().stream()
                  .map(t -> TrialValue.of(metric, t))
                  .map(v -> new Exhibit(held(v, bound.bound()), Map.of(name, v)))
                  .toList();
          add(cell, arm, expected, exhibits);
        }
      }
    }
  }

  private static TrialValue held(TrialValue value, Exposure.Bound bound) {
    return value instanceof TrialValue.Amount(double x)
        ? new TrialValue.Amount(
            switch (bound) {
                  case ABOVE_ZERO -> x > 0;
                  case ZERO -> x == 0;
                }
                ? 1
                : 0)
        : value;
  }

  private void holds(Exposure exposure, Condition.Holds holds, int index) {
    for (ArmName arm : arms(exposure)) {
      for (Cell cell : experiment.cells()) {
        List<Exhibit> exhibits =
            examination.trials(cell, arm).values().stream()
                .filter(t -> index < t.observed().exhibits().size())
                .map(t -> t.observed().exhibits().get(index))
                .toList();
        add(cell, arm, holds.text(), exhibits);
      }
    }
  }

  /** A value that is not there shows nothing. */
  private void add(Cell cell, ArmName arm, String expected, List<Exhibit> exhibits) {
    boolean known =
        found.stream()
            .anyMatch(
                e -> e.cell().equals(cell) && e.arm().equals(arm) && e.expected().equals(expected));
    if (known) {
      return;
    }
    int kept =
        (int)
            exhibits.stream()
                .filter(e -> e.value() instanceof TrialValue.Amount(double x) && x != 0)
                .count();
    Map<String, List<TrialValue>> readings = new LinkedHashMap<>();
    for (Exhibit exhibit : exhibits) {
      exhibit
          .readings()
          .forEach((name, v) -> readings.computeIfAbsent(name, _ -> new ArrayList<>()).add(v));
    }
    List<ReadingFound> shown = new ArrayList<>();
    readings.forEach((name, values) -> shown.add(reading(name, values)));
    found.add(new ExposureFound(cell, arm, expected, exhibits.size(), kept, shown));
  }

  private static ReadingFound reading(String name, Collection<TrialValue> values) {
    double low = Double.NaN;
    double high = Double.NaN;
    int missing = 0;
    String why = "";
    for (TrialValue value : values) {
      switch (value) {
        case TrialValue.Amount(double x) -> {
          low = Double.isNaN(low) ? x : Math.min(low, x);
          high = Double.isNaN(high) ? x : Math.max(high, x);
        }
        case TrialValue.Missing(String reason) -> {
          missing++;
          why = why.isEmpty() ? reason : why;
        }
      }
    }
    return new ReadingFound(name, low, high, missing, why);
  }

  List<ExposureFound> found() {
    return List.copyOf(found);
  }

  /** True unless a declared exposure of one of the arms that are compared does not hold here. */
  boolean exposed(Subject subject) {
    return broken(subject).isEmpty();
  }

  /** Cells of control scenarios need no exposure: nothing is to be seen there. */
  Optional<Ruling> ruling(Subject subject) {
    if (experiment.scenario(subject.cell().scenario()).control()) {
      return Optional.empty();
    }
    return broken(subject)
        .map(
            e ->
                new Ruling(
                    Outcome.NOT_EXERCISED,
                    "expected "
                        + e.expected()
                        + " in every trial of "
                        + e.arm()
                        + ", found that in "
                        + e.kept()
                        + " of "
                        + e.trials()
                        + readings(e)));
  }

  private static String readings(ExposureFound exposure) {
    List<String> parts = exposure.readings().stream().map(r -> r.name() + " " + range(r)).toList();
    return parts.isEmpty() ? "" : " (" + String.join("; ", parts) + ")";
  }

  private static String range(ReadingFound reading) {
    if (Double.isNaN(reading.low())) {
      return "has no value: " + reading.why();
    }
    String low = Words.number(reading.low());
    String high = Words.number(reading.high());
    return (low.equals(high) ? "was " + low : "was " + low + " to " + high)
        + (reading.missing() == 0
            ? ""
            : ", and had no value in " + reading.missing() + ": " + reading.why());
  }

  private Optional<ExposureFound> broken(Subject subject) {
    return found.stream()
        .filter(e -> e.cell().equals(subject.cell()) && !e.holds())
        .filter(e -> concerns(e.arm(), subject))
        .findFirst();
  }

  /** Under the rule of floors the baseline's twins are half of the yardstick. */
  private boolean concerns(ArmName arm, Subject subject) {
    return arm.equals(subject.contrast().candidate())
        || arm.equals(subject.contrast().baseline())
        || (experiment.decision().rule() == Decision.Rule.FLOOR
            && experiment
                .arm(arm)
                .twinOf()
                .filter(subject.contrast().baseline()::equals)
                .isPresent());
  }
}
