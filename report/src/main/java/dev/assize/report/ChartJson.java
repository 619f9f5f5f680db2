package dev.assize.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The data of all figures as JSON for the script of the page. Numbers are in the unit shown. */
final class ChartJson {
  /**
   * Values of all cells and metrics together beyond which figures are thinned; their captions then
   * say so. Keeps the page small enough to be sent by mail whatever the run's size.
   */
  private static final int VALUES_OF_ALL_FIGURES = 12_000;

  /** No figure is thinned below this many points. */
  private static final int LEAST_OF_A_FIGURE = 60;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final int pointsOfAFigure;
  private final ObjectNode figures = NODES.objectNode();

  /** By {@link #key}. */
  private final Map<String, String> notes = new HashMap<>();

  /** Values by cell and metric: two figures, by order and by size, draw the same ones. */
  private final ObjectNode values = NODES.objectNode();

  /** State, block and attempt by the order of running: the same for every metric of a trial. */
  private final ObjectNode trials = NODES.objectNode();

  private ChartJson(int pointsOfAFigure) {
    this.pointsOfAFigure = pointsOfAFigure;
  }

  static ChartJson of(List<Block.Figure> figures) {
    long values = figures.stream().filter(f -> f.chart() instanceof Chart.Order).count();
    int each = (int) Math.max(LEAST_OF_A_FIGURE, VALUES_OF_ALL_FIGURES / Math.max(1, values));
    ChartJson json = new ChartJson(each);
    for (Block.Figure figure : figures) {
      json.figures.set(figure.id(), json.figure(figure));
    }
    return json;
  }

  /** A sentence to add to the figure's caption; empty when everything is drawn. */
  String note(Block.Figure figure) {
    return notes.getOrDefault(key(figure), "");
  }

