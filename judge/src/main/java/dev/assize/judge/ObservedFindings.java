package dev.assize.judge;

import dev.assize.experiment.Arm;
import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Experiment;
import dev.assize.judge.Observed.Placed;
import dev.assize.judge.Observed.Processor;
import dev.assize.judge.Verdict.DerivedFound;
import dev.assize.judge.Verdict.ProcessorFound;
import dev.assize.judge.Verdict.WindowFound;
import dev.assize.stats.Quantiles;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Gathers what was observed, by cell and arm. */
final class ObservedFindings {
  private final Experiment experiment;
  private final Examination examination;

  ObservedFindings(Experiment experiment, Examination examination) {
    this.experiment = experiment;
    this.examination = examination;
  }

  /** Of every attempt, also those that do not count: the report shows them too. */
  List<DerivedFound> derived() {
    List<DerivedFound> found = new ArrayList<>();
    for (Examined attempt : examination.attempts()) {
      attempt
          .observed()
          .derived()
          .forEach(
              (metric, value) ->
                  found.add(
                      switch (value) {
                        case TrialValue.Amount(double x) ->
                            new DerivedFound(attempt.record().attempt(), metric, x, "");
                        case TrialValue.Missing(String why) ->
                            new DerivedFound(attempt.record().attempt(), metric, Double.NaN, why);
                      }));
    }
    return found;
  }

  private interface Visitor {
    void visit(Cell cell, ArmName arm, Collection<Examined> trials);
  }

  private void each(Visitor visitor) {
    for (Cell cell : experiment.cells()) {
      for (Arm arm : experiment.arms()) {
        visitor.visit(cell, arm.name(), examination.trials(cell, arm.name()).values());
      }
    }
  }

  List<WindowFound> windows() {
    List<WindowFound> found = new ArrayList<>();
    each((cell, arm, trials) -> found.addAll(windows(cell, arm, trials)));
    return found;
  }

  private static List<WindowFound> windows(Cell cell, ArmName arm, Collection<Examined> trials) {
    record Key(String operation, String source, WindowStatus status) {}
    Map<Key, Integer> counts = new LinkedHashMap<>();
    Map<Key, String> examples = new LinkedHashMap<>();
    for (Examined trial : trials) {
      for (Placed placed : trial.observed().placed()) {
        Key key = new Key(placed.operation(), placed.source(), placed.status());
        counts.merge(key, 1, Integer::sum);
        examples.putIfAbsent(
            key,
            placed.why().isEmpty()
                ? ""
                : "trial "
                    + trial.record().attempt()
                    + (placed.round() > 1 ? ", round " + placed.round() : "")
                    + ": "
                    + placed.why());
      }
    }
    List<WindowFound> found = new ArrayList<>();
    counts.forEach(
        (key, n) ->
            found.add(
                new WindowFound(
                    cell,
                    arm,
                    key.operation(),
                    key.source(),
                    key.status(),
                    n,
                    examples.getOrDefault(key, ""))));
    return found;
  }

  List<ProcessorFound> processors() {
    List<ProcessorFound> found = new ArrayList<>();
    each(
        (cell, arm, trials) -> {
          List<Processor> used =
              trials.stream()
                  .filter(t -> !t.observed().placed().isEmpty())
                  .map(t -> t.observed().processor())
                  .toList();
          if (!used.isEmpty()) {
            boolean served = experiment.scenario(cell.scenario()).server().isPresent();
            found.add(
                new ProcessorFound(
                    cell,
                    arm,
                    used.size(),
                    median(used, Processor::busy),
                    median(used, Processor::iowait),
                    median(used, Processor::server),
                    median(used, Processor::command),
                    why(used, served)));
          }
        });
    return found;
  }

  private static double median(List<Processor> used, Function<Processor, TrialValue> part) {
    double[] values =
        used.stream()
            .map(part)
            .filter(TrialValue.Amount.class::isInstance)
            .mapToDouble(v -> ((TrialValue.Amount) v).value())
            .toArray();
    return values.length == 0 ? Double.NaN : Quantiles.median(values);
  }

  private static String why(List<Processor> used, boolean served) {
    for (Processor one : used) {
      List<TrialValue> parts =
          served
              ? List.of(one.busy(), one.iowait(), one.server(), one.command())
              : List.of(one.busy(), one.iowait(), one.command());
      for (TrialValue part : parts) {
        if (part instanceof TrialValue.Missing(String why)) {
          return why;
        }
      }
    }
    return "";
  }
}
