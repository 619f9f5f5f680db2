package dev.assize.cli;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Quantities on the command line, with a point as decimal sign whatever the locale. */
final class Quantity {
  private static final Pattern DURATION =
      Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(ns|us|ms|s|min|h)");
  private static final Map<String, Long> NANOS =
      Map.of(
          "ns", 1L,
          "us", 1_000L,
          "ms", 1_000_000L,
          "s", 1_000_000_000L,
          "min", 60_000_000_000L,
          "h", 3_600_000_000_000L);

  private Quantity() {}

  static Duration duration(String option, String text) {
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      throw new CommandFailure(
          ExitCode.USAGE,
          option + ": expected a number with a unit (ns, us, ms, s, min, h), found '" + text + "'");
    }
    long unit = NANOS.getOrDefault(matcher.group(2), 1L);
    return Duration.ofNanos(
        new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit)).longValue());
  }

  /** Reads {@code 3%} or {@code 0.03}. */
  static double fraction(String option, String text) {
    boolean percent = text.endsWith("%");
    String number = percent ? text.substring(0, text.length() - 1) : text;
    if (!number.matches("[0-9]+(\\.[0-9]+)?")) {
      throw new CommandFailure(
          ExitCode.USAGE, option + ": expected a share such as 3% or 0.03, found '" + text + "'");
    }
    double value = Double.parseDouble(number);
    return percent ? value / 100 : value;
  }

  static String text(Duration duration) {
    double seconds = duration.toNanos() / 1e9;
    if (seconds < 100) {
      return String.format(Locale.ROOT, "%.1f s", seconds);
    }
    long whole = Math.round(seconds);
    return whole < 6000
        ? whole / 60 + " min " + whole % 60 + " s"
        : whole / 3600 + " h " + whole % 3600 / 60 + " min";
  }
}