  /** Returns the text for a script element: no character in it can end the element. */
  String text() {
    ObjectNode all = NODES.objectNode();
    all.set("figures", figures);
    all.set("values", values);
    all.set("trials", trials);
    return new JsonMapper()
        .writeValueAsString(all)
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  private ObjectNode figure(Block.Figure figure) {
    return switch (figure.chart()) {
      case Chart.Forest forest -> forest(forest);
      case Chart.Pairs pairs -> pairs(key(figure), pairs);
      case Chart.Order order -> values("order", key(figure), order.scale(), order.series());
      case Chart.Spread spread -> values("spread", key(figure), spread.scale(), spread.series());
      case Chart.Operations operations -> operations(operations);
    };
  }

  /** What a figure draws: its cell and metric where others draw the same, else its own id. */
  private static String key(Block.Figure figure) {
    return switch (figure.chart()) {
      case Chart.Order order -> order.cell() + " " + order.metric();
      case Chart.Spread spread -> spread.cell() + " " + spread.metric();
      case Chart.Forest _, Chart.Pairs _, Chart.Operations _ -> figure.id();
    };
  }

  private static ObjectNode forest(Chart.Forest forest) {
    ObjectNode node = typed("forest").put("unit", forest.unit());
    ArrayNode effects = node.putArray("effects");
    for (Chart.Effect effect : forest.effects()) {
      ObjectNode one =
          effects
              .addObject()
              .put("label", Visible.line(effect.label()))
              .put("word", Labels.word(effect.outcome()))
              .put("tone", Labels.tone(effect.outcome()).name())
              .put("lowerIsBetter", effect.lowerIsBetter())
              .put("text", effect.text());
      put(one, "threshold", effect.threshold());
      span(one, "randomisation", effect.randomisation());
      span(one, "bootstrap", effect.bootstrap());
    }
    return node;
  }

  private ObjectNode pairs(String key, Chart.Pairs pairs) {
    ObjectNode node = typed("pairs").put("unit", pairs.unit());
    put(node, "threshold", pairs.threshold());
    span(node, "interval", pairs.interval());
    ArrayNode points = node.putArray("points");
    int size = pairs.changes().size();
    int most = Math.min(size, VALUES_OF_ALL_FIGURES / 8);
    for (int i = 0; i < most; i++) {
      int at = size == most ? i : Thinning.rank(i, size, most);
      ArrayNode point = points.addArray();
      point.add(pairs.comparison().blocks().get(at));
      add(point, pairs.changes().get(at));
    }
    note(key, most, size, "blocks");
    return node;
  }

  private ObjectNode values(String type, String key, DisplayUnit scale, List<Chart.Series> series) {
    if (!values.has(key)) {
      values.set(key, arms(key, scale, series));
    }
    return typed(type).put("unit", scale.unit()).put("values", key);
  }

  private ArrayNode arms(String key, DisplayUnit scale, List<Chart.Series> allSeries) {
    ArrayNode arms = NODES.arrayNode();
    int size = 0;
    int drawn = 0;
    int perArm = Math.max(LEAST_OF_A_FIGURE / 2, pointsOfAFigure / Math.max(1, allSeries.size()));
    for (Chart.Series series : allSeries) {
      List<Chart.Point> points = Points.thinned(series.points(), perArm);
      size += series.points().size();
      drawn += points.size();
      ObjectNode arm = arms.addObject().put("name", series.arm().value());
      Points.median(series.points()).ifPresent(m -> put(arm, "median", m / scale.divisor()));
      ArrayNode list = arm.putArray("points");
      for (Chart.Point point : points) {
        ArrayNode one = list.addArray().add(point.order());
        point.value().ifPresentOrElse(v -> add(one, v / scale.divisor()), one::addNull);
        trial(point.trial());
      }
    }
    note(key, drawn, size, "attempts");
    return arms;
  }

  private void trial(Trial trial) {
    String order = Integer.toString(trial.order());
    if (!trials.has(order)) {
      trials
          .putArray(order)
          .add(trial.state().word())
          .add(trial.record().block())
          .add(trial.record().attempt().toString());
    }
  }

  private static ObjectNode operations(Chart.Operations operations) {
    ObjectNode node =
        typed("operations")
            .put("unit", operations.scale().unit())
            .put("metric", operations.operation());
    ArrayNode arms = node.putArray("arms");
    for (Chart.Sampled sampled : operations.arms()) {
      ObjectNode arm = arms.addObject().put("name", sampled.arm().value());
      put(arm, "median", sampled.median() / operations.scale().divisor());
      ArrayNode points = arm.putArray("points");
      sampled.shown().forEach(v -> add(points, v / operations.scale().divisor()));
    }
    return node;
  }

  private void note(String key, int drawn, int size, String what) {
    if (drawn < size) {
      notes.put(
          key,
          (" Drawn: %d of %d %s, evenly spaced by rank, with both extremes and void ones; the CSV has"
                  + " every one.")
              .formatted(drawn, size, what));
    }
  }

  private static ObjectNode typed(String type) {
    return NODES.objectNode().put("type", type);
  }

  private static void span(ObjectNode node, String name, Optional<Chart.Span> span) {
    span.ifPresent(
        s -> {
          ArrayNode bounds = node.putArray(name);
          add(bounds, s.estimate());
          add(bounds, s.low());
          add(bounds, s.high());
        });
  }

  /** Six significant digits are more than a screen has; infinite bounds become null. */
  private static void add(ArrayNode array, double value) {
    if (Double.isFinite(value)) {
      array.add(shortened(value));
    } else {
      array.addNull();
    }
  }

  private static void put(ObjectNode node, String name, double value) {
    if (Double.isFinite(value)) {
      node.put(name, shortened(value));
    } else {
      node.putNull(name);
    }
  }

  private static BigDecimal shortened(double value) {
    BigDecimal rounded = BigDecimal.valueOf(value).round(new MathContext(6)).stripTrailingZeros();
    return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
  }
}
