package dev.assize.lab;

import dev.assize.experiment.Nanos;
import dev.assize.experiment.PlannedTrial;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Estimates how long the rest of a plan takes: the mean time of the trials so far of the same cell
 * and arm, from the start of the attempt to the start of the next, so that all that surrounds a
 * measurement counts; the mean of all trials where a cell and arm has had none.
 */
final class Eta {
  private record Sum(long nanos, long count) {
    Sum plus(long more) {
      return new Sum(nanos + more, count + 1);
    }

    double mean() {
      return (double) nanos / count;
    }
  }

  private final Map<Site, Sum> sums = new HashMap<>();
  private Sum all = new Sum(0, 0);

  void took(PlannedTrial trial, long nanos) {
    sums.merge(
        new Site(trial.cell(), trial.arm()), new Sum(nanos, 1), (before, _) -> before.plus(nanos));
    all = all.plus(nanos);
  }

  Optional<Nanos> of(List<PlannedTrial> rest) {
    if (all.count() == 0) {
      return Optional.empty();
    }
    double total = 0;
    for (PlannedTrial trial : rest) {
      total += sums.getOrDefault(new Site(trial.cell(), trial.arm()), all).mean();
    }
    return Optional.of(new Nanos(Math.round(total)));
  }
}
