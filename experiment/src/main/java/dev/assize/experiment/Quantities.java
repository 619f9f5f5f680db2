package dev.assize.experiment;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations, sizes and percentages as people write them. Exact: no binary fractions on the way. */
final class Quantities {
  static final String DURATION = "a duration such as 500us, 20ms, 1.5s, 10min or 2h";
  static final String SIZE = "a size such as 512KiB, 64MB or 1.5GiB";
  static final String PERCENT = "a percentage such as 1% or 0.5%";

  private static final Pattern NUMBER_AND_UNIT =
      Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,9})?) ?([A-Za-zµ%]+)");

  private static final Map<String, Long> NANOSECONDS =
      Map.of(
          "ns", 1L,
          "us", 1_000L,
          "µs", 1_000L,
          "ms", 1_000_000L,
          "s", 1_000_000_000L,
          "min", 60_000_000_000L,
          "h", 3_600_000_000_000L);

  private static final Map<String, Long> BYTES =
      Map.of(
          "B", 1L,
          "kB", 1_000L,
          "KB", 1_000L,
          "MB", 1_000_000L,
          "GB", 1_000_000_000L,
          "KiB", 1L << 10,
          "MiB", 1L << 20,
          "GiB", 1L << 30,
          "TiB", 1L << 40);

  private Quantities() {}

  static Optional<Nanos> duration(String text) {
    return whole(text, NANOSECONDS).map(Nanos::new);
  }

  static Optional<Bytes> size(String text) {
    return text.equals("0") ? Optional.of(new Bytes(0)) : whole(text, BYTES).map(Bytes::new);
  }

  /** As a fraction: 1 % is 0.01. */
  static Optional<Double> percent(String text) {
    Matcher matcher = NUMBER_AND_UNIT.matcher(text);
    return matcher.matches() && matcher.group(2).equals("%")
        ? Optional.of(new BigDecimal(matcher.group(1)).movePointLeft(2).doubleValue())
        : Optional.empty();
  }

  private static Optional<Long> whole(String text, Map<String, Long> units) {
    Matcher matcher = NUMBER_AND_UNIT.matcher(text);
    Long unit = matcher.matches() ? units.get(matcher.group(2)) : null;
    if (unit == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit)).longValueExact());
    } catch (ArithmeticException e) {
      return Optional.empty();
    }
  }
}
