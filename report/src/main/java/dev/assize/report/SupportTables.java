package dev.assize.report;

import dev.assize.experiment.Experiment;
import dev.assize.experiment.Metric;
import dev.assize.experiment.MetricName;
import dev.assize.judge.Verdict;
import dev.assize.stats.Scale;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/** What a verdict rests on beside its comparisons. Each table is left out when it has no row. */
final class SupportTables {
  private final Experiment experiment;
  private final Verdict verdict;
  private final Labels labels;

  SupportTables(Material material, Labels labels) {
    this.experiment = material.experiment();
    this.verdict = material.verdict();
    this.labels = labels;
  }

  /** The outcome of each cell, where there is more than one. */
  List<Block> cells() {
    if (verdict.cells().size() < 2) {
      return List.of();
    }
    List<List<Block.Datum>> rows = new ArrayList<>();
    for (Verdict.CellVerdict cell : verdict.cells()) {
      rows.add(
          List.of(
              Block.Datum.of(labels.cell(cell.cell())),
              Block.Datum.of(
                  Labels.symbol(cell.outcome()) + Numbers.NBSP + Labels.word(cell.outcome()),
                  Labels.tone(cell.outcome()))));
    }
    String rule =
        switch (experiment.decision().compose()) {
          case ANY -> "WIN when some cell wins and none loses, LOSS when any loses";
          case ALL -> "WIN or LOSS only when every cell says so";
        };
    return List.of(
        new Block.Table(
            "Cells; the sealed rule: " + rule,
            Block.Column.of(Block.Column.text("Cell"), Block.Column.text("Verdict")),
            rows));
  }

  List<Block> votes() {
    List<List<Block.Datum>> rows = new ArrayList<>();
    for (Verdict.Vote vote : verdict.votes()) {
      rows.add(
          List.of(
              Block.Datum.of(vote.metric() + " · " + labels.cell(vote.cell())),
              Block.Datum.of(vote.contrast().toString()),
              Block.Datum.of(percent(vote.change())),
              Block.Datum.of("±" + Numbers.NBSP + Numbers.percent(vote.floor())),
              Block.Datum.of(yes(vote.exposed())),
              Block.Datum.of(yes(vote.beyondFloor())),
              Block.Datum.of(yes(vote.beyondTwins())),
              Block.Datum.of(vote.votes() ? "votes" : "does not vote")));
    }
    return table(
        "Votes of the cells with a twin",
        rows,
        Block.Column.text("Cell"),
        Block.Column.text("Arms"),
        Block.Column.number("Change"),
        Block.Column.number("Floor"),
        Block.Column.text("Exposed"),
        Block.Column.text("Beyond floor"),
        Block.Column.text("Beyond twins"),
        Block.Column.text("Vote"));
  }

  List<Block> floors() {
    List<List<Block.Datum>> rows = new ArrayList<>();
    for (Verdict.FloorFound floor : verdict.floors()) {
      rows.add(
          List.of(
              Block.Datum.of(floor.metric() + " · " + floor.variant()),
              Block.Datum.of(size(floor.metric(), floor.value())),
              Block.Datum.of(size(floor.metric(), floor.p90())),
              Block.Datum.of(floor.pairs())));
    }
    return table(
        "Floor: the noise measured between identical arms",
        rows,
        Block.Column.text("Metric"),
        Block.Column.number("Floor"),
        Block.Column.number("p90 of spreads"),
        Block.Column.number("Spreads"));
  }

  List<Block> exposures() {
    List<List<Block.Datum>> rows = new ArrayList<>();
    for (Verdict.ExposureFound exposure : verdict.exposures()) {
      rows.add(
          List.of(
              Block.Datum.of(exposure.arm() + " · " + labels.cell(exposure.cell())),
              Block.Datum.of(
                  exposure.metric()
                      + (exposure.expected().equals("zero") ? " is zero" : " is above zero")),
              Block.Datum.of(exposure.kept() + " of " + exposure.trials() + " trials"),
              Block.Datum.of(
                  exposure.holds() ? "holds" : "does not hold",
                  exposure.holds() ? Tone.PLAIN : Tone.WARN)));
    }
    return table(
        "Exposure: did the treated code run where it had to, and nowhere else?",
        rows,
        Block.Column.text("Arm"),
        Block.Column.text("Expected"),
        Block.Column.number("Found in"),
        Block.Column.text("So it"));
  }

  List<Block> tallies() {
    List<List<Block.Datum>> rows = new ArrayList<>();
    for (Verdict.Tally tally : verdict.tallies()) {
      rows.add(
          List.of(
              Block.Datum.of(
                  tally.arm() + (labels.oneCell() ? "" : " · " + labels.cell(tally.cell()))),
              Block.Datum.of(tally.planned()),
              Block.Datum.of(tally.attempts()),
              Block.Datum.of(tally.valid()),
              Block.Datum.of(tally.failed()),
              Block.Datum.of(tally.disturbed())));
    }
    return table(
        "Attempts at measured trials. Failed: by the command's own doing. Disturbed: by what went on"
            + " around it",
        rows,
        Block.Column.text("Arm"),
        Block.Column.number("Planned"),
        Block.Column.number("Attempts"),
        Block.Column.number("Valid"),
        Block.Column.number("Failed"),
        Block.Column.number("Disturbed"));
  }

  List<Block> trends() {
    List<List<Block.Datum>> rows = new ArrayList<>();
    for (Verdict.Trend trend : verdict.trends()) {
      rows.add(
          List.of(
              Block.Datum.of(
                  trend.metric() + (labels.oneCell() ? "" : " · " + labels.cell(trend.cell()))),
              Block.Datum.of(trend.contrast().toString()),
              Block.Datum.of(
                  ratio(trend.metric())
                      ? percent(trend.change())
                      : size(trend.metric(), trend.change())),
              Block.Datum.of(Numbers.signed(trend.z(), 2)),
              Block.Datum.of(
                  trend.drift() ? "drift" : "none", trend.drift() ? Tone.WARN : Tone.PLAIN)));
    }
    return table(
        "Trend of the block values over the run (Mann-Kendall; beyond ±2.58 is significant at 1 %)",
        rows,
        Block.Column.text("Metric"),
        Block.Column.text("Arms"),
        Block.Column.number("First to last"),
        Block.Column.number("z"),
        Block.Column.text("Trend"));
  }

  private static List<Block> table(
      String caption, List<List<Block.Datum>> rows, Block.Column... columns) {
    return rows.isEmpty()
        ? List.of()
        : List.of(new Block.Table(caption, Block.Column.of(columns), rows));
  }

  private boolean ratio(MetricName name) {
    return experiment.metric(name).scale() == Scale.RATIO;
  }

  private String size(MetricName name, double value) {
    Metric metric = experiment.metric(name);
    return ratio(name)
        ? Numbers.percent(value)
        : DisplayUnit.of(metric.unit(), DoubleStream.of(value)).show(value);
  }

  private static String percent(double fraction) {
    return Numbers.signed(fraction * 100, 2) + Numbers.NBSP + "%";
  }

  private static String yes(boolean yes) {
    return yes ? "yes" : "no";
  }
}
