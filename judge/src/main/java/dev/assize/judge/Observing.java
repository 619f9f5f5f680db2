package dev.assize.judge;

import dev.assize.evidence.TrialRecord;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Exposure;
import dev.assize.experiment.Expression;
import dev.assize.experiment.Metric;
import dev.assize.experiment.MetricName;
import dev.assize.experiment.Observe;
import dev.assize.experiment.Scenario;
import dev.assize.judge.Observed.Exhibit;
import dev.assize.judge.Observed.Placed;
import dev.assize.judge.Observed.Processor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Turns the observations of an attempt into values, and forgets the observations. */
final class Observing {
  private static final Expression BUSY =
      Expression.parse("host.cpu.busy / (host.cpu.busy + host.cpu.idle + host.cpu.iowait)");
  private static final Expression IOWAIT =
      Expression.parse("host.cpu.iowait / (host.cpu.busy + host.cpu.idle + host.cpu.iowait)");
  private static final Expression SERVER = Expression.parse("rate(server.cpu)");
  private static final Expression COMMAND = Expression.parse("rate(command.cpu)");

  private final Experiment experiment;
  private final ObservationSource source;
  private final Slice.Setting setting;
  private final boolean asked;

  Observing(Experiment experiment, ObservationSource source) {
    this.experiment = experiment;
    this.source = source;
    this.setting = Slice.Setting.of(experiment.observe());
    this.asked =
        experiment.observe().isPresent()
            || experiment.metrics().stream()
                .anyMatch(m -> m.source() instanceof Metric.Source.Derived)
            || experiment.exposures().stream()
                .anyMatch(e -> e.condition() instanceof Exposure.Condition.Holds);
  }

  Observed of(TrialRecord trial) {
    if (!asked) {
      return Observed.NOTHING;
    }
    Scenario scenario = experiment.scenario(trial.cell().scenario());
    Recording recording = new Recording(source.of(trial));
    List<Window> windows = Windows.of(trial, scenario.warmUp().value(), setting.bound(), recording);
    ObservedNames names =
        new ObservedNames(
            experiment,
            recording,
            Windows.joined(windows),
            setting,
            metric -> TrialValue.of(metric, trial, Observed.NOTHING));
    Map<MetricName, TrialValue> derived = new LinkedHashMap<>();
    for (Metric metric : experiment.metrics()) {
      if (metric.source() instanceof Metric.Source.Derived) {
        derived.put(metric.name(), names.metric(metric));
      }
    }
    return new Observed(
        derived, exhibits(names), placed(recording, windows, scenario), processor(names));
  }

  private List<Exhibit> exhibits(ObservedNames names) {
    List<Exhibit> exhibits = new ArrayList<>();
    for (Exposure exposure : experiment.exposures()) {
      if (exposure.condition() instanceof Exposure.Condition.Holds(var expression, String _)) {
        Map<String, TrialValue> readings = new LinkedHashMap<>();
        compared(expression).forEach(part -> readings.put(part.text(), Evaluation.of(part, names)));
        for (String name : expression.names()) {
          readings.putIfAbsent(name, Evaluation.of(new Expression.Name(name), names));
        }
        exhibits.add(new Exhibit(Evaluation.of(expression, names), readings));
      }
    }
    return exhibits;
  }

  /** What stands on the left of each comparison in an expression. */
  private static List<Expression> compared(Expression expression) {
    if (expression instanceof Expression.Binary(var operator, var left, var right)) {
      if (operator == Expression.Operator.AND || operator == Expression.Operator.OR) {
        List<Expression> both = new ArrayList<>(compared(left));
        both.addAll(compared(right));
        return both;
      }
      return operator.logical() ? List.of(left) : List.of();
    }
    return List.of();
  }

  private List<Placed> placed(Recording recording, List<Window> windows, Scenario scenario) {
    List<Placed> placed = new ArrayList<>();
    for (String each : sources(recording, scenario)) {
      for (Window window : windows) {
        Slice slice = Slice.of(recording, each, window, setting);
        placed.add(
            new Placed(
                window.operation().map(o -> o.value()).orElse(""),
                window.round(),
                each,
                slice.status(),
                slice.why()));
      }
    }
    return placed;
  }

  /** Those that the spec asks for, and those that were there. */
  private Set<String> sources(Recording recording, Scenario scenario) {
    Set<String> sources = new LinkedHashSet<>();
    experiment
        .observe()
        .ifPresent(
            observe -> {
              if (observe.host()) {
                sources.add("host");
              }
              if (observe.processes()) {
                if (scenario.server().isPresent()) {
                  sources.add("server");
                }
                sources.add("command");
              }
              observe.counters().stream().map(Observe.Counters::name).forEach(sources::add);
              if (!observe.witnesses().isEmpty()) {
                sources.add("witness");
              }
            });
    sources.addAll(recording.sources());
    return sources;
  }

  private static Processor processor(ObservedNames names) {
    return new Processor(
        Evaluation.of(BUSY, names),
        Evaluation.of(IOWAIT, names),
        Evaluation.of(SERVER, names),
        Evaluation.of(COMMAND, names));
  }
}
