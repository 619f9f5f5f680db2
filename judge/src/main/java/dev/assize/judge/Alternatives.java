package dev.assize.judge;

import dev.assize.experiment.Decision;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Metric;
import dev.assize.judge.Comparing.Compared;
import dev.assize.judge.Verdict.Vote;
import java.util.ArrayList;
import java.util.List;

/** What would have changed the verdict, one sentence for each primary comparison. */
final class Alternatives {
  private final Experiment experiment;
  private final List<Vote> votes;

  Alternatives(Experiment experiment, List<Vote> votes) {
    this.experiment = experiment;
    this.votes = List.copyOf(votes);
  }

  List<String> of(List<Compared> compared) {
    List<String> sentences = new ArrayList<>();
    for (Compared one : compared) {
      Comparison c = one.comparison();
      if (c.primary() && !experiment.design().descriptive()) {
        sentences.add(label(c) + ": " + one(c, one.pairs()));
      }
    }
    return sentences;
  }

  private String label(Comparison c) {
    return c.contrast()
        + " on "
        + c.metric().name()
        + (experiment.cells().size() > 1 ? " in " + c.cell() : "");
  }

  private String one(Comparison c, Pairs pairs) {
    return switch (c.outcome()) {
      case WIN, LOSS -> decided(c);
      case NO_DIFFERENCE -> same(c);
      case UNDECIDED -> undecided(c, pairs);
      case NOT_EXERCISED -> "NOT_EXERCISED until this holds: " + c.because();
      case VOID -> "VOID until this is put right: " + c.because();
    };
  }

  private String decided(Comparison c) {
    if (experiment.decision().rule() == Decision.Rule.FLOOR) {
      double change =
          votes.stream()
              .filter(
                  v ->
                      v.cell().equals(c.cell())
                          && v.contrast().equals(c.contrast())
                          && v.metric().equals(c.metric().name()))
              .mapToDouble(Vote::change)
              .findFirst()
              .orElse(0);
      return c.outcome() + " holds for any floor under " + Words.percent(change);
    }
    double change = Effect.of(c).orElse(0);
    return c.outcome()
        + " holds for any minimum effect and floor up to "
        + Words.size(change, c.metric())
        + "; under a larger one it would be UNDECIDED or NO_DIFFERENCE";
  }

  private static String same(Comparison c) {
    double reach =
        c.randomisation().map(i -> Math.max(Math.abs(i.low()), Math.abs(i.high()))).orElse(0.0);
    return "NO_DIFFERENCE holds for any minimum effect from "
        + Words.size(reach, c.metric())
        + "; under a smaller one it would not";
  }

  private String undecided(Comparison c, Pairs pairs) {
    if (experiment.decision().rule() == Decision.Rule.FLOOR) {
      return "UNDECIDED: " + c.because() + "; more blocks narrow the spread between twins";
    }
    if (c.separated() || !c.because().startsWith("the interval")) {
      return "UNDECIDED: " + c.because();
    }
    Metric metric = c.metric();
    double effect = c.threshold() > 0 ? c.threshold() : Effect.of(c).orElse(0);
    return Needed.forEffect(experiment, metric, pairs, effect, 1 - c.level())
        .map(
            s ->
                "UNDECIDED: about "
                    + Words.count(s.blocks(), "block")
                    + " would find a change of "
                    + Words.size(effect, metric)
                    + " four times out of five, given the noise of this run; it had "
                    + pairs.n())
        .orElse("UNDECIDED: no number of blocks up to a million would settle it");
  }
}
