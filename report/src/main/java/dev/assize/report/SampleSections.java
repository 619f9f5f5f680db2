package dev.assize.report;

import dev.assize.evidence.OperationSample;
import dev.assize.evidence.Reading;
import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Metric;
import dev.assize.experiment.OperationName;
import dev.assize.experiment.Scenario;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** The samples themselves: in the order of running, and by size. */
final class SampleSections {
  /** More attempts than this are listed only in the CSV; a longer table would not be read. */
  static final int LISTED_ATTEMPTS = 400;

  /** More samples of an operation and arm than this are drawn by evenly spaced ranks. */
  private static final int MOST_DRAWN = 400;

  /** Drawn samples of all operations and arms, however many there are. */
  private static final int DRAWN_OF_ALL = 12_000;

  private final Material material;
  private final Labels labels;
  private final History history;
  private final Values values;

  SampleSections(Material material, Labels labels, History history) {
    this.material = material;
    this.labels = labels;
    this.history = history;
    this.values = new Values(material.verdict());
  }

  List<Section> sections() {
    List<Block> order = new ArrayList<>();
    List<Block> spread = new ArrayList<>();
    order.add(
        new Block.Paragraph(
            "Every attempt in the order of running, warm-ups and void ones too. A slope that all"
                + " arms share is drift of the machine."));
    spread.add(
        new Block.Paragraph(
            "Each mark is the value of one trial; the line is the median of the trials that count."
                + " Nothing is left out for being slow."));
    List<Block> otherOrder = new ArrayList<>();
    List<Block> otherSpread = new ArrayList<>();
    int number = 0;
    for (Cell cell : material.experiment().cells()) {
      for (Metric metric : material.experiment().metrics()) {
        List<Chart.Series> series = series(cell, metric);
        if (series.isEmpty()) {
          continue;
        }
        String name =
            labels.oneCell() ? metric.name().value() : metric.name() + " · " + labels.cell(cell);
        DisplayUnit scale = scale(metric, series);
        String title = name + (scale.unit().isEmpty() ? "" : " in " + scale.unit());
        add(
            metric.primary() ? order : otherOrder,
            metric,
            new Block.Figure(
                "order-" + number,
                title + ", in the order of running",
                new Chart.Order(cell, scale, metric.name().value(), series)));
        add(
            metric.primary() ? spread : otherSpread,
            metric,
            new Block.Figure(
                "spread-" + number,
                title + ", by size",
                new Chart.Spread(cell, scale, metric.name().value(), series)));
        number++;
      }
    }
    fold(order, otherOrder, "in the order of running");
    fold(spread, otherSpread, "by size");
    order.addAll(new SupportTables(material, labels).trends());
    order.add(attempts());
    spread.addAll(operations());
    return List.of(
        Section.of("order", "Values in run order", order),
        Section.of("spread", "Distributions", spread));
  }

  private static void fold(List<Block> blocks, List<Block> others, String how) {
    if (!others.isEmpty()) {
      blocks.add(
          new Block.Details(
              EffectSections.count(others.size(), "exploratory metric") + " " + how, others));
    }
  }

  private static void add(List<Block> blocks, Metric metric, Block.Figure figure) {
    blocks.add(
        metric.primary()
            ? figure
            : new Block.Details(figure.caption() + " (exploratory)", List.of(figure)));
  }

  private List<Chart.Series> series(Cell cell, Metric metric) {
    List<Chart.Series> series = new ArrayList<>();
    Scenario scenario = labels.scenario(cell);
    boolean some = false;
    for (ArmName arm : labels.arms()) {
      List<Chart.Point> points = new ArrayList<>();
      for (Trial trial : history.trials()) {
        if (!trial.record().cell().equals(cell) || !trial.record().arm().equals(arm)) {
          continue;
        }
        Reading reading = values.of(metric, scenario, trial.record());
        if (reading instanceof Reading.NotApplicable) {
          continue;
        }
        OptionalDouble value = Values.number(reading);
        some |= value.isPresent();
        points.add(
            new Chart.Point(
                trial.order(),
                value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty(),
                trial));
      }
      if (!points.isEmpty()) {
        series.add(new Chart.Series(arm, points));
      }
    }
    return some ? series : List.of();
  }

  private static DisplayUnit scale(Metric metric, List<Chart.Series> series) {
    return DisplayUnit.of(
        metric.unit(),
        series.stream()
            .flatMap(s -> s.points().stream())
            .flatMap(p -> p.value().stream())
            .mapToDouble(d -> d));
  }

