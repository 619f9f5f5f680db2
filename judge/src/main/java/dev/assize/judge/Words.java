package dev.assize.judge;

import dev.assize.experiment.Metric;
import dev.assize.stats.Scale;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;

/** Numbers in sentences: a decimal point in every locale, three significant digits. */
final class Words {
  private static final String[] TIME_UNITS = {"ns", "µs", "ms", "s"};
  private static final String[] SIZE_UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

  private Words() {}

  /** Returns {@code 1 block} or {@code 2 blocks}. */
  static String count(long n, String noun) {
    return n + " " + noun + (n == 1 ? "" : "s");
  }

  /** Returns a fraction in percent without its sign or the percent sign: 0.0712 is {@code 7.1}. */
  static String percentNumber(double fraction) {
    double percent = Math.abs(fraction) * 100;
    int digits = percent >= 1000 ? 0 : percent >= 0.95 ? 1 : percent >= 0.095 ? 2 : 3;
    return fixed(percent, digits);
  }

  /** Returns {@code 7.1 %}. */
  static String percent(double fraction) {
    return percentNumber(fraction) + " %";
  }

  /** Returns {@code +7.1 %} or {@code -7.1 %}. */
  static String signedPercent(double fraction) {
    return sign(fraction) + percent(fraction);
  }

  /** Returns a confidence level: {@code 95 %} or {@code 98.33 %}. */
  static String level(double level) {
    return trimmed(BigDecimal.valueOf(level * 100).setScale(2, RoundingMode.HALF_UP)) + " %";
  }

  /** Returns the size of an amount in the metric's unit, for instance {@code 1.23 s}. */
  static String amount(double value, String unit) {
    double size = Math.abs(value);
    return switch (unit) {
      case "ns" -> scaled(size, 1000, TIME_UNITS);
      case "B" -> scaled(size, 1024, SIZE_UNITS);
      case "count", "number" -> plain(size);
      default -> plain(size) + " " + unit;
    };
  }

  /** Returns a number without a unit: whole ones with all digits. */
  static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : (value < 0 ? "-" : "") + plain(Math.abs(value));
  }

  /** Returns the size of a time in ns. */
  static String time(long nanos) {
    return amount((double) nanos, "ns");
  }

  /** Returns a time in ns with its sign. */
  static String signedTime(long nanos) {
    return signedAmount((double) nanos, "ns");
  }

  /** Returns an amount with its sign. */
  static String signedAmount(double value, String unit) {
    return sign(value) + amount(value, unit);
  }

  /** Returns a change on the metric's scale, with its sign: percent or an amount. */
  static String change(double change, Metric metric) {
    return metric.scale() == Scale.RATIO
        ? signedPercent(change)
        : signedAmount(change, metric.unit());
  }

  /** Returns the size of a change on the metric's scale. */
  static String size(double change, Metric metric) {
    return metric.scale() == Scale.RATIO ? percent(change) : amount(change, metric.unit());
  }

  /** Joins with commas and a last "and". */
  static String list(List<String> parts) {
    return parts.size() < 2
        ? String.join("", parts)
        : String.join(", ", parts.subList(0, parts.size() - 1)) + " and " + parts.getLast();
  }

  private static String sign(double value) {
    return value > 0 ? "+" : value < 0 ? "-" : "";
  }

  private static String scaled(double size, int step, String[] units) {
    int unit = 0;
    double value = size;
    while (value >= step && unit < units.length - 1) {
      value /= step;
      unit++;
    }
    return plain(value) + " " + units[unit];
  }

  private static String plain(double value) {
    if (value == 0) {
      return "0";
    }
    BigDecimal exact = BigDecimal.valueOf(value);
    if (value >= 1000) {
      return exact.setScale(0, RoundingMode.HALF_UP).toPlainString();
    }
    return trimmed(exact.round(new MathContext(3, RoundingMode.HALF_UP)));
  }

  private static String fixed(double value, int digits) {
    return BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP).toPlainString();
  }

  private static String trimmed(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    return (stripped.scale() < 0 ? stripped.setScale(0, RoundingMode.UNNECESSARY) : stripped)
        .toPlainString();
  }
}
