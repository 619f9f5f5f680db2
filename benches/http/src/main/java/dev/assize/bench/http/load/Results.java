package dev.assize.bench.http.load;

import java.io.PrintWriter;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** Prints numbers, one {@code name value} a line, with a decimal point whatever the locale. */
final class Results {
  private static final String[] NAMES = {
    "p50_ns", "p90_ns", "p95_ns", "p99_ns", "p999_ns", "p9999_ns"
  };
  private static final double[] PERCENTILES = {50, 90, 95, 99, 99.9, 99.99};

  private final PrintWriter out;

  Results(PrintWriter out) {
    this.out = out;
  }

  void count(String name, long value) {
    out.printf(Locale.ROOT, "%s %d%n", name, value);
  }

  void number(String name, double value) {
    out.printf(Locale.ROOT, "%s %.3f%n", name, value);
  }

  void word(String name, Object value) {
    out.printf(Locale.ROOT, "%s %s%n", name, value);
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
    number("bytes_per_second", outcome.perSecond() * outcome.payloadBytes());
    percentiles(outcome.latencies());
    count("errors", outcome.tally().errors());
    count("unanswered", outcome.unanswered());
    count("generator_cpu_ns", outcome.cpuNanos());
    number("generator_cpu_share", outcome.cpuShare());
    number("generator_late_share", outcome.tally().lateShare());
    count("generator_late_max_ns", outcome.tally().worstLateness());
    word("generator_bottleneck", outcome.generatorIsBottleneck() ? "yes" : "no");
    out.flush();
  }

  /** A quantile is printed only where at least one value lies beyond it. */
  private void percentiles(Histogram latencies) {
    long n = latencies.getTotalCount();
    count("latencies", n);
    if (n == 0) {
      return;
    }
    count("min_ns", latencies.getMinValue());
    for (int i = 0; i < NAMES.length; i++) {
      // Whole numbers where they are exact: 1 - 0.99 in binary is not 0.01.
      long beyond = Math.round(n * (100 - PERCENTILES[i]) * 100);
      if (beyond >= 10_000) {
        count(NAMES[i], latencies.getValueAtPercentile(PERCENTILES[i]));
      }
    }
    count("max_ns", latencies.getMaxValue());
  }
}