  private Block attempts() {
    List<Trial> trials = history.trials();
    if (trials.isEmpty()) {
      return new Block.Paragraph("No attempt has ended.");
    }
    if (trials.size() > LISTED_ATTEMPTS) {
      return new Block.Paragraph(
          "The run has "
              + trials.size()
              + " attempts. Their values are not listed here; the CSV has every one.");
    }
    List<Metric> metrics = material.experiment().metrics();
    List<Block.Column> columns = new ArrayList<>();
    columns.add(Block.Column.number("Order"));
    columns.add(Block.Column.number("Trial"));
    columns.add(Block.Column.text("Arm"));
    if (!labels.oneCell()) {
      columns.add(Block.Column.text("Cell"));
    }
    columns.add(Block.Column.number("Block"));
    columns.add(Block.Column.text("State"));
    metrics.forEach(metric -> columns.add(Block.Column.number(metric.name().value())));
    List<DisplayUnit> scales = metrics.stream().map(this::scale).toList();
    List<List<Block.Datum>> rows = new ArrayList<>();
    for (Trial trial : trials) {
      List<Block.Datum> row = new ArrayList<>();
      row.add(Block.Datum.of(trial.order()));
      row.add(Block.Datum.of(trial.record().attempt().toString()));
      row.add(Block.Datum.of(trial.record().arm().value()));
      if (!labels.oneCell()) {
        row.add(Block.Datum.of(labels.cell(trial.record().cell())));
      }
      row.add(Block.Datum.of(trial.record().block()));
      row.add(
          Block.Datum.of(
              trial.state().word(), trial.state() == Trial.State.VOID ? Tone.WARN : Tone.PLAIN));
      for (int i = 0; i < metrics.size(); i++) {
        row.add(Block.Datum.of(shown(metrics.get(i), scales.get(i), trial)));
      }
      rows.add(row);
    }
    return new Block.Details(
        "Every attempt with its values", List.of(new Block.Table("Attempts", columns, rows)));
  }

  private String shown(Metric metric, DisplayUnit scale, Trial trial) {
    Reading reading = values.of(metric, labels.scenario(trial.record().cell()), trial.record());
    OptionalDouble value = Values.number(reading);
    if (value.isPresent()) {
      return scale.show(value.getAsDouble());
    }
    return reading instanceof Reading.NotApplicable ? "not applicable" : "not published";
  }

  private DisplayUnit scale(Metric metric) {
    return DisplayUnit.of(
        metric.unit(),
        history.trials().stream()
            .map(t -> values.of(metric, labels.scenario(t.record().cell()), t.record()))
            .map(Values::number)
            .filter(OptionalDouble::isPresent)
            .mapToDouble(OptionalDouble::getAsDouble));
  }

  private List<Block> operations() {
    List<Block> blocks = new ArrayList<>();
    int drawnOfEach = drawnOfEach();
    int number = 0;
    for (Cell cell : material.experiment().cells()) {
      for (OperationName operation : labels.scenario(cell).operations()) {
        List<Chart.Sampled> arms = new ArrayList<>();
        for (ArmName arm : labels.arms()) {
          double[] sorted = samples(cell, operation, arm);
          if (sorted.length > 0) {
            arms.add(sampled(arm, sorted, drawnOfEach));
          }
        }
        if (arms.isEmpty()) {
          continue;
        }
        DisplayUnit scale =
            DisplayUnit.of(
                "ns", arms.stream().flatMap(a -> a.shown().stream()).mapToDouble(d -> d));
        String where = labels.oneCell() ? "" : " · " + labels.cell(cell);
        blocks.add(
            new Block.Figure(
                "operation-" + number++,
                "Operation " + operation + where + " in " + scale.unit() + ". " + drawn(arms),
                new Chart.Operations(cell, operation.value(), scale, arms)));
      }
    }
    new PercentileTable(material, labels).block().ifPresent(blocks::add);
    if (!blocks.isEmpty()) {
      blocks.addFirst(
          new Block.Paragraph(
              "Operations inside the trials that count, every round. Rounds of one trial depend on"
                  + " each other: they describe the work and are never counted as samples of their"
                  + " own."));
    }
    return blocks;
  }

  private static String drawn(List<Chart.Sampled> arms) {
    List<String> parts = new ArrayList<>();
    for (Chart.Sampled arm : arms) {
      parts.add(
          arm.shown().size() == arm.total()
              ? arm.arm() + ": " + EffectSections.count(arm.total(), "sample") + ", all drawn"
              : arm.arm()
                  + ": "
                  + arm.shown().size()
                  + " of "
                  + arm.total()
                  + " samples drawn, evenly spaced by rank, with the smallest and the largest; the"
                  + " CSV has every one");
    }
    return String.join("; ", parts) + ".";
  }

  private double[] samples(Cell cell, OperationName operation, ArmName arm) {
    double[] samples =
        history.trials().stream()
            .filter(t -> t.state() == Trial.State.COUNTED)
            .filter(t -> t.record().cell().equals(cell) && t.record().arm().equals(arm))
            .flatMap(t -> named(t, operation))
            .mapToDouble(s -> s.duration().value())
            .toArray();
    Arrays.sort(samples);
    return samples;
  }

  private static Stream<OperationSample> named(Trial trial, OperationName operation) {
    return trial.record().operations().stream().filter(s -> s.operation().equals(operation));
  }

  /** Samples to draw of each operation and arm, so that the page stays small. */
  private int drawnOfEach() {
    int series = 0;
    for (Cell cell : material.experiment().cells()) {
      series += labels.scenario(cell).operations().size() * labels.arms().size();
    }
    return Math.clamp(DRAWN_OF_ALL / Math.max(1, series), 50, MOST_DRAWN);
  }

  private static Chart.Sampled sampled(ArmName arm, double[] sorted, int most) {
    return new Chart.Sampled(
        arm,
        sorted.length,
        DoubleStream.of(Thinning.evenly(sorted, most)).boxed().toList(),
        Thinning.middle(sorted));
  }
}
