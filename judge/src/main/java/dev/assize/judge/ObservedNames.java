package dev.assize.judge;

import dev.assize.evidence.Observation.Sample;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Expression;
import dev.assize.experiment.Metric;
import dev.assize.experiment.MetricName;
import dev.assize.experiment.Observe;
import dev.assize.judge.TrialValue.Amount;
import dev.assize.judge.TrialValue.Missing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * What the names in expressions are in one attempt: metrics, then witnesses, then {@code
 * SOURCE.READING} over the attempt's windows. Increases in several windows add up; nothing outside
 * of them is looked at.
 */
final class ObservedNames implements Evaluation.Names {
  private static final String WITNESS = "witness";
  private static final String SECONDS = "window.seconds";

  private final Experiment experiment;
  private final Recording recording;
  private final List<Window> windows;
  private final Slice.Setting setting;
  private final Function<Metric, TrialValue> measured;
  private final Map<MetricName, TrialValue> metrics = new HashMap<>();
  private final Set<MetricName> open = new LinkedHashSet<>();
  private final Map<String, List<Slice>> slices = new HashMap<>();

  /**
   * Resolves names in one attempt.
   *
   * @param windows that do not overlap
   * @param measured values of metrics that are not derived
   */
  ObservedNames(
      Experiment experiment,
      Recording recording,
      List<Window> windows,
      Slice.Setting setting,
      Function<Metric, TrialValue> measured) {
    this.experiment = experiment;
    this.recording = recording;
    this.windows = windows;
    this.setting = setting;
    this.measured = measured;
  }

  TrialValue metric(Metric metric) {
    TrialValue known = metrics.get(metric.name());
    if (known != null) {
      return known;
    }
    if (!open.add(metric.name())) {
      return new Missing("metric " + metric.name() + " is derived from itself");
    }
    TrialValue value =
        metric.source() instanceof Metric.Source.Derived(Expression expression, String _)
            ? Evaluation.of(expression, this)
            : measured.apply(metric);
    open.remove(metric.name());
    metrics.put(metric.name(), value);
    return value;
  }

  @Override
  public TrialValue value(String name) {
    for (Metric metric : experiment.metrics()) {
      if (metric.name().value().equals(name)) {
        return metric(metric);
      }
    }
    return name.equals(SECONDS) ? seconds() : resolve(name, Series::increase);
  }

  @Override
  public TrialValue call(Expression.Function function, String name) {
    return resolve(name, series -> Series.of(function, series));
  }

  private TrialValue seconds() {
    double seconds = 0;
    for (Window window : windows) {
      if (window.status() != WindowStatus.OK) {
        return new Missing(window.status().key() + ": " + window.why());
      }
      seconds += window.seconds();
    }
    return new Amount(seconds);
  }

  private TrialValue resolve(String name, Function<List<Series>, TrialValue> of) {
    if (witness(name)) {
      return series(WITNESS, name, of);
    }
    int point = name.indexOf('.');
    if (point <= 0) {
      return new Missing("expected a metric, a witness or SOURCE.READING, found '" + name + "'");
    }
    return series(name.substring(0, point), name.substring(point + 1), of);
  }

  private boolean witness(String name) {
    return experiment.observe().stream()
        .flatMap(o -> o.witnesses().stream())
        .anyMatch(w -> w.name().equals(name));
  }

  private TrialValue series(String source, String reading, Function<List<Series>, TrialValue> of) {
    List<Series> all = new ArrayList<>();
    for (Slice slice : slices(source)) {
      if (slice.status() != WindowStatus.OK) {
        return new Missing(slice.status().key() + ": " + slice.why());
      }
      Map<Integer, List<Sample>> byPid = new LinkedHashMap<>();
      for (Sample sample : slice.samples()) {
        byPid.computeIfAbsent(sample.pid().orElse(0), _ -> new ArrayList<>()).add(sample);
      }
      if (byPid.size() > 1 && !summed(source)) {
        return new Missing(source + " was of more than one process: pids " + byPid.keySet());
      }
      byPid.values().forEach(s -> all.add(Series.of(source, reading, slice, s, setting)));
    }
    return of.apply(all);
  }

  /** Instances of the counter protocol are counted together. */
  private boolean summed(String source) {
    return experiment.observe().stream()
        .flatMap(o -> o.counters().stream())
        .anyMatch(c -> c instanceof Observe.Counters.Protocol && c.name().equals(source));
  }

  List<Slice> slices(String source) {
    return slices.computeIfAbsent(
        source, s -> windows.stream().map(w -> Slice.of(recording, s, w, setting)).toList());
  }
}
