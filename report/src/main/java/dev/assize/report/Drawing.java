package dev.assize.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Charts as lines of characters. */
final class Drawing {
  private static final int WIDEST = 72;

  private final Glyphs glyphs;
  private final int width;

  /**
   * @param width columns that a line may take
   */
  Drawing(Glyphs glyphs, int width) {
    this.glyphs = glyphs;
    this.width = width;
  }

  List<String> lines(Chart chart) {
    return switch (chart) {
      case Chart.Forest forest -> forest(forest);
      case Chart.Pairs pairs -> pairs(pairs);
      case Chart.Order order -> order(order);
      case Chart.Spread spread -> spread(spread);
      case Chart.Operations operations -> strips(operations.arms(), operations.scale());
    };
  }

  private List<String> forest(Chart.Forest forest) {
    Axis axis =
        Axis.over(
            forest.effects().stream()
                .flatMapToDouble(
                    effect ->
                        DoubleStream.concat(
                            DoubleStream.of(-effect.threshold(), 0, effect.threshold()),
                            leading(effect).stream()
                                .flatMapToDouble(
                                    s -> DoubleStream.of(s.low(), s.estimate(), s.high())))),
            Math.min(width, WIDEST));
    List<String> lines = new ArrayList<>();
    for (Chart.Effect effect : forest.effects()) {
      lines.add(
          beside(
              Visible.line(effect.label()),
              effect.text()
                  + "  "
                  + Labels.symbol(effect.outcome())
                  + " "
                  + Labels.word(effect.outcome()),
              axis.columns()));
      lines.add(interval(axis, effect.threshold(), leading(effect)));
    }
    lines.add(scale(axis, forest.unit(), true));
    return lines;
  }

  private static Optional<Chart.Span> leading(Chart.Effect effect) {
    return effect.randomisation().or(effect::bootstrap);
  }

  private String interval(Axis axis, double threshold, Optional<Chart.Span> span) {
    char[] line = background(axis, threshold);
    span.ifPresent(
        s -> {
          int low = axis.column(s.low());
          int high = axis.column(s.high());
          Arrays.fill(line, low, high + 1, glyphs.line);
          line[low] = Double.isFinite(s.low()) ? glyphs.low : glyphs.beyondLow;
          line[high] = Double.isFinite(s.high()) ? glyphs.high : glyphs.beyondHigh;
          line[axis.column(s.estimate())] = glyphs.estimate;
        });
    return new String(line);
  }

  private char[] background(Axis axis, double threshold) {
    char[] line = new char[axis.columns()];
    Arrays.fill(line, ' ');
    Arrays.fill(line, axis.column(-threshold), axis.column(threshold) + 1, glyphs.zone);
    line[axis.column(0)] = glyphs.zero;
    return line;
  }

  private String scale(Axis axis, String unit, boolean signed) {
    String low = label(axis.low(), unit, signed);
    String high = label(axis.high(), unit, signed);
    int zero = axis.column(0);
    boolean room =
        axis.low() < 0
            && zero > Visible.width(low)
            && zero < axis.columns() - Visible.width(high) - 1;
    if (!room) {
      return beside(low, high, axis.columns());
    }
    return low
        + " ".repeat(zero - Visible.width(low))
        + "0"
        + " ".repeat(axis.columns() - zero - 1 - Visible.width(high))
        + high;
  }

  private String label(double value, String unit, boolean signed) {
    double size = Math.abs(value);
    int decimals = size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : 2;
    String number = signed ? Numbers.signed(value, decimals) : Numbers.significant(value);
    return glyphs.text(unit.isEmpty() ? number : number + Numbers.NBSP + unit);
  }

