package dev.assize.report;

import dev.assize.judge.Comparison;
import dev.assize.judge.Interval;
import dev.assize.stats.Scale;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * How a comparison's changes are written: percentages for ratio metrics, the metric's unit for
 * differences; as many decimals as the width of its interval makes sensible.
 */
final class Change {
  private final Comparison comparison;
  private final boolean ratio;
  private final double factor;
  private final String unit;

  private Change(Comparison comparison) {
    this.comparison = comparison;
    this.ratio = comparison.metric().scale() == Scale.RATIO;
    if (ratio) {
      factor = 100;
      unit = "%";
    } else {
      DoubleStream sizes =
          DoubleStream.concat(
              DoubleStream.of(comparison.threshold()),
              comparison.randomisation().or(comparison::bootstrap).stream()
                  .flatMapToDouble(i -> DoubleStream.of(i.estimate(), i.low(), i.high())));
      DisplayUnit scale = DisplayUnit.of(comparison.metric().unit(), sizes);
      factor = 1 / scale.divisor();
      unit = scale.unit();
    }
  }

  static Change of(Comparison comparison) {
    return new Change(comparison);
  }

  /** The interval the report leads with: of the randomisation test, else the bootstrap's. */
  Optional<Interval> leading() {
    return comparison.randomisation().or(comparison::bootstrap);
  }

  /** Multiplies a stored change into {@link #unit()}. */
  double shown(double change) {
    return change * factor;
  }

  /** An interval as it is drawn, in {@link #unit()}. */
  Chart.Span span(Interval interval) {
    return new Chart.Span(
        shown(interval.estimate()), shown(interval.low()), shown(interval.high()));
  }

  /** {@code %}, or the unit of a difference; empty for counts. */
  String unit() {
    return unit;
  }

  String estimate() {
    return comparison.separated()
        ? "two groups"
        : leading().map(i -> one(i.estimate(), i)).orElse("none");
  }

  String estimate(Interval interval) {
    return one(interval.estimate(), interval);
  }

  /** {@code [low, high] unit}, or that there is none. */
  String bounds(Optional<Interval> interval) {
    return interval
        .map(
            i -> {
              int decimals = decimals(i);
              return withUnit(
                  "["
                      + Numbers.signed(shown(i.low()), decimals)
                      + ", "
                      + Numbers.signed(shown(i.high()), decimals)
                      + "]");
            })
        .orElse("none");
  }

  /** A single change, for instance of one block, as precise as the leading interval. */
  String one(double change) {
    int decimals = leading().map(this::decimals).orElse(2);
    return withUnit(Numbers.signed(shown(change), decimals));
  }

  String threshold() {
    double shown = shown(comparison.threshold());
    return "±"
        + Numbers.NBSP
        + withUnit(ratio ? trimmed(shown) : Numbers.significant(shown)).replace("+", "");
  }

  private static String trimmed(double value) {
    String text = Numbers.fixed(value, 2);
    return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
  }

  private String one(double value, Interval interval) {
    return withUnit(Numbers.signed(shown(value), decimals(interval)));
  }

  private int decimals(Interval interval) {
    double width = shown(interval.high()) - shown(interval.low());
    if (!ratio && comparison.metric().unit().equals("count") && width == 0) {
      return 0;
    }
    return Numbers.decimalsFor(width);
  }

  private String withUnit(String number) {
    return unit.isEmpty() ? number : number + Numbers.NBSP + unit;
  }

  /** The change of each block that counts, in the stored form: fractions, or the metric's unit. */
  double[] paired() {
    double[] changes = new double[comparison.blocks().size()];
    for (int i = 0; i < changes.length; i++) {
      double before = comparison.baseline().get(i);
      double after = comparison.candidate().get(i);
      changes[i] = ratio ? after / before - 1 : after - before;
    }
    return changes;
  }
}
