package dev.assize.report;

import dev.assize.experiment.Arm;
import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Contrast;
import dev.assize.experiment.Decision;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Metric;
import dev.assize.experiment.MetricName;
import dev.assize.experiment.Scenario;
import dev.assize.experiment.Variant;
import dev.assize.judge.Verdict;
import dev.assize.judge.Verdict.Vote;
import dev.assize.stats.Scale;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** What twins say: the floors, the change of each cell against them, and the votes. */
final class TwinTables {
  private final Experiment experiment;
  private final Verdict verdict;
  private final Labels labels;
  private final ExposureTables exposures;

  TwinTables(Material material, Labels labels) {
    this.experiment = material.experiment();
    this.verdict = material.verdict();
    this.labels = labels;
    this.exposures = new ExposureTables(material, labels);
  }

  /** The outcome of each variant, where there is more than one. */
  List<Block> variants() {
    if (verdict.variants().size() < 2) {
      return List.of();
    }
    List<MetricName> metrics =
        verdict.variants().stream()
            .flatMap(v -> v.metrics().stream())
            .map(Verdict.MetricVerdict::metric)
            .distinct()
            .toList();
    List<Block.Column> columns = new ArrayList<>(List.of(Block.Column.text("Variant")));
    metrics.forEach(m -> columns.add(Block.Column.text("On " + m)));
    columns.add(Block.Column.text("Together"));
    List<List<Block.Datum>> rows = new ArrayList<>();
    for (Verdict.VariantVerdict variant : verdict.variants()) {
      List<Block.Datum> row = new ArrayList<>(List.of(Block.Datum.of(variant.variant().value())));
      for (MetricName metric : metrics) {
        row.add(
            variant.metrics().stream()
                .filter(m -> m.metric().equals(metric))
                .findFirst()
                .map(m -> Labels.datum(m.outcome()))
                .orElse(Block.Datum.of("none")));
      }
      row.add(Labels.datum(variant.outcome()));
      rows.add(row);
    }
    return List.of(
        new Block.Table(
            "Variants; the sealed rule over them: "
                + switch (experiment.decision().across()) {
                  case ANY -> "WIN when some variant wins and none loses, LOSS when any loses";
                  case ALL -> "WIN or LOSS only when every variant says so";
                },
            columns,
            rows,
            true));
  }

  List<Block> floors() {
    if (verdict.floors().isEmpty()) {
      return List.of();
    }
    List<List<Block.Datum>> rows = new ArrayList<>();
    for (Verdict.FloorFound floor : verdict.floors()) {
      rows.add(
          List.of(
              Block.Datum.of(floor.metric() + " · " + floor.variant()),
              Block.Datum.of(size(floor.metric(), floor.stated())),
              Block.Datum.of(size(floor.metric(), floor.median())),
              Block.Datum.of(size(floor.metric(), floor.p90())),
              Block.Datum.of(size(floor.metric(), floor.max())),
              Block.Datum.of(floor.pairs()),
              Block.Datum.of(size(floor.metric(), floor.value()))));
    }
    return List.of(
        new Block.Table(
            "Floor: the noise measured between identical arms, |A2 "
                + Numbers.MINUS
                + " A1| / mean(A1, A2), over the cells of a variant. The floor is the stated minimum"
                + " or the 90th percentile by nearest rank, whichever is larger",
            Block.Column.of(
                Block.Column.text("Metric"),
                Block.Column.number("Stated minimum"),
                Block.Column.number("A/A median"),
                Block.Column.number("A/A p90"),
                Block.Column.number("A/A max"),
                Block.Column.number("Spreads"),
                Block.Column.number("Floor")),
            rows,
            true));
  }

  /** A table for each pair of arms that has twins: a row for each scenario. */
  List<Block> deltas() {
    return verdict.votes().stream()
        .map(Vote::contrast)
        .distinct()
        .<Block>map(this::deltas)
        .toList();
  }

  private Block deltas(Contrast contrast) {
    List<Vote> votes = verdict.votes().stream().filter(v -> v.contrast().equals(contrast)).toList();
    List<Metric> metrics =
        experiment.metrics().stream()
            .filter(m -> votes.stream().anyMatch(v -> v.metric().equals(m.name())))
            .toList();
    List<ExposureTables.Expectation> expected = exposures.expectations(arms(contrast));
    List<Block.Column> columns = new ArrayList<>(List.of(Block.Column.text("Scenario")));
    expected.forEach(e -> columns.add(Block.Column.text(e.title())));
    metrics.forEach(
        m ->
            columns.add(
                Block.Column.number("d " + m.name() + (m.primary() ? "" : " (does not decide)"))));
    List<List<Block.Datum>> rows = new ArrayList<>();
    for (Scenario scenario : experiment.scenarios()) {
      if (votes.stream().noneMatch(v -> v.cell().scenario().equals(scenario.name()))) {
        continue;
      }
      List<Block.Datum> row = new ArrayList<>();
      row.add(Block.Datum.of(scenario.name() + (scenario.control() ? " (control)" : "")));
      expected.forEach(e -> row.add(exposures.shown(e, scenario.name())));
      metrics.forEach(m -> row.add(Block.Datum.of(changes(votes, scenario, m))));
      rows.add(row);
    }
    return new Block.Table(caption(contrast), columns, rows, true);
  }

