package dev.assize.bench.http.load;

import dev.assize.bench.http.message.BenchFailure;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * Prints and keeps numbers, one {@code name value} a line, with a decimal point whatever the
 * locale.
 */
final class Results {
  private static final String[] NAMES = {
    "p50_ns", "p90_ns", "p95_ns", "p99_ns", "p999_ns", "p9999_ns"
  };
  private static final String MESSAGES = "messages";
  private static final double[] PERCENTILES = {50, 90, 95, 99, 99.9, 99.99};

  private final PrintWriter out;

  /** JSON values by name, in the order of printing. */
  private final Map<String, String> values = new LinkedHashMap<>();

  Results(PrintWriter out) {
    this.out = out;
  }

  private void line(String name, String text, String json) {
    out.println(name + " " + text);
    values.put(name, json);
  }

  void count(String name, long value) {
    line(name, Long.toString(value), Long.toString(value));
  }

  void number(String name, double value) {
    String text = String.format(Locale.ROOT, "%.3f", value);
    line(name, text, text);
  }

  /** Letters, digits, hyphens, underscores and plus signs. */
  void word(String name, Object value) {
    line(name, value.toString(), "\"" + value + "\"");
  }

  private void flag(String name, boolean value) {
    line(name, value ? "yes" : "no", Boolean.toString(value));
  }

  /** Writes what was printed as one JSON object of the same names. */
  void write(Path file) throws BenchFailure {
    String document =
        values.entrySet().stream()
            .map(value -> "  \"" + value.getKey() + "\": " + value.getValue())
            .collect(Collectors.joining(",\n", "{\n", "\n}\n"));
    try {
      Files.writeString(file, document);
    } catch (IOException e) {
      throw BenchFailure.failed("--json: expected to write " + file + ", found: " + e);
    }
  }

  void print(RunSettings settings, Outcome outcome) {
    LoadScenario scenario = settings.scenario();
    Recorder recorder = outcome.recorder();
    word("scenario", scenario);
    count("connections", settings.connections());
    switch (settings.pacing()) {
      case Pacing.Closed closed -> word("loop", "closed");
      case Pacing.Open open -> {
        word("loop", "open");
        number("target_per_second", open.perSecond());
      }
    }
    count("start_ns", recorder.window().start());
    count("duration_ns", recorder.window().nanos());
    count(scenario.unit(), recorder.endedInside());
    number(scenario.unit() + "_per_second", outcome.perSecond());
    if (!scenario.unit().equals(MESSAGES)) {
      count(MESSAGES, recorder.endedInside());
      number(MESSAGES + "_per_second", outcome.perSecond());
    }
    count("bytes", outcome.bytes());
    number("bytes_per_second", outcome.perSecond() * outcome.payloadBytes());
    percentiles(outcome.latencies());
    count("errors", outcome.tally().errors());
    count("unanswered", outcome.unanswered());
    count("generator_cpu_ns", outcome.used().processNanos());
    number("generator_cpu_share", outcome.cpuShare());
    number("generator_thread_share", outcome.threadShare());
    number("generator_late_share", outcome.tally().lateShare());
    count("generator_late_max_ns", outcome.tally().worstLateness());
    flag("generator_bottleneck", outcome.generatorIsBottleneck());
    out.flush();
  }

  /** A quantile is printed only where at least one value lies beyond it, and named below ten. */
  private void percentiles(Histogram latencies) {
    long n = latencies.getTotalCount();
    count("latencies", n);
    if (n == 0) {
      return;
    }
    count("min_ns", latencies.getMinValue());
    List<String> limited = new ArrayList<>();
    for (int i = 0; i < NAMES.length; i++) {
      // Whole numbers where they are exact: 1 - 0.99 in binary is not 0.01.
      long beyond = Math.round(n * (100 - PERCENTILES[i]) * 100);
      if (beyond >= 10_000) {
        count(NAMES[i], latencies.getValueAtPercentile(PERCENTILES[i]));
        if (beyond < 100_000) {
          limited.add(NAMES[i]);
        }
      }
    }
    word("limited_resolution", limited.isEmpty() ? "none" : String.join("+", limited));
    count("max_ns", latencies.getMaxValue());
  }
}
