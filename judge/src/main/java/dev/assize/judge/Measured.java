package dev.assize.judge;

import dev.assize.judge.Comparison.ArmClusters;
import java.util.List;
import java.util.Optional;

/**
 * A comparison before the correction over its family.
 *
 * @param barred the outcome when something forbids a decision on the numbers
 * @param shown false when the numbers allow no test or interval at all
 * @param p uncorrected; absent without a test
 * @param clusters arms whose values fall into two groups
 * @param separated true when that forbids an overall figure
 */
record Measured(
    Subject subject,
    Pairs pairs,
    Optional<Ruling> barred,
    boolean shown,
    Optional<Double> p,
    List<ArmClusters> clusters,
    boolean separated) {
  Measured {
    clusters = List.copyOf(clusters);
  }

  /**
   * What Holm's procedure is to reckon with: a comparison that can't be decided is never rejected.
   */
  double pForFamily() {
    return barred.isPresent() ? 1 : p.orElse(1.0);
  }
}
