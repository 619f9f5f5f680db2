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
      rows.add(List.of(Block.Datum.of(labels.cell(cell.cell())), Labels.datum(cell.outcome())));
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
}