  private String caption(Contrast contrast) {
    return "Change of each scenario, "
        + contrast
        + ": d = (B "
        + Numbers.MINUS
        + " mean(A1, A2)) / mean(A1, A2) in %, signed so that d > 0 means "
        + contrast.candidate()
        + " is better"
        + (experiment.variants().size() == 1
            ? ""
            : "; variants in the order "
                + String.join(
                    " / ", experiment.variants().stream().map(v -> v.name().value()).toList()))
        + ". * beyond its floor and both twins";
  }

  private List<ArmName> arms(Contrast contrast) {
    return experiment.arms().stream()
        .filter(
            a ->
                a.name().equals(contrast.candidate())
                    || a.name().equals(contrast.baseline())
                    || a.twinOf().equals(Optional.of(contrast.baseline())))
        .map(Arm::name)
        .toList();
  }

  private String changes(List<Vote> votes, Scenario scenario, Metric metric) {
    List<String> parts = new ArrayList<>();
    for (Variant variant : experiment.variants()) {
      Cell cell = new Cell(scenario.name(), variant.name());
      parts.add(
          votes.stream()
              .filter(v -> v.cell().equals(cell) && v.metric().equals(metric.name()))
              .findFirst()
              .map(v -> signed(v, metric) + (v.beyondFloor() && v.beyondTwins() ? "*" : ""))
              .orElse("none"));
    }
    return String.join(" / ", parts);
  }

  private static String signed(Vote vote, Metric metric) {
    double better = metric.better() == Metric.Better.LOWER ? -vote.change() : vote.change();
    return Numbers.signed(better * 100, 2);
  }

  List<Block> votes() {
    List<Vote> shown =
        verdict.votes().stream().filter(v -> v.eligible() || v.beyondFloor()).toList();
    if (shown.isEmpty()) {
      return List.of();
    }
    List<List<Block.Datum>> rows = new ArrayList<>();
    for (Vote vote : shown) {
      Metric metric = experiment.metric(vote.metric());
      DisplayUnit unit =
          DisplayUnit.of(
              metric.unit(), DoubleStream.of(vote.first(), vote.candidate(), vote.second()));
      rows.add(
          List.of(
              Block.Datum.of(vote.metric() + " · " + labels.cell(vote.cell())),
              Block.Datum.of(vote.contrast().toString()),
              Block.Datum.of(unit.show(vote.first())),
              Block.Datum.of(unit.show(vote.candidate())),
              Block.Datum.of(unit.show(vote.second())),
              Block.Datum.of(percent(vote.change())),
              Block.Datum.of("±" + Numbers.NBSP + percentOf(vote.floor())),
              Block.Datum.of(yes(vote.exposed())),
              Block.Datum.of(yes(vote.beyondFloor())),
              Block.Datum.of(yes(vote.beyondTwins())),
              Block.Datum.of(
                  vote.votes() ? "votes" : vote.eligible() ? "does not vote" : "has no vote")));
    }
    return List.of(
        new Block.Table(
            "Cells with a twin: change of B as measured"
                + (experiment.decision().rule() == Decision.Rule.FLOOR
                    ? ". These votes decide"
                    : ". A description: the sealed rule decides by intervals"),
            Block.Column.of(
                Block.Column.text("Cell"),
                Block.Column.text("Arms"),
                Block.Column.number("A1"),
                Block.Column.number("B"),
                Block.Column.number("A2"),
                Block.Column.number("Change"),
                Block.Column.number("Floor"),
                Block.Column.text("Exposed"),
                Block.Column.text("Beyond floor"),
                Block.Column.text("Beyond twins"),
                Block.Column.text("Vote")),
            rows));
  }

  private String size(MetricName name, double value) {
    if (Double.isNaN(value)) {
      return "none";
    }
    Metric metric = experiment.metric(name);
    return metric.scale() == Scale.RATIO
        ? percentOf(value)
        : DisplayUnit.of(metric.unit(), DoubleStream.of(value)).show(value);
  }

  private static String percentOf(double fraction) {
    return Numbers.fixed(fraction * 100, 2) + Numbers.NBSP + "%";
  }

  private static String percent(double fraction) {
    return Numbers.signed(fraction * 100, 2) + Numbers.NBSP + "%";
  }

  private static String yes(boolean yes) {
    return yes ? "yes" : "no";
  }
}
