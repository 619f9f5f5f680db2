package dev.assize.judge;

import dev.assize.experiment.Arm;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Contrast;
import dev.assize.experiment.Decision;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Metric;
import dev.assize.judge.Verdict.Vote;
import java.util.List;
import java.util.stream.Stream;

/**
 * Cells of control scenarios, which must not move, on the primary metrics. They never vote; when
 * more of their comparisons go beyond the floor than the sealed rule allows, DRIFT is raised. Under
 * the rule of intervals a comparison goes beyond when its interval excludes zero and the change is
 * at least the threshold.
 */
final class ControlScenarios {
  private final Experiment experiment;

  ControlScenarios(Experiment experiment) {
    this.experiment = experiment;
  }

  /** A comparison of a control cell that went beyond. */
  record Moved(Cell cell, Contrast contrast, Metric metric, double change) {
    @Override
    public String toString() {
      return metric.name() + " in " + cell + " (" + contrast + ") " + Words.change(change, metric);
    }
  }

  List<Moved> moved(List<Comparison> comparisons, List<Vote> votes) {
    return experiment.decision().rule() == Decision.Rule.FLOOR
        ? byVotes(votes).toList()
        : byIntervals(comparisons).toList();
  }

  /** Whether that is more than the sealed rule allows. */
  boolean drift(List<Moved> moved) {
    return moved.size() > experiment.decision().drift();
  }

  boolean control(Cell cell) {
    return experiment.scenario(cell.scenario()).control();
  }

  private boolean candidate(Contrast contrast) {
    return experiment.arm(contrast.candidate()).role() == Arm.Role.CANDIDATE;
  }

  private Stream<Moved> byVotes(List<Vote> votes) {
    return votes.stream()
        .filter(v -> control(v.cell()) && candidate(v.contrast()))
        .filter(v -> experiment.metric(v.metric()).primary() && v.beyondFloor())
        .map(v -> new Moved(v.cell(), v.contrast(), experiment.metric(v.metric()), v.change()));
  }

  private Stream<Moved> byIntervals(List<Comparison> comparisons) {
    return comparisons.stream()
        .filter(c -> control(c.cell()) && candidate(c.contrast()) && c.metric().primary())
        .filter(c -> c.outcome() == Outcome.WIN || c.outcome() == Outcome.LOSS)
        .map(c -> new Moved(c.cell(), c.contrast(), c.metric(), Effect.of(c).orElse(0)));
  }
}
