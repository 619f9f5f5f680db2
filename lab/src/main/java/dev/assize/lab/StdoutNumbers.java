package dev.assize.lab;

import dev.assize.evidence.Reading;
import dev.assize.experiment.Metric;
import dev.assize.experiment.MetricName;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Metrics that a workload prints: the first capture group (the whole match without one) of the first
 * match on stdout. The output is read line by line as UTF-8; bytes that are not become U+FFFD; a
 * line is cut at 1 MiB.
 *
 * <p>The number has a decimal point or none. A comma that belongs to the number is an error and not
 * the end of it: {@code 1,5} is neither 1 nor 15.
 */
final class StdoutNumbers {
  private static final int LONGEST_LINE = 1 << 20;
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?");

  private StdoutNumbers() {}

  static Map<MetricName, Reading> read(Path stdout, List<Metric> metrics) throws IOException {
    Map<MetricName, Pattern> wanted = new LinkedHashMap<>();
    for (Metric metric : metrics) {
      if (metric.source() instanceof Metric.Source.StdoutNumber(String regex)) {
        wanted.put(metric.name(), Pattern.compile(regex));
      }
    }
    Map<MetricName, Reading> found = new LinkedHashMap<>();
    if (wanted.isEmpty()) {
      return found;
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(stdout), 1 << 16)) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      for (int b = in.read(); b >= 0 && found.size() < wanted.size(); b = in.read()) {
        if (b != '\n') {
          line.write(b);
        }
        if (b == '\n' || line.size() == LONGEST_LINE) {
          match(line.toString(StandardCharsets.UTF_8), wanted, found);
          line.reset();
        }
      }
      match(line.toString(StandardCharsets.UTF_8), wanted, found);
    }
    wanted.forEach(
        (name, pattern) ->
            found.putIfAbsent(
                name,
                new Reading.Unpublished(
                    "expected a line on stdout that matches '" + pattern + "', found none")));
    return found;
  }

  private static void match(
      String line, Map<MetricName, Pattern> wanted, Map<MetricName, Reading> found) {
    for (Map.Entry<MetricName, Pattern> one : wanted.entrySet()) {
      if (!found.containsKey(one.getKey())) {
        Matcher matcher = one.getValue().matcher(line);
        if (matcher.find()) {
          found.put(one.getKey(), reading(line, matcher));
        }
      }
    }
  }

  private static Reading reading(String line, Matcher matcher) {
    int group = matcher.groupCount() > 0 && matcher.start(1) >= 0 ? 1 : 0;
    int start = matcher.start(group);
    int end = matcher.end(group);
    // Only where the regex itself did not go on over the comma: then it means a separator.
    if (end == matcher.end() && commaNumber(line, end, 1)) {
      end = run(line, end, 1);
    }
    if (start == matcher.start() && commaNumber(line, start - 1, -1)) {
      start = run(line, start - 1, -1) + 1;
    }
    String text = line.substring(start, end);
    return NUMBER.matcher(text).matches()
        ? new Reading.Decimal(text)
        : new Reading.Unpublished(
            "expected a decimal number with a point, found "
                + Texts.printable(text.length() <= 100 ? text : text.substring(0, 100) + "…"));
  }

  /** Whether a comma stands here with a digit beyond it. */
  private static boolean commaNumber(String line, int at, int step) {
    return at >= 0
        && at + step >= 0
        && at + step < line.length()
        && line.charAt(at) == ','
        && isDigit(line.charAt(at + step));
  }

  private static int run(String line, int from, int step) {
    int at = from;
    while (at >= 0 && at < line.length() && ",.0123456789".indexOf(line.charAt(at)) >= 0) {
      at += step;
    }
    return at;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

}
