package dev.assize.judge;

import dev.assize.experiment.ArmName;
import dev.assize.experiment.Contrast;
import dev.assize.experiment.Metric;
import dev.assize.judge.Verdict.Vote;
import dev.assize.stats.Floor;
import dev.assize.stats.Quantiles;
import dev.assize.stats.Scale;
import dev.assize.stats.TwinVote;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Votes of twinned cells: a cell votes when it is exposed, |d| exceeds the floor, and the candidate
 * lies beyond both twins. The floor is at least the metric's minimum effect. A cell that does not
 * vote is UNDECIDED: without an interval there is no ground for a claim of no difference.
 */
final class FloorRule {
  private final Floors floors;
  private final Examination examination;

  FloorRule(Floors floors, Examination examination) {
    this.floors = floors;
    this.examination = examination;
  }

  /**
   * Returns what the cell says; empty without twins, complete blocks, or values above zero. Only
   * primary comparisons vote, and no control scenario has one.
   */
  Optional<Vote> vote(Subject subject, boolean exposed) {
    Metric metric = subject.metric();
    Contrast contrast = subject.contrast();
    List<ArmName> twins = floors.twins(contrast);
    if (twins.isEmpty() || metric.scale() != Scale.RATIO) {
      return Optional.empty();
    }
    Pairs pairs = Pairs.of(examination, subject.cell(), contrast, metric);
    Contrast twinned = new Contrast(twins.getFirst(), contrast.baseline());
    Pairs noise = Pairs.of(examination, subject.cell(), twinned, metric);
    int[] both =
        IntStream.range(0, pairs.n())
            .filter(i -> noise.blocks().contains(pairs.blocks().get(i)))
            .toArray();
    if (both.length == 0) {
      return Optional.empty();
    }
    double first = median(both, i -> pairs.baseline()[i]);
    double candidate = median(both, i -> pairs.candidate()[i]);
    double second =
        median(both, i -> noise.candidate()[noise.blocks().indexOf(pairs.blocks().get(i))]);
    if (!(first > 0 && second > 0 && candidate > 0)) {
      return Optional.empty();
    }
    double measured = floors.floor(subject.cell().variant(), metric, contrast).orElse(0.0);
    double floor = Math.max(metric.minimumEffect(), measured);
    TwinVote vote = new Floor(floor, floor, floor, 1).vote(first, second, candidate);
    return Optional.of(
        new Vote(
            subject.cell(),
            contrast,
            metric.name(),
            first,
            candidate,
            second,
            vote.change(),
            floor,
            exposed,
            vote.beyondFloor(),
            vote.beyondTwins(),
            subject.family().isPresent(),
            exposed && vote.votes() && subject.family().isPresent()));
  }

  static Ruling decide(Metric metric, Optional<Vote> cast) {
    if (cast.isEmpty()) {
      return new Ruling(
          Outcome.UNDECIDED,
          metric.scale() == Scale.RATIO
              ? "the cell has no block in which baseline, twin and candidate all count"
              : "rule floor compares ratios, and this metric is compared by differences");
    }
    Vote vote = cast.get();
    String change =
        "the change of "
            + Words.signedPercent(vote.change())
            + " against the mean of the twins "
            + (vote.beyondFloor() ? "exceeds" : "does not exceed")
            + " the floor of "
            + Words.percent(vote.floor());
    if (!vote.votes()) {
      return new Ruling(
          Outcome.UNDECIDED,
          vote.beyondFloor() ? change + ", but does not lie beyond both twins" : change);
    }
    boolean good = vote.change() < 0 == (metric.better() == Metric.Better.LOWER);
    return new Ruling(
        good ? Outcome.WIN : Outcome.LOSS, change + ", and it lies beyond both twins");
  }

  private static double median(int[] at, java.util.function.IntToDoubleFunction value) {
    return Quantiles.median(IntStream.of(at).mapToDouble(value).toArray());
  }
}