  private List<String> pairs(Chart.Pairs pairs) {
    Axis axis =
        Axis.over(
            DoubleStream.concat(
                DoubleStream.of(-pairs.threshold(), 0, pairs.threshold()),
                pairs.changes().stream().mapToDouble(d -> d)),
            Math.min(width, WIDEST));
    char[] line = background(axis, pairs.threshold());
    int[] counts = new int[axis.columns()];
    pairs.changes().forEach(change -> counts[axis.column(change)]++);
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] > 0) {
        line[i] = glyphs.mark(counts[i]);
      }
    }
    long below = pairs.changes().stream().filter(change -> change < 0).count();
    long above = pairs.changes().stream().filter(change -> change > 0).count();
    return List.of(
        new String(line),
        scale(axis, pairs.unit(), true),
        "less in %d, more in %d of %d blocks".formatted(below, above, pairs.changes().size()));
  }

  private List<String> order(Chart.Order order) {
    Axis axis = Axis.over(order.series().stream().flatMapToDouble(Drawing::values), 2);
    int names = names(order.series().stream().map(series -> series.arm().value()));
    List<String> lines = new ArrayList<>();
    int room = Math.max(10, Math.min(width, WIDEST) - names - 2);
    boolean bundled = false;
    for (Chart.Series series : order.series()) {
      List<Chart.Point> points = series.points();
      int bundle = (points.size() + room - 1) / room;
      bundled |= bundle > 1;
      StringBuilder line = new StringBuilder();
      for (int from = 0; from < points.size(); from += bundle) {
        line.append(spark(axis, points.subList(from, Math.min(points.size(), from + bundle))));
      }
      lines.add(padded(series.arm().value(), names) + "  " + line);
    }
    lines.add(
        "from "
            + label(axis.low() / order.scale().divisor(), order.scale().unit(), false)
            + " (low) to "
            + label(axis.high() / order.scale().divisor(), order.scale().unit(), false)
            + " (high); "
            + glyphs.cross
            + " void"
            + (bundled ? "; the median where attempts share a column" : ""));
    return lines;
  }

  private char spark(Axis axis, List<Chart.Point> points) {
    double[] values =
        points.stream()
            .filter(point -> point.trial().state() != Trial.State.VOID)
            .flatMap(point -> point.value().stream())
            .mapToDouble(d -> d)
            .sorted()
            .toArray();
    return values.length == 0 ? glyphs.cross : glyphs.level(axis.share(Thinning.middle(values)));
  }

  private static DoubleStream values(Chart.Series series) {
    return series.points().stream()
        .filter(point -> point.trial().state() != Trial.State.VOID)
        .flatMap(point -> point.value().stream())
        .mapToDouble(d -> d);
  }

  private List<String> spread(Chart.Spread spread) {
    List<Chart.Sampled> counted = new ArrayList<>();
    for (Chart.Series series : spread.series()) {
      List<Double> sorted =
          series.points().stream()
              .filter(point -> point.trial().state() == Trial.State.COUNTED)
              .flatMap(point -> point.value().stream())
              .sorted()
              .toList();
      Points.median(series.points())
          .ifPresent(
              median ->
                  counted.add(new Chart.Sampled(series.arm(), sorted.size(), sorted, median)));
    }
    return strips(counted, spread.scale());
  }

  private List<String> strips(List<Chart.Sampled> strips, DisplayUnit scale) {
    if (strips.isEmpty()) {
      return List.of("no trial that counts");
    }
    int names = names(strips.stream().map(strip -> strip.arm().value()));
    Axis axis =
        Axis.over(
            strips.stream().flatMap(strip -> strip.shown().stream()).mapToDouble(d -> d),
            Math.max(10, Math.min(width, WIDEST) - names - 2));
    List<String> lines = new ArrayList<>();
    for (Chart.Sampled strip : strips) {
      int[] counts = new int[axis.columns()];
      strip.shown().forEach(value -> counts[axis.column(value)]++);
      StringBuilder line = new StringBuilder();
      for (int count : counts) {
        line.append(count == 0 ? ' ' : glyphs.mark(count));
      }
      lines.add(padded(strip.arm().value(), names) + "  " + line.toString().stripTrailing());
    }
    lines.add(
        " ".repeat(names + 2)
            + beside(
                label(axis.low() / scale.divisor(), scale.unit(), false),
                label(axis.high() / scale.divisor(), scale.unit(), false),
                axis.columns()));
    for (Chart.Sampled strip : strips) {
      String numbers =
          "least %s, median %s, most %s"
              .formatted(
                  scale.show(strip.shown().getFirst()),
                  scale.show(strip.median()),
                  scale.show(strip.shown().getLast()));
      lines.add(padded(strip.arm().value(), names) + "  " + glyphs.text(numbers));
    }
    return lines;
  }

  private static int names(Stream<String> names) {
    return names.mapToInt(String::length).max().orElse(0);
  }

  private static String padded(String text, int columns) {
    return text + " ".repeat(Math.max(0, columns - Visible.width(text)));
  }

  /** Puts two texts at the ends of a line, or on two lines when both do not fit. */
  private String beside(String left, String right, int columns) {
    String from = glyphs.text(left);
    String to = glyphs.text(right);
    int gap = columns - Visible.width(from) - Visible.width(to);
    return gap >= 2
        ? from + " ".repeat(gap) + to
        : from + "\n" + " ".repeat(Math.max(0, columns - Visible.width(to))) + to;
  }
}
