package dev.assize.observe;

import dev.assize.evidence.Reading;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Prometheus's text format 0.0.4, and OpenMetrics as far as it is the same; places are metrics with
 * their labels as printed.
 */
record PrometheusDocument(Map<String, Reading> values) implements CounterDocument {
  // A label's value is in quotes and may hold anything, \" and braces too.
  private static final Pattern LINE =
      Pattern.compile(
          "([a-zA-Z_:][a-zA-Z0-9_:]*(?:\\{(?:[^\"}]|\"(?:[^\"\\\\]|\\\\.)*\")*\\})?)"
              + "[ \\t]+(\\S+)(?:[ \\t].*)?");
  private static final Set<String> NO_NUMBERS = Set.of("NaN", "+Inf", "-Inf", "Inf");
  private static final int SHOWN = 80;

  static PrometheusDocument parse(String text) throws IOException {
    Map<String, Reading> values = new TreeMap<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      String stripped = line.strip();
      if (stripped.isEmpty() || stripped.startsWith("#")) {
        continue;
      }
      Matcher matcher = LINE.matcher(stripped);
      if (!matcher.matches()) {
        throw new IOException(
            "expected Prometheus's text format, found in line "
                + number
                + ": '"
                + stripped.substring(0, Math.min(SHOWN, stripped.length()))
                + "'");
      }
      values.put(matcher.group(1), value(matcher.group(2), number));
    }
    if (values.isEmpty()) {
      throw new IOException("expected Prometheus's text format, found no metric in it");
    }
    return new PrometheusDocument(values);
  }

  private static Reading value(String printed, int line) throws IOException {
    if (NO_NUMBERS.contains(printed)) {
      return new Reading.Unpublished("the value is " + printed);
    }
    try {
      return CounterDocument.number(new BigDecimal(printed), printed);
    } catch (NumberFormatException none) {
      throw new IOException(
          "expected a number in line " + line + ", found '" + printed + "'", none);
    }
  }

  @Override
  public Reading at(String place) {
    Reading value = values.get(place);
    return value == null ? new Reading.Unpublished("the document has no metric " + place) : value;
  }

  @Override
  public Map<String, Reading> all() {
    return values;
  }
}
