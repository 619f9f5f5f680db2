package dev.assize.judge;

import dev.assize.evidence.Observation.Sample;
import dev.assize.evidence.Reading;
import dev.assize.experiment.Expression;
import dev.assize.judge.TrialValue.Amount;
import dev.assize.judge.TrialValue.Missing;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * One reading of a source over a window. A process that was not there, a counter that was not
 * published and one that went backwards give no value, never a zero.
 */
final class Series {
  private static final Set<String> TICKS = Set.of("cpu", "user", "system");
  private static final String HOST = "host";
  private static final String COMMAND = "command";

  /** Within this a process may truly use less than a tick. */
  private static final double SHORTEST_OF_ZEROS = 1;

  private record Point(long at, double value) {}

  /** What is counted: an increase, and the time between the samples that it was counted between. */
  record Increase(double amount, double seconds) {}

  private final String name;
  private final List<Point> points;
  private final String lacking;

  private Series(String name, List<Point> points, String lacking) {
    this.name = name;
    this.points = points;
    this.lacking = lacking;
  }

  /**
   * Takes a reading's numbers out of the samples of one process.
   *
   * @param samples of a slice that is OK
   */
  static Series of(
      String source, String reading, Slice slice, List<Sample> samples, Slice.Setting setting) {
    String name = source + "." + reading;
    List<Point> points = new ArrayList<>();
    String why = "";
    String absent = "";
    for (Sample sample : samples) {
      Reading found = sample.readings().get(reading);
      TrialValue value =
          found == null
              ? new Missing(name + " is not published")
              : TrialValue.read(found, name + ": ");
      switch (value) {
        case Amount(double amount) -> points.add(new Point(sample.at(), amount));
        case Missing(String reason) -> {
          why = why.isEmpty() ? reason : why;
          if (found instanceof Reading.Absent) {
            absent = reason;
          }
        }
      }
    }
    // The command is expected to end; of everything else the counters end with the process.
    if (!absent.isEmpty() && !source.equals(COMMAND)) {
      return new Series(name, List.of(), absent);
    }
    if (points.isEmpty()) {
      return new Series(name, points, why.isEmpty() ? "no sample of " + name : why);
    }
    if (zeros(source, reading, slice, samples)) {
      return new Series(
          name,
          List.of(),
          name
              + ": every time is zero over "
              + Words.time(slice.window().end() - slice.window().start())
              + ", so that the process was not the one meant, or not there");
    }
    long late = points.getFirst().at() - slice.window().start();
    long early = slice.window().end() - points.getLast().at();
    if (Math.max(late, early) > setting.gap()) {
      return new Series(name, List.of(), why + " (over part of the window)");
    }
    return new Series(name, points, "");
  }

  /** Times of a processor that all stand still: nobody kept them. */
  private static boolean zeros(String source, String reading, Slice slice, List<Sample> samples) {
    boolean host = source.equals(HOST) && reading.startsWith("cpu");
    boolean process =
        (source.equals("server") || source.equals(COMMAND)) && TICKS.contains(reading);
    if (!(host || process) || slice.window().seconds() <= SHORTEST_OF_ZEROS) {
      return false;
    }
    Sample first = samples.getFirst();
    for (Sample sample : samples) {
      for (var entry : sample.readings().entrySet()) {
        boolean time = host ? entry.getKey().startsWith("cpu") : TICKS.contains(entry.getKey());
        if (time && TrialValue.read(entry.getValue(), "") instanceof Amount(double now)) {
          double before =
              host
                      && TrialValue.read(first.readings().get(entry.getKey()), "")
                          instanceof Amount(double x)
                  ? x
                  : 0;
          if (now != before) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** Empty when there is none; {@link #lacking} then says why. */
  private java.util.Optional<Increase> increase() {
    if (points.size() < 2) {
      return java.util.Optional.empty();
    }
    for (int i = 1; i < points.size(); i++) {
      if (points.get(i).value() < points.get(i - 1).value()) {
        return java.util.Optional.empty();
      }
    }
    Point first = points.getFirst();
    Point last = points.getLast();
    return java.util.Optional.of(
        new Increase(last.value() - first.value(), (double) (last.at() - first.at()) / 1e9));
  }

  private Missing why() {
    if (!lacking.isEmpty()) {
      return new Missing(lacking);
    }
    for (int i = 1; i < points.size(); i++) {
      if (points.get(i).value() < points.get(i - 1).value()) {
        return new Missing(
            name
                + " went backwards, from "
                + Words.number(points.get(i - 1).value())
                + " to "
                + Words.number(points.get(i).value())
                + ": it is no counter, or what counts was started anew");
      }
    }
    return new Missing(
        name + ": expected two samples with a value in the window, found " + points.size());
  }

  /** The increase over all series together. */
  static TrialValue increase(List<Series> all) {
    return summed(all, false);
  }

  private static TrialValue summed(List<Series> all, boolean perSecond) {
    double amount = 0;
    double seconds = 0;
    for (Series series : all) {
      var increase = series.increase();
      if (increase.isEmpty()) {
        return series.why();
      }
      amount += increase.get().amount();
      seconds += increase.get().seconds();
    }
    return new Amount(perSecond ? amount / seconds : amount);
  }

  /**
   * Returns the function of all samples together.
   *
   * @param all one series a window, in the order of time
   */
  static TrialValue of(Expression.Function function, List<Series> all) {
    if (function == Expression.Function.RATE) {
      return summed(all, true);
    }
    List<Double> values = new ArrayList<>();
    for (Series series : all) {
      if (series.points.isEmpty()) {
        return series.why();
      }
      series.points.forEach(p -> values.add(p.value()));
    }
    return new Amount(
        switch (function) {
          case FIRST -> values.getFirst();
          case LAST -> values.getLast();
          case MIN -> values.stream().mapToDouble(d -> d).min().orElseThrow();
          case MAX -> values.stream().mapToDouble(d -> d).max().orElseThrow();
          case MEAN, RATE -> values.stream().mapToDouble(d -> d).average().orElseThrow();
        });
  }
}
