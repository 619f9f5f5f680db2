package dev.assize.judge;

import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Exposure;
import dev.assize.experiment.Metric;
import dev.assize.judge.Verdict.ExposureFound;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether the treated code ran where the spec says it must, and did not run elsewhere. */
final class Exposures {
  private final List<ExposureFound> found;

  private Exposures(List<ExposureFound> found) {
    this.found = List.copyOf(found);
  }

  /** Looks at every measured trial that counts, in each cell that has the metric. */
  static Exposures of(Experiment experiment, Examination examination) {
    List<ExposureFound> found = new ArrayList<>();
    for (Exposure exposure : experiment.exposures()) {
      if (!(exposure.condition() instanceof Exposure.Condition.MetricBound(var name, var bound))) {
        continue;
      }
      ArmName arm = exposure.arm().orElseThrow();
      Metric metric = experiment.metric(name);
      for (Cell cell : experiment.cells()) {
        if (metric.appliesTo(experiment.scenario(cell.scenario()))) {
          var trials = examination.trials(cell, arm).values();
          long kept =
              trials.stream()
                  .map(t -> TrialValue.of(metric, t.record()))
                  .filter(v -> holds(v, bound))
                  .count();
          found.add(new ExposureFound(cell, arm, name, bound.key(), trials.size(), (int) kept));
        }
      }
    }
    return new Exposures(found);
  }

  /** A value that is not there shows nothing. */
  private static boolean holds(TrialValue value, Exposure.Bound bound) {
    return value instanceof TrialValue.Amount(double x)
        && switch (bound) {
          case ABOVE_ZERO -> x > 0;
          case ZERO -> x == 0;
        };
  }

  List<ExposureFound> found() {
    return found;
  }

  /** True unless a declared exposure of one of the contrast's arms does not hold in the cell. */
  boolean exposed(Subject subject) {
    return broken(subject).isEmpty();
  }

  Optional<Ruling> ruling(Subject subject) {
    return broken(subject)
        .map(
            e ->
                new Ruling(
                    Outcome.NOT_EXERCISED,
                    "expected "
                        + e.metric()
                        + (e.expected().equals(Exposure.Bound.ZERO.key())
                            ? " to be zero"
                            : " above zero")
                        + " in every trial of "
                        + e.arm()
                        + ", found that in "
                        + e.kept()
                        + " of "
                        + e.trials()));
  }

  private Optional<ExposureFound> broken(Subject subject) {
    return found.stream()
        .filter(e -> e.cell().equals(subject.cell()) && !e.holds())
        .filter(
            e ->
                e.arm().equals(subject.contrast().candidate())
                    || e.arm().equals(subject.contrast().baseline()))
        .findFirst();
  }
}
