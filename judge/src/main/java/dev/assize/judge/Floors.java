package dev.assize.judge;

import dev.assize.experiment.Arm;
import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Contrast;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Metric;
import dev.assize.experiment.Variant;
import dev.assize.experiment.VariantName;
import dev.assize.judge.Verdict.FloorFound;
import dev.assize.stats.Floor;
import dev.assize.stats.Quantiles;
import dev.assize.stats.Scale;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** The noise between identical arms, from an experiment's twins. */
final class Floors {
  private final Experiment experiment;
  private final Examination examination;

  Floors(Experiment experiment, Examination examination) {
    this.experiment = experiment;
    this.examination = examination;
  }

  /** The baseline's twins, without the contrast's own candidate: it can't be its own yardstick. */
  List<ArmName> twins(Contrast contrast) {
    return experiment.arms().stream()
        .filter(a -> a.twinOf().isPresent() && a.twinOf().get().equals(contrast.baseline()))
        .map(Arm::name)
        .filter(a -> !a.equals(contrast.candidate()))
        .toList();
  }

  /**
   * Returns the floor of a contrast in a variant group: max(stated minimum, p90) of the spreads
   * between twins, over cells and twins. For differences it is the p90 alone, in the metric's unit.
   * Empty when neither is there.
   */
  Optional<Double> floor(VariantName variant, Metric metric, Contrast contrast) {
    double stated = metric.scale() == Scale.RATIO ? experiment.decision().minimumFloor() : 0;
    double[] spreads = spreads(variant, metric, contrast);
    return spreads.length == 0 && stated == 0
        ? Optional.empty()
        : Optional.of(Math.max(stated, p90(spreads)));
  }

  private static double p90(double[] spreads) {
    return spreads.length == 0 ? 0 : Quantiles.nearestRank(spreads, 0.9);
  }

  private double[] spreads(VariantName variant, Metric metric, Contrast contrast) {
    List<Double> spreads = new ArrayList<>();
    for (Cell cell : experiment.cells()) {
      if (!cell.variant().equals(variant)
          || !metric.appliesTo(experiment.scenario(cell.scenario()))) {
        continue;
      }
      for (ArmName twin : twins(contrast)) {
        Pairs pairs = Pairs.of(examination, cell, new Contrast(twin, contrast.baseline()), metric);
        if (pairs.n() > 0) {
          double first = Quantiles.median(pairs.baseline());
          double second = Quantiles.median(pairs.candidate());
          if (metric.scale() == Scale.DIFFERENCE) {
            spreads.add(Math.abs(second - first));
          } else if (first > 0 && second > 0) {
            spreads.add(Floor.spread(first, second));
          }
        }
      }
    }
    return spreads.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** Every floor that was measured, for the report; the stated minimum has the minimum effect. */
  List<FloorFound> measured() {
    List<FloorFound> floors = new ArrayList<>();
    List<ArmName> repeated =
        experiment.arms().stream().flatMap(a -> a.twinOf().stream()).distinct().toList();
    for (Variant variant : experiment.variants()) {
      for (Metric metric : experiment.metrics()) {
        for (ArmName baseline : repeated) {
          // A contrast of the baseline with itself has all of its twins as yardsticks.
          double[] spreads = spreads(variant.name(), metric, new Contrast(baseline, baseline));
          if (spreads.length > 0) {
            floors.add(found(variant.name(), metric, baseline, spreads));
          }
        }
      }
    }
    return floors;
  }

  private FloorFound found(VariantName variant, Metric metric, ArmName baseline, double[] spreads) {
    double stated =
        metric.scale() == Scale.RATIO
            ? Math.max(experiment.decision().minimumFloor(), metric.minimumEffect())
            : metric.minimumEffect();
    return new FloorFound(
        variant,
        metric.name(),
        baseline,
        Math.max(stated, p90(spreads)),
        stated,
        Quantiles.median(spreads),
        p90(spreads),
        DoubleStream.of(spreads).max().orElseThrow(),
        spreads.length);
  }
}
