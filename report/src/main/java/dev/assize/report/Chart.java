package dev.assize.report;

import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import dev.assize.judge.Comparison;
import dev.assize.judge.Outcome;
import java.util.List;
import java.util.Optional;

/** What a figure draws. */
sealed interface Chart {
  /**
   * Effects with their intervals over one axis.
   *
   * @param unit of all numbers in it: {@code %} or the unit of a difference
   */
  record Forest(String unit, List<Effect> effects) implements Chart {
    public Forest {
      effects = List.copyOf(effects);
    }
  }

  /**
   * One row of a forest, in the forest's unit.
   *
   * @param text estimate and bounds as the tables write them
   */
  record Effect(
      String label,
      Outcome outcome,
      boolean primary,
      boolean lowerIsBetter,
      double threshold,
      Optional<Span> randomisation,
      Optional<Span> bootstrap,
      String text) {}

  /** An estimate with its bounds. A bound may be infinite. */
  record Span(double estimate, double low, double high) {}

  /**
   * The change of each block.
   *
   * @param changes in the unit, in the order of {@code blocks}
   */
  record Pairs(
      Comparison comparison,
      String unit,
      List<Double> changes,
      double threshold,
      Optional<Span> interval)
      implements Chart {
    public Pairs {
      changes = List.copyOf(changes);
    }
  }

  /** Values of trials in the order of running. */
  record Order(Cell cell, DisplayUnit scale, String metric, List<Series> series) implements Chart {
    public Order {
      series = List.copyOf(series);
    }
  }

  /** The same values by size, each drawn. */
  record Spread(Cell cell, DisplayUnit scale, String metric, List<Series> series) implements Chart {
    public Spread {
      series = List.copyOf(series);
    }
  }

  /** The trials of one arm. */
  record Series(ArmName arm, List<Point> points) {
    public Series {
      points = List.copyOf(points);
    }
  }

  /**
   * The value of one attempt.
   *
   * @param value in the metric's stored unit; absent when the attempt has none
   */
  record Point(int order, Optional<Double> value, Trial trial) {}

  /** Samples of an operation over all rounds and trials that count, by arm. */
  record Operations(Cell cell, String operation, DisplayUnit scale, List<Sampled> arms)
      implements Chart {
    public Operations {
      arms = List.copyOf(arms);
    }
  }

  /**
   * The samples of one arm.
   *
   * @param total how many there are
   * @param shown the ones to draw, ascending: all, or evenly spaced by rank with both ends
   */
  record Sampled(ArmName arm, int total, List<Double> shown, double median) {
    public Sampled {
      shown = List.copyOf(shown);
    }
  }
}
