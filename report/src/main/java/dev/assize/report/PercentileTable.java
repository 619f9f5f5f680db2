package dev.assize.report;

import dev.assize.judge.Verdict.LatencyFound;
import dev.assize.judge.Verdict.PercentileFound;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Percentiles of the operations' durations, and which of them few samples stand for. */
final class PercentileTable {
  private final List<LatencyFound> latencies;
  private final Labels labels;

  PercentileTable(Material material, Labels labels) {
    this.latencies = material.verdict().latencies();
    this.labels = labels;
  }

  /** None when no operation has a sample. */
  Optional<Block> block() {
    if (latencies.isEmpty()) {
      return Optional.empty();
    }
    TreeSet<Double> quantiles = new TreeSet<>();
    for (LatencyFound found : latencies) {
      found.percentiles().forEach(p -> quantiles.add(p.q()));
    }
    List<Block.Column> columns = new ArrayList<>();
    columns.add(Block.Column.text("Operation"));
    columns.add(Block.Column.text("Arm"));
    columns.add(Block.Column.number("Samples"));
    quantiles.forEach(q -> columns.add(Block.Column.number(name(q))));
    Map<String, List<LatencyFound>> bySubject =
        latencies.stream().collect(Collectors.groupingBy(this::subject));
    List<List<Block.Datum>> rows = new ArrayList<>();
    boolean limited = false;
    for (LatencyFound found : latencies) {
      String subject = subject(found);
      List<Block.Datum> row = new ArrayList<>();
      row.add(Block.Datum.of(subject));
      row.add(Block.Datum.of(found.arm().value()));
      row.add(Block.Datum.of(found.samples()));
      DisplayUnit scale = scale(bySubject.getOrDefault(subject, List.of()));
      for (double q : quantiles) {
        row.add(datum(found, q, scale));
      }
      limited |= found.percentiles().stream().anyMatch(PercentileFound::limited);
      rows.add(row);
    }
    return Optional.of(
        new Block.Table(
            "Percentiles of operations by nearest rank. A percentile is left out when under one"
                + " sample is expected above it"
                + (limited ? "; * limited resolution: under ten are" : ""),
            columns,
            rows));
  }

  private static Block.Datum datum(LatencyFound found, double q, DisplayUnit scale) {
    for (PercentileFound percentile : found.percentiles()) {
      if (percentile.q() == q) {
        String shown = scale.show(percentile.value());
        return percentile.limited()
            ? Block.Datum.of(shown + " *", Tone.WARN)
            : Block.Datum.of(shown);
      }
    }
    return Block.Datum.of("too few samples");
  }

  private String subject(LatencyFound found) {
    return found.operation() + (labels.oneCell() ? "" : " · " + labels.cell(found.cell()));
  }

  /** One scale for the arms of an operation, so that their numbers can be compared at sight. */
  private static DisplayUnit scale(List<LatencyFound> ofSubject) {
    return DisplayUnit.of(
        "ns",
        ofSubject.stream()
            .flatMapToDouble(
                found -> found.percentiles().stream().mapToDouble(PercentileFound::value)));
  }

  /** Returns {@code p99.9} for 0.999. */
  private static String name(double q) {
    return "p" + BigDecimal.valueOf(q).movePointRight(2).stripTrailingZeros().toPlainString();
  }
}
