package dev.assize.judge;

import dev.assize.experiment.Experiment;
import dev.assize.judge.Verdict.ExposureFound;
import java.util.List;
import java.util.Optional;

/** Whether the treated code ran where the spec says it must, and did not run elsewhere. */
final class Exposures {
  private final List<ExposureFound> found;

  Exposures(List<ExposureFound> found) {
    this.found = List.copyOf(found);
  }

  // Filled in when the spec can declare exposure.
  static Exposures of(Experiment experiment, Examination examination) {
    return new Exposures(List.of());
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
                        + " "
                        + (e.expected().equals("zero") ? "to be zero" : "above zero")
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
