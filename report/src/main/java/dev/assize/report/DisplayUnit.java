package dev.assize.report;

import java.util.List;
import java.util.stream.DoubleStream;

/**
 * The unit that values are shown in: nanoseconds become microseconds, milliseconds or seconds,
 * bytes become KiB, MiB or GiB. One scale for all numbers that are read together.
 *
 * @param divisor what a stored value is divided by
 * @param unit after the number; empty for none
 */
record DisplayUnit(double divisor, String unit) {
  private record Step(double from, String unit) {}

  private static final List<Step> DURATIONS =
      List.of(new Step(1e9, "s"), new Step(1e6, "ms"), new Step(1e3, "µs"), new Step(1, "ns"));
  private static final List<Step> SIZES =
      List.of(
          new Step(1 << 30, "GiB"),
          new Step(1 << 20, "MiB"),
          new Step(1 << 10, "KiB"),
          new Step(1, "B"));

  /** Returns the scale for values stored in the unit, of which the largest is given. */
  static DisplayUnit of(String unit, DoubleStream values) {
    double largest = values.filter(Double::isFinite).map(Math::abs).max().orElse(0);
    return switch (unit) {
      case "ns" -> fitting(DURATIONS, largest);
      case "B" -> fitting(SIZES, largest);
      case "count" -> new DisplayUnit(1, "");
      default -> new DisplayUnit(1, Visible.line(unit));
    };
  }

  private static DisplayUnit fitting(List<Step> steps, double largest) {
    for (Step step : steps) {
      if (largest >= step.from()) {
        return new DisplayUnit(step.from(), step.unit());
      }
    }
    Step smallest = steps.getLast();
    return new DisplayUnit(smallest.from(), smallest.unit());
  }

  /** Returns a size in bytes with its own unit. */
  static String bytes(long size) {
    double value = (double) size;
    return of("B", DoubleStream.of(value)).show(value);
  }

  /** Returns the value with its unit. */
  String show(double value) {
    return Double.isNaN(value) ? "none" : withUnit(Numbers.significant(value / divisor));
  }

  String withUnit(String number) {
    return unit.isEmpty() ? number : number + Numbers.NBSP + unit;
  }
}
