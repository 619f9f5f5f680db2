package dev.assize.observe;

import dev.assize.evidence.Reading;
import dev.assize.experiment.Observe;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** A document of counters, parsed. */
sealed interface CounterDocument permits JsonDocument, PrometheusDocument {
  /** Returns the value at a JSON pointer or under a metric's name as printed. */
  Reading at(String place);

  /** Returns all numbers of it under their own names. */
  Map<String, Reading> all();

  /**
   * Parses.
   *
   * @throws IOException saying where it is not of the format
   */
  static CounterDocument parse(Observe.Format format, byte[] bytes) throws IOException {
    return switch (format) {
      case JSON -> JsonDocument.parse(bytes);
      case PROMETHEUS -> PrometheusDocument.parse(new String(bytes, StandardCharsets.UTF_8));
    };
  }

  /** Returns the readings wanted: each by its name in expressions, or all when none is named. */
  default Map<String, Reading> readings(Map<String, String> names) {
    if (names.isEmpty()) {
      return all();
    }
    Map<String, Reading> readings = new TreeMap<>();
    names.forEach((name, place) -> readings.put(name, at(place)));
    return readings;
  }

  /**
   * Returns a Unix time in ns. The document may hold it in s, ms, µs or ns: up to the year 5138
   * they differ in size.
   *
   * @return empty when there is no number
   */
  static OptionalLong unixNanos(Reading time) {
    BigDecimal value =
        switch (time) {
          case Reading.Whole(long whole) -> BigDecimal.valueOf(whole);
          case Reading.Decimal(String text) -> new BigDecimal(text);
          default -> BigDecimal.ZERO;
        };
    if (value.signum() <= 0) {
      return OptionalLong.empty();
    }
    int digits = value.precision() - value.scale();
    int shift = digits <= 11 ? 9 : digits <= 14 ? 6 : digits <= 17 ? 3 : 0;
    BigDecimal nanos = value.scaleByPowerOfTen(shift);
    return nanos.precision() - nanos.scale() > 18
        ? OptionalLong.of(nanos.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValue())
        : OptionalLong.of(nanos.longValue());
  }

  /** Returns a number as printed: whole when it is and fits. */
  static Reading number(BigDecimal value, String printed) {
    if (value.stripTrailingZeros().scale() <= 0
        && value.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0) {
      return new Reading.Whole(value.longValue());
    }
    return new Reading.Decimal(printed);
  }
}
