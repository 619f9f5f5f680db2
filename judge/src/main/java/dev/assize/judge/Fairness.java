package dev.assize.judge;

import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Contrast;
import dev.assize.judge.Verdict.Tally;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Failures are fast. The figures cover only trials that didn't fail, so an arm that failed more
 * often than the other is not called better on them.
 */
final class Fairness {
  private final List<Tally> tallies;

  Fairness(List<Tally> tallies) {
    this.tallies = List.copyOf(tallies);
  }

  private Tally tally(Cell cell, ArmName arm) {
    return tallies.stream()
        .filter(t -> t.cell().equals(cell) && t.arm().equals(arm))
        .findFirst()
        .orElseThrow();
  }

  /** Takes a win away from the arm that failed more often, whichever of the two it is. */
  Ruling apply(Subject subject, Pairs pairs, Ruling ruling) {
    boolean win = ruling.outcome() == Outcome.WIN;
    if (!win && ruling.outcome() != Outcome.LOSS) {
      return ruling;
    }
    Contrast contrast = subject.contrast();
    Tally candidate = tally(subject.cell(), contrast.candidate());
    Tally baseline = tally(subject.cell(), contrast.baseline());
    int failedCandidate = candidate.failed() + pairs.missingCandidate();
    int failedBaseline = baseline.failed() + pairs.missingBaseline();
    boolean better = win ? failedCandidate > failedBaseline : failedBaseline > failedCandidate;
    if (!better) {
      return ruling;
    }
    return new Ruling(
        Outcome.UNDECIDED,
        "failure rates differ: "
            + rate(contrast.candidate(), failedCandidate, candidate.attempts())
            + ", "
            + rate(contrast.baseline(), failedBaseline, baseline.attempts())
            + "; the figures cover only the trials that did not fail, so the arm that failed more"
            + " often is not called better on them ("
            + ruling.because()
            + ")");
  }

  private static String rate(ArmName arm, int failed, int attempts) {
    return arm + " failed " + failed + " of " + Words.count(attempts, "attempt");
  }

  /** One sentence for each cell in which the arms' failures differ. */
  List<String> differences(Cell cell, List<Contrast> contrasts) {
    List<String> sentences = new ArrayList<>();
    for (Contrast contrast : contrasts) {
      Tally a = tally(cell, contrast.baseline());
      Tally b = tally(cell, contrast.candidate());
      Optional.of(a.failed() != b.failed())
          .filter(d -> d)
          .ifPresent(
              _ ->
                  sentences.add(
                      "failure rates differ in "
                          + cell
                          + ": "
                          + rate(contrast.candidate(), b.failed(), b.attempts())
                          + ", "
                          + rate(contrast.baseline(), a.failed(), a.attempts())));
    }
    return sentences;
  }
}
