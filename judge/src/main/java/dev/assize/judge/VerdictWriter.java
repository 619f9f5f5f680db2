package dev.assize.judge;

import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Contrast;
import dev.assize.experiment.Metric;
import dev.assize.experiment.OperationName;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Writes verdict.json, key by key in the order of the records. */
final class VerdictWriter {
  private final JsonText json = new JsonText();

  byte[] write(Verdict v) {
    json.object(
        () -> {
          json.raw("schema", v.schema());
          json.text("experiment", v.experiment());
          json.text("run", v.run());
          json.text("outcome", v.outcome().name());
          json.raw("drift", v.drift());
          json.raw("complete", v.complete());
          json.raw("descriptive", v.descriptive());
          json.text("sentence", v.sentence());
          json.texts("flags", v.flags());
          json.texts("wouldChange", v.wouldChange());
          json.array("cells", v.cells(), this::cellVerdict);
          json.array("comparisons", v.comparisons(), this::comparison);
          json.wholes("regressions", v.regressions());
          json.array("voids", v.voids(), this::voided);
          json.key("counts", () -> counts(v.counts()));
          json.array("tallies", v.tallies(), this::tally);
          json.array("trends", v.trends(), this::trend);
          json.array("floors", v.floors(), this::floor);
          json.array("votes", v.votes(), this::vote);
          json.array("exposures", v.exposures(), this::exposure);
          new ObservedJson(json).write(v);
          new LatencyJson(json).write(v);
          json.texts("unreached", v.unreached());
          json.texts("open", v.open());
          json.texts("deviations", v.deviations());
          json.texts("limits", v.limits());
        });
    return json.toString().getBytes(StandardCharsets.UTF_8);
  }

  static void place(JsonText json, Cell cell, ArmName arm) {
    cell(json, cell);
    json.text("arm", arm.value());
  }

  private static void cell(JsonText json, Cell cell) {
    json.text("scenario", cell.scenario().value());
    json.text("variant", cell.variant().value());
  }

  private void contrast(Contrast contrast) {
    json.text("candidate", contrast.candidate().value());
    json.text("baseline", contrast.baseline().value());
  }

  private void cellVerdict(Verdict.CellVerdict c) {
    json.object(
        () -> {
          cell(json, c.cell());
          json.text("outcome", c.outcome().name());
        });
  }

  private void comparison(Comparison c) {
    json.object(
        () -> {
          cell(json, c.cell());
          contrast(c.contrast());
          json.key("metric", () -> metric(c.metric()));
          json.textOrNull("family", c.family().orElse(null));
          json.text("outcome", c.outcome().name());
          json.text("because", c.because());
          json.wholes("blocks", c.blocks());
          json.numbers("baselineValues", c.baseline());
          json.numbers("candidateValues", c.candidate());
          json.number("baselineMedian", c.baselineMedian());
          json.number("candidateMedian", c.candidateMedian());
          interval("randomisation", c.randomisation());
          interval("bootstrap", c.bootstrap());
          json.numberOrNull("pValue", c.pValue().orElse(null));
          json.numberOrNull("adjustedP", c.adjustedP().orElse(null));
          json.number("level", c.level());
          json.number("threshold", c.threshold());
          json.numberOrNull("floor", c.floor().orElse(null));
          reference(c.reference());
          json.array("clusters", c.clusters(), this::clusters);
          json.raw("separated", c.separated());
          json.raw("signalLost", c.signalLost());
          json.texts("remarks", c.remarks());
        });
  }

  private void metric(Metric m) {
    json.object(
        () -> {
          json.text("name", m.name().value());
          json.key("source", () -> source(m.source()));
          json.text("better", m.better().name());
          json.text("scale", m.scale().name());
          json.number("minimumEffect", m.minimumEffect());
          json.text("unit", m.unit());
          json.raw("primary", m.primary());
        });
  }

  private void source(Metric.Source source) {
    json.object(
        () -> {
          switch (source) {
            case Metric.Source.Reading(Metric.Kind kind) -> json.text("reading", kind.key());
            case Metric.Source.Operations(List<OperationName> operations, List<Integer> rounds) -> {
              json.texts("operations", operations.stream().map(OperationName::value).toList());
              json.wholes("rounds", rounds);
            }
            case Metric.Source.StdoutNumber(String regex) -> json.text("stdout", regex);
            case Metric.Source.Derived(var _, String text) -> json.text("derived", text);
          }
        });
  }

