package dev.assize.judge;

import dev.assize.experiment.OperationName;
import dev.assize.judge.Verdict.LatencyFound;
import dev.assize.judge.Verdict.PercentileFound;
import java.util.List;

/** The percentiles in verdict.json. */
final class LatencyJson {
  private final JsonText json;

  LatencyJson(JsonText json) {
    this.json = json;
  }

  void write(Verdict v) {
    json.array("latencies", v.latencies(), this::latency);
  }

  private void latency(LatencyFound found) {
    json.object(
        () -> {
          VerdictWriter.place(json, found.cell(), found.arm());
          json.text("operation", found.operation().value());
          json.raw("samples", found.samples());
          json.array("percentiles", found.percentiles(), this::percentile);
        });
  }

  private void percentile(PercentileFound found) {
    json.object(
        () -> {
          json.number("q", found.q());
          json.number("value", found.value());
          json.raw("limited", found.limited());
        });
  }

  static List<LatencyFound> read(JsonPlace j) {
    return j.listIfThere(
        "latencies",
        l ->
            new LatencyFound(
                VerdictReader.cell(l),
                VerdictReader.arm(l),
                new OperationName(l.text("operation")),
                l.whole("samples"),
                l.list(
                    "percentiles",
                    p ->
                        new PercentileFound(p.number("q"), p.number("value"), p.bool("limited")))));
  }
}
