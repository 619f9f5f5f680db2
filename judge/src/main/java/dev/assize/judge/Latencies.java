package dev.assize.judge;

import dev.assize.evidence.OperationSample;
import dev.assize.experiment.Arm;
import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.OperationName;
import dev.assize.judge.Verdict.LatencyFound;
import dev.assize.judge.Verdict.PercentileFound;
import dev.assize.stats.Percentile;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Percentiles of the operations' durations, by cell, arm and operation, over every round of the
 * measured trials that count. They describe; no rule looks at them, for rounds of one trial depend
 * on each other.
 */
final class Latencies {
  private static final double[] QUANTILES = {0.5, 0.9, 0.99, 0.999, 0.9999};

  private Latencies() {}

  static List<LatencyFound> of(Experiment experiment, Examination examination) {
    List<LatencyFound> found = new ArrayList<>();
    for (Cell cell : experiment.cells()) {
      List<OperationName> operations = experiment.scenario(cell.scenario()).operations();
      if (operations.isEmpty()) {
        continue;
      }
      for (Arm arm : experiment.arms()) {
        Map<OperationName, LongStream.Builder> durations =
            durations(examination.trials(cell, arm.name()).values());
        for (OperationName operation : operations) {
          LongStream.Builder of = durations.get(operation);
          if (of != null) {
            found.add(of(cell, arm.name(), operation, of.build().asDoubleStream().toArray()));
          }
        }
      }
    }
    return found;
  }

  private static Map<OperationName, LongStream.Builder> durations(Collection<Examined> trials) {
    Map<OperationName, LongStream.Builder> durations = new HashMap<>();
    for (Examined trial : trials) {
      for (OperationSample sample : trial.record().operations()) {
        durations
            .computeIfAbsent(sample.operation(), _ -> LongStream.builder())
            .add(sample.duration().value());
      }
    }
    return durations;
  }

  private static LatencyFound of(
      Cell cell, ArmName arm, OperationName operation, double[] durations) {
    List<PercentileFound> percentiles =
        Percentile.all(durations, QUANTILES).stream()
            .filter(p -> p.value().isPresent())
            .map(
                p ->
                    new PercentileFound(
                        p.q(),
                        p.value().getAsDouble(),
                        p.resolution() == Percentile.Resolution.LIMITED))
            .toList();
    return new LatencyFound(cell, arm, operation, durations.length, percentiles);
  }
}