  private void interval(String name, Optional<Interval> interval) {
    if (interval.isEmpty()) {
      json.raw(name, "null");
      return;
    }
    Interval i = interval.get();
    json.key(
        name,
        () ->
            json.object(
                () -> {
                  json.number("estimate", i.estimate());
                  json.number("low", i.low());
                  json.number("high", i.high());
                }));
  }

  private void reference(Optional<Comparison.Reference> reference) {
    if (reference.isEmpty()) {
      json.raw("reference", "null");
      return;
    }
    json.key(
        "reference",
        () ->
            json.object(
                () -> {
                  json.raw("size", reference.get().size());
                  json.raw("enumerated", reference.get().enumerated());
                }));
  }

  private void clusters(Comparison.ArmClusters c) {
    json.object(
        () -> {
          json.text("arm", c.arm().value());
          json.key("lower", () -> group(c.lower()));
          json.key("upper", () -> group(c.upper()));
        });
  }

  private void group(Comparison.Group g) {
    json.object(
        () -> {
          json.raw("count", g.count());
          json.number("median", g.median());
          json.number("min", g.min());
          json.number("max", g.max());
        });
  }

  private void voided(Verdict.Voided v) {
    json.object(
        () -> {
          json.text("what", v.what());
          json.text("gate", v.gate());
          json.text("why", v.why());
        });
  }

  private void counts(Verdict.Counts c) {
    json.object(
        () -> {
          json.raw("planned", c.planned());
          json.raw("attempts", c.attempts());
          json.raw("retries", c.retries());
          json.raw("valid", c.valid());
          json.raw("voided", c.voided());
          json.raw("missing", c.missing());
        });
  }

  private void tally(Verdict.Tally t) {
    json.object(
        () -> {
          place(json, t.cell(), t.arm());
          json.raw("planned", t.planned());
          json.raw("attempts", t.attempts());
          json.raw("valid", t.valid());
          json.raw("failed", t.failed());
          json.raw("disturbed", t.disturbed());
        });
  }

  private void trend(Verdict.Trend t) {
    json.object(
        () -> {
          cell(json, t.cell());
          contrast(t.contrast());
          json.text("metric", t.metric().value());
          json.number("change", t.change());
          json.number("z", t.z());
          json.raw("drift", t.drift());
        });
  }

  private void floor(Verdict.FloorFound f) {
    json.object(
        () -> {
          json.text("variant", f.variant().value());
          json.text("metric", f.metric().value());
          json.text("baseline", f.baseline().value());
          json.number("value", f.value());
          json.number("stated", f.stated());
          json.number("median", f.median());
          json.number("p90", f.p90());
          json.number("max", f.max());
          json.raw("pairs", f.pairs());
        });
  }

  private void vote(Verdict.Vote v) {
    json.object(
        () -> {
          cell(json, v.cell());
          contrast(v.contrast());
          json.text("metric", v.metric().value());
          json.number("first", v.first());
          json.number("candidateMedian", v.candidate());
          json.number("second", v.second());
          json.number("change", v.change());
          json.number("floor", v.floor());
          json.raw("exposed", v.exposed());
          json.raw("beyondFloor", v.beyondFloor());
          json.raw("beyondTwins", v.beyondTwins());
          json.raw("eligible", v.eligible());
          json.raw("votes", v.votes());
        });
  }

  private void exposure(Verdict.ExposureFound e) {
    json.object(
        () -> {
          place(json, e.cell(), e.arm());
          json.text("expected", e.expected());
          json.raw("trials", e.trials());
          json.raw("kept", e.kept());
          json.array("readings", e.readings(), this::reading);
        });
  }

  private void reading(Verdict.ReadingFound r) {
    json.object(
        () -> {
          json.text("name", r.name());
          json.number("low", r.low());
          json.number("high", r.high());
          json.raw("missing", r.missing());
          json.text("why", r.why());
        });
  }
}
