package dev.assize.report;

import dev.assize.experiment.ArmName;
import dev.assize.experiment.ScenarioName;
import dev.assize.judge.Verdict;
import dev.assize.judge.Verdict.ExposureFound;
import dev.assize.judge.Verdict.ReadingFound;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Whether the treated code ran, with the readings that show it. */
final class ExposureTables {
  private final Verdict verdict;
  private final Labels labels;

  ExposureTables(Material material, Labels labels) {
    this.verdict = material.verdict();
    this.labels = labels;
  }

  /** What had to hold, and in which arms. */
  record Expectation(String expected, List<ArmName> arms) {
    Expectation {
      arms = List.copyOf(arms);
    }

    String title() {
      return expected + " in " + String.join(", ", arms.stream().map(ArmName::value).toList());
    }
  }

  /** Each expectation of one of the arms, once. */
  List<Expectation> expectations(List<ArmName> arms) {
    Map<String, List<ArmName>> found = new LinkedHashMap<>();
    for (ExposureFound exposure : verdict.exposures()) {
      List<ArmName> of = found.computeIfAbsent(exposure.expected(), _ -> new ArrayList<>());
      if (arms.contains(exposure.arm()) && !of.contains(exposure.arm())) {
        of.add(exposure.arm());
      }
    }
    List<Expectation> expectations = new ArrayList<>();
    found.forEach(
        (expected, of) -> {
          if (!of.isEmpty()) {
            expectations.add(new Expectation(expected, of));
          }
        });
    return expectations;
  }

  /** What is compared, from the smallest to the largest over variants, arms and trials. */
  Block.Datum shown(Expectation expectation, ScenarioName scenario) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    int kept = 0;
    int trials = 0;
    for (ExposureFound e : verdict.exposures()) {
      if (e.expected().equals(expectation.expected())
          && expectation.arms().contains(e.arm())
          && e.cell().scenario().equals(scenario)) {
        kept += e.kept();
        trials += e.trials();
        if (!e.readings().isEmpty() && !Double.isNaN(e.readings().getFirst().low())) {
          low = Math.min(low, e.readings().getFirst().low());
          high = Math.max(high, e.readings().getFirst().high());
        }
      }
    }
    String range = low <= high ? range(low, high) : "no reading";
    return Block.Datum.of(
        range + "; holds in " + kept + " of " + trials, kept < trials ? Tone.WARN : Tone.PLAIN);
  }

  List<Block> all() {
    if (verdict.exposures().isEmpty()) {
      return List.of();
    }
    List<List<Block.Datum>> rows = new ArrayList<>();
    for (ExposureFound exposure : verdict.exposures()) {
      rows.add(
          List.of(
              Block.Datum.of(exposure.arm() + " · " + labels.cell(exposure.cell())),
              Block.Datum.of(exposure.expected()),
              Block.Datum.of(exposure.kept() + " of " + exposure.trials() + " trials"),
              Block.Datum.of(
                  exposure.holds() ? "holds" : "does not hold",
                  exposure.holds() ? Tone.PLAIN : Tone.WARN),
              Block.Datum.of(
                  exposure.readings().isEmpty()
                      ? "none"
                      : String.join(
                          "; ",
                          exposure.readings().stream().map(ExposureTables::reading).toList()))));
    }
    return List.of(
        new Block.Table(
            "Exposure: did the treated code run where it had to, and nowhere else?",
            Block.Column.of(
                Block.Column.text("Arm"),
                Block.Column.text("Expected"),
                Block.Column.number("Found in"),
                Block.Column.text("So it"),
                Block.Column.text("Readings, smallest to largest")),
            rows));
  }

  private static String reading(ReadingFound reading) {
    String value = Double.isNaN(reading.low()) ? "no value" : range(reading.low(), reading.high());
    return reading.name()
        + " = "
        + value
        + (reading.missing() == 0
            ? ""
            : " (missing in " + reading.missing() + ": " + Words.joined(reading.why()) + ")");
  }

  private static String range(double low, double high) {
    String from = Numbers.significant(low);
    String to = Numbers.significant(high);
    return from.equals(to) ? from : from + " to " + to;
  }
}
