package dev.assize.report;

import dev.assize.experiment.Arm;
import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Metric;
import dev.assize.experiment.Scenario;
import dev.assize.judge.Comparison;
import dev.assize.judge.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** How things are called in one report: what would be the same in every row is left out. */
final class Labels {
  private final Experiment experiment;
  private final boolean oneContrast;

  Labels(Experiment experiment, List<Comparison> comparisons) {
    this.experiment = experiment;
    this.oneContrast = comparisons.stream().map(Comparison::contrast).distinct().count() <= 1;
  }

  /** Metric, then the contrast and the cell where there is more than one. */
  String comparison(Comparison comparison) {
    List<String> parts = new ArrayList<>();
    parts.add(comparison.metric().name().value());
    if (!oneContrast) {
      parts.add(comparison.contrast().toString());
    }
    if (!oneCell()) {
      parts.add(cell(comparison.cell()));
    }
    return String.join(" · ", parts);
  }

  /** Metric, and the contrast where there is more than one: for tables of one cell. */
  String metric(Comparison comparison) {
    return oneContrast
        ? comparison.metric().name().value()
        : comparison.metric().name() + " · " + comparison.contrast();
  }

  boolean oneCell() {
    return experiment.scenarios().size() * experiment.variants().size() <= 1;
  }

  /** The scenario, with the variant where there is more than one. */
  String cell(Cell cell) {
    return experiment.variants().size() <= 1 ? cell.scenario().value() : cell.toString();
  }

  Scenario scenario(Cell cell) {
    return experiment.scenario(cell.scenario());
  }

  List<ArmName> arms() {
    return experiment.arms().stream().map(Arm::name).collect(Collectors.toList());
  }

  static String word(Outcome outcome) {
    return switch (outcome) {
      case WIN -> "WIN";
      case LOSS -> "LOSS";
      case NO_DIFFERENCE -> "NO DIFFERENCE";
      case UNDECIDED -> "UNDECIDED";
      case NOT_EXERCISED -> "NOT EXERCISED";
      case VOID -> "VOID";
    };
  }

  static Block.Datum datum(Outcome outcome) {
    return Block.Datum.of(symbol(outcome) + Numbers.NBSP + word(outcome), tone(outcome));
  }

  /** A sign that says the same without colour. */
  static String symbol(Outcome outcome) {
    return switch (outcome) {
      case WIN -> "✓";
      case LOSS -> "✗";
      case NO_DIFFERENCE -> "=";
      case UNDECIDED -> "?";
      case NOT_EXERCISED -> "○";
      case VOID -> "!";
    };
  }

  /** What the word means, for a reader who meets it for the first time. */
  static String meaning(Outcome outcome) {
    return switch (outcome) {
      case WIN -> "The candidate is better by at least the smallest change that matters.";
      case LOSS -> "The candidate is worse by at least the smallest change that matters.";
      case NO_DIFFERENCE ->
          "Any difference is smaller than the smallest change that matters. This is a finding.";
      case UNDECIDED -> "This run cannot tell. It does not show that the arms are equal.";
      case NOT_EXERCISED ->
          "The changed code did not run, or not enough of it, so the run says nothing about it.";
      case VOID -> "Something went wrong that forbids a conclusion in either direction.";
    };
  }

  static Tone tone(Outcome outcome) {
    return switch (outcome) {
      case WIN -> Tone.GOOD;
      case LOSS -> Tone.BAD;
      case NO_DIFFERENCE -> Tone.SAME;
      case UNDECIDED -> Tone.OPEN;
      case NOT_EXERCISED, VOID -> Tone.WARN;
    };
  }

  static String direction(Metric metric) {
    return metric.better() == Metric.Better.LOWER ? "less is better" : "more is better";
  }
}
