package dev.assize.report;

import dev.assize.evidence.OperationSample;
import dev.assize.evidence.Reading;
import dev.assize.evidence.TrialRecord;
import dev.assize.experiment.Metric;
import dev.assize.experiment.Scenario;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Every sample as a row of CSV (RFC 4180: commas, CRLF, quotes doubled). Numbers are as measured,
 * with a point. A value that does not exist is an empty field, and the field {@code status} says
 * why; it is never a zero.
 */
final class CsvWriter {
  private final Material material;
  private final Labels labels;
  private final List<String> parameters;
  private final Appendable out;
  private final Values values;

  private CsvWriter(Material material, Appendable out) {
    this.material = material;
    this.labels = new Labels(material.experiment(), material.verdict().comparisons());
    Set<String> names = new TreeSet<>();
    material.experiment().scenarios().forEach(s -> names.addAll(s.parameters().keySet()));
    this.parameters = List.copyOf(names);
    this.out = out;
    this.values = new Values(material.verdict());
  }

  static void write(Material material, Appendable out) throws IOException {
    new CsvWriter(material, out).rows();
  }

  private void rows() throws IOException {
    List<String> heading = new ArrayList<>(List.of("run", "cell", "variant"));
    parameters.forEach(name -> heading.add("parameter_" + name));
    heading.addAll(
        List.of(
            "arm",
            "phase",
            "block",
            "position",
            "trial",
            "attempt",
            "valid",
            "metric",
            "operation",
            "round",
            "value",
            "unit",
            "status"));
    row(heading);
    for (Trial trial : History.of(material.entries(), material.verdict()).trials()) {
      trial(trial.record(), trial.state() != Trial.State.VOID);
    }
  }

  private void trial(TrialRecord trial, boolean valid) throws IOException {
    Scenario scenario = labels.scenario(trial.cell());
    List<String> start = new ArrayList<>();
    start.add(material.runId());
    start.add(trial.cell().toString());
    start.add(trial.cell().variant().value());
    for (String name : parameters) {
      start.add(scenario.parameters().getOrDefault(name, ""));
    }
    start.add(trial.arm().value());
    start.add(trial.measured() ? "measured" : "warm-up");
    start.add(Integer.toString(trial.block()));
    start.add(Integer.toString(trial.position()));
    start.add(Integer.toString(trial.attempt().trial()));
    start.add(Integer.toString(trial.attempt().number()));
    start.add(Boolean.toString(valid));
    for (Metric metric : material.experiment().metrics()) {
      Reading reading = values.of(metric, scenario, trial);
      row(start, metric.name().value(), "", "", value(reading), metric.unit(), status(reading));
    }
    for (OperationSample sample : trial.operations()) {
      row(
          start,
          "operation",
          sample.operation().value(),
          Integer.toString(sample.round()),
          Long.toString(sample.duration().value()),
          "ns",
          "measured");
    }
  }

  private static String value(Reading reading) {
    return switch (reading) {
      case Reading.Whole(long value) -> Long.toString(value);
      case Reading.Decimal(String text) -> text;
      case Reading.Unpublished _, Reading.Absent _, Reading.NotApplicable _ -> "";
    };
  }

  private static String status(Reading reading) {
    return switch (reading) {
      case Reading.Whole _, Reading.Decimal _ -> "measured";
      case Reading.Unpublished(String why) -> "not published: " + why;
      case Reading.Absent(String why) -> "absent: " + why;
      case Reading.NotApplicable _ -> "not applicable";
    };
  }

  private void row(List<String> start, String... rest) throws IOException {
    List<String> fields = new ArrayList<>(start);
    fields.addAll(List.of(rest));
    row(fields);
  }

  private void row(List<String> fields) throws IOException {
    for (int i = 0; i < fields.size(); i++) {
      if (i > 0) {
        out.append(',');
      }
      out.append(quoted(fields.get(i)));
    }
    out.append("\r\n");
  }

  private static String quoted(String field) {
    boolean plain = field.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? field : '"' + field.replace("\"", "\"\"") + '"';
  }
}
