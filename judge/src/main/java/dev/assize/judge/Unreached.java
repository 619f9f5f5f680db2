package dev.assize.judge;

import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Contrast;
import dev.assize.experiment.Decision;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Metric;
import dev.assize.experiment.MetricName;
import dev.assize.experiment.ScenarioName;
import dev.assize.judge.Verdict.Vote;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What pointed somewhere and did not reach significance: said, so that nobody has to find it. */
final class Unreached {
  private static final int MOST_QUOTED = 12;

  private final Experiment experiment;
  private final ControlScenarios controls;
  private final List<Vote> votes;
  private final List<String> sentences = new ArrayList<>();

  Unreached(Experiment experiment, ControlScenarios controls, List<Vote> votes) {
    this.experiment = experiment;
    this.controls = controls;
    this.votes = List.copyOf(votes);
  }

  List<String> of(List<Comparison> comparisons, List<ControlScenarios.Moved> moved) {
    if (!experiment.design().descriptive()) {
      if (experiment.decision().rule() == Decision.Rule.FLOOR) {
        votes();
      } else {
        intervals(comparisons);
      }
      controls(moved);
    }
    return sentences;
  }

  private void votes() {
    List<Vote> eligible = votes.stream().filter(Vote::eligible).toList();
    if (eligible.isEmpty()) {
      return;
    }
    if (eligible.stream().noneMatch(Vote::votes)) {
      sentences.add(
          eligible.stream().noneMatch(Vote::exposed)
              ? "no cell voted, because none was exposed"
              : "no cell voted");
    }
    list(
        eligible.stream().filter(v -> v.beyondFloor() && v.beyondTwins() && !v.exposed()).toList(),
        "beyond the floor and both twins, but not exposed, so that it has no vote");
    list(
        eligible.stream().filter(v -> v.beyondFloor() && !v.beyondTwins()).toList(),
        "beyond the floor, but between the twins or level with one");
    long inside = eligible.stream().filter(v -> !v.beyondFloor()).count();
    if (inside > 0) {
      sentences.add(
          Words.count(inside, "primary change")
              + " of "
              + eligible.size()
              + (inside == 1 ? " lies" : " lie")
              + " inside the floor"
              + largest(eligible));
    }
    exploratory();
    sameSide(eligible);
  }

  private static String largest(List<Vote> eligible) {
    return eligible.stream()
        .filter(v -> !v.beyondFloor())
        .reduce((a, b) -> Math.abs(b.change()) > Math.abs(a.change()) ? b : a)
        .map(v -> "; the largest of them: " + described(v))
        .orElse("");
  }

  private static String described(Vote v) {
    return v.metric()
        + " in "
        + v.cell()
        + " ("
        + v.contrast()
        + ") "
        + Words.signedPercent(v.change())
        + ", floor "
        + Words.percent(v.floor());
  }

  private void list(List<Vote> found, String what) {
    found.stream().limit(MOST_QUOTED).forEach(v -> sentences.add(described(v) + ": " + what));
    if (found.size() > MOST_QUOTED) {
      sentences.add((found.size() - MOST_QUOTED) + " more: " + what);
    }
  }

  private void exploratory() {
    Map<MetricName, List<Vote>> beyond = new LinkedHashMap<>();
    votes.stream()
        .filter(v -> !experiment.metric(v.metric()).primary() && v.beyondFloor())
        .forEach(v -> beyond.computeIfAbsent(v.metric(), _ -> new ArrayList<>()).add(v));
    beyond.forEach(
        (metric, found) ->
            sentences.add(
                metric
                    + ", which does not decide, goes beyond its floor in "
                    + Words.count(found.size(), "cell")
                    + ": "
                    + Words.list(
                        found.stream()
                            .limit(MOST_QUOTED)
                            .map(v -> v.cell() + " " + Words.signedPercent(v.change()))
                            .toList())
                    + (found.size() > MOST_QUOTED ? ", …" : "")));
  }

  /**
   * The same side of both twins in every variant of a scenario. Three arms alike fall in any order,
   * so that chance puts B above both in a third of the cells and below both in another.
   */
  private void sameSide(List<Vote> eligible) {
    record Row(ScenarioName scenario, Contrast contrast, MetricName metric) {}
    int variants = experiment.variants().size();
    if (variants < 2) {
      return;
    }
    Map<Row, List<Vote>> rows = new LinkedHashMap<>();
    eligible.forEach(
        v ->
            rows.computeIfAbsent(
                    new Row(v.cell().scenario(), v.contrast(), v.metric()), _ -> new ArrayList<>())
                .add(v));
    rows.values().removeIf(r -> r.size() < variants);
    List<String> found = new ArrayList<>();
    rows.forEach(
        (row, cells) -> {
          boolean beyond = cells.stream().allMatch(Vote::beyondTwins);
          long up = cells.stream().filter(v -> v.change() > 0).count();
          if (beyond && (up == 0 || up == cells.size()) && !cells.stream().allMatch(Vote::votes)) {
            found.add(
                row.metric()
                    + " in "
                    + row.scenario()
                    + (good(cells.getFirst()) ? " for " : " against ")
                    + row.contrast().candidate());
          }
        });
    if (!found.isEmpty()) {
      sentences.add(
          "all "
              + variants
              + " variants lie on the same side of both twins for "
              + Words.list(found)
              + "; by chance alone about "
              + Words.number(Math.round(expected(rows.size(), variants) * 10) / 10.0)
              + " of "
              + rows.size()
              + " would");
    }
  }

  /** How many rows chance puts on one side of both twins in every variant. */
  static double expected(int rows, int variants) {
    return rows * 2 * Math.pow(1.0 / 3, variants);
  }

  private boolean good(Vote v) {
    return v.change() < 0 == (experiment.metric(v.metric()).better() == Metric.Better.LOWER);
  }

  private void intervals(List<Comparison> comparisons) {
    int shown = 0;
    int open = 0;
    for (Comparison c : comparisons) {
      if (c.primary() && c.outcome() == Outcome.UNDECIDED && c.randomisation().isPresent()) {
        open++;
        if (++shown <= MOST_QUOTED) {
          Interval i = c.randomisation().get();
          sentences.add(
              label(c.cell(), c.contrast().candidate(), c.metric())
                  + ": "
                  + Words.change(i.estimate(), c.metric())
                  + ", interval "
                  + Words.change(i.low(), c.metric())
                  + " to "
                  + Words.change(i.high(), c.metric())
                  + ", smallest change that counts "
                  + Words.size(c.threshold(), c.metric()));
        }
      }
    }
    if (open > MOST_QUOTED) {
      sentences.add((open - MOST_QUOTED) + " more primary comparisons are undecided");
    }
  }

  private static String label(Cell cell, ArmName candidate, Metric metric) {
    return metric.name() + " of " + candidate + " in " + cell;
  }

  private void controls(List<ControlScenarios.Moved> moved) {
    if (!moved.isEmpty()) {
      sentences.add(
          "of the control scenarios "
              + Words.list(moved.stream().map(ControlScenarios.Moved::toString).toList())
              + " went beyond the floor; the sealed rule allows "
              + experiment.decision().drift()
              + " before DRIFT is raised"
              + (controls.drift(moved) ? ", and it is raised" : ""));
    }
  }
}
