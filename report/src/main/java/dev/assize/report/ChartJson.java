package dev.assize.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
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
   * Points of one figure beyond which it is thinned; the caption then says so. Keeps the page small
   * enough to be sent by mail whatever the run's size.
   */
  private static final int POINTS_OF_ALL_FIGURES = 6000;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final int pointsOfAFigure;

  private ChartJson(int pointsOfAFigure) {
    this.pointsOfAFigure = pointsOfAFigure;
  }

  /** A figure's data, and a sentence to add to its caption; empty when everything is drawn. */
  record Drawn(ObjectNode data, String note) {}

  static Map<String, Drawn> of(List<Block.Figure> figures) {
    long wide =
        figures.stream()
            .filter(f -> f.chart() instanceof Chart.Order || f.chart() instanceof Chart.Spread)
            .count();
    int each = (int) Math.max(60, POINTS_OF_ALL_FIGURES / Math.max(1, wide));
    ChartJson json = new ChartJson(each);
    Map<String, Drawn> drawn = new LinkedHashMap<>();
    for (Block.Figure figure : figures) {
      drawn.put(figure.id(), json.figure(figure.chart()));
    }
    return drawn;
  }

  /** Returns the text for a script element: no character in it can end the element. */
  static String text(Map<String, Drawn> figures) {
    ObjectNode all = NODES.objectNode();
    figures.forEach((id, drawn) -> all.set(id, drawn.data()));
    return new JsonMapper()
        .writeValueAsString(all)
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  private Drawn figure(Chart chart) {
    return switch (chart) {
      case Chart.Forest forest -> new Drawn(forest(forest), "");
      case Chart.Pairs pairs -> pairs(pairs);
      case Chart.Order order -> series("order", order.scale(), order.metric(), order.series());
      case Chart.Spread spread ->
          series("spread", spread.scale(), spread.metric(), spread.series());
      case Chart.Operations operations -> new Drawn(operations(operations), "");
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

  private Drawn pairs(Chart.Pairs pairs) {
    ObjectNode node = typed("pairs").put("unit", pairs.unit());
    put(node, "threshold", pairs.threshold());
    span(node, "interval", pairs.interval());
    ArrayNode points = node.putArray("points");
    int size = pairs.changes().size();
    int most = Math.min(size, POINTS_OF_ALL_FIGURES / 4);
    for (int i = 0; i < most; i++) {
      int at = size == most ? i : Thinning.rank(i, size, most);
      ArrayNode point = points.addArray();
      point.add(pairs.comparison().blocks().get(at));
      add(point, pairs.changes().get(at));
    }
    return new Drawn(node, note(most, size, "blocks"));
  }

  private Drawn series(
      String type, DisplayUnit scale, String metric, List<Chart.Series> allSeries) {
    ObjectNode node = typed(type).put("unit", scale.unit()).put("metric", metric);
    ArrayNode arms = node.putArray("arms");
    int size = 0;
    int drawn = 0;
    int perArm = Math.max(20, pointsOfAFigure / Math.max(1, allSeries.size()));
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
        one.add(point.trial().state().word())
            .add(point.trial().record().block())
            .add(point.trial().record().attempt().toString());
      }
    }
    return new Drawn(node, note(drawn, size, "attempts"));
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

  private static String note(int drawn, int size, String what) {
    return drawn == size
        ? ""
        : " Drawn: %d of %d %s, evenly spaced by rank, with both extremes and void ones; the CSV has every one."
            .formatted(drawn, size, what);
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
