package dev.assize.judge;

import dev.assize.evidence.Attempt;
import dev.assize.experiment.MetricName;
import dev.assize.experiment.VariantName;
import java.util.Arrays;
import java.util.List;

/** The parts of verdict.json that came with observations: written, and read where they are. */
final class ObservedJson {
  private final JsonText json;

  ObservedJson(JsonText json) {
    this.json = json;
  }

  void write(Verdict v) {
    json.array("variants", v.variants(), this::variant);
    json.array("derived", v.derived(), this::derived);
    json.array("windows", v.windows(), this::window);
    json.array("processors", v.processors(), this::processor);
  }

  private void variant(Verdict.VariantVerdict v) {
    json.object(
        () -> {
          json.text("variant", v.variant().value());
          json.text("outcome", v.outcome().name());
          json.array(
              "metrics",
              v.metrics(),
              m ->
                  json.object(
                      () -> {
                        json.text("metric", m.metric().value());
                        json.text("outcome", m.outcome().name());
                      }));
        });
  }

  private void derived(Verdict.DerivedFound d) {
    json.object(
        () -> {
          json.raw("trial", d.attempt().trial());
          json.raw("attempt", d.attempt().number());
          json.text("metric", d.metric().value());
          json.number("value", d.value());
          json.text("why", d.why());
        });
  }

  private void window(Verdict.WindowFound w) {
    json.object(
        () -> {
          VerdictWriter.place(json, w.cell(), w.arm());
          json.text("operation", w.operation());
          json.text("source", w.source());
          json.text("status", w.status().key());
          json.raw("count", w.count());
          json.text("example", w.example());
        });
  }

  private void processor(Verdict.ProcessorFound p) {
    json.object(
        () -> {
          VerdictWriter.place(json, p.cell(), p.arm());
          json.raw("trials", p.trials());
          json.number("busy", p.busy());
          json.number("iowait", p.iowait());
          json.number("server", p.server());
          json.number("command", p.command());
          json.text("why", p.why());
        });
  }

  static List<Verdict.VariantVerdict> variants(JsonPlace j) {
    return j.listIfThere(
        "variants",
        v ->
            new Verdict.VariantVerdict(
                new VariantName(v.text("variant")),
                v.choice("outcome", Outcome.class),
                v.list(
                    "metrics",
                    m ->
                        new Verdict.MetricVerdict(
                            new MetricName(m.text("metric")),
                            m.choice("outcome", Outcome.class)))));
  }

  static List<Verdict.DerivedFound> derived(JsonPlace j) {
    return j.listIfThere(
        "derived",
        d ->
            new Verdict.DerivedFound(
                new Attempt(d.whole("trial"), d.whole("attempt")),
                new MetricName(d.text("metric")),
                d.number("value"),
                d.text("why")));
  }

  static List<Verdict.WindowFound> windows(JsonPlace j) {
    return j.listIfThere(
        "windows",
        w ->
            new Verdict.WindowFound(
                VerdictReader.cell(w),
                VerdictReader.arm(w),
                w.text("operation"),
                w.text("source"),
                status(w),
                w.whole("count"),
                w.text("example")));
  }

  private static WindowStatus status(JsonPlace j) {
    String key = j.text("status");
    return Arrays.stream(WindowStatus.values())
        .filter(s -> s.key().equals(key))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "verdict.json at "
                        + j.path()
                        + "/status: expected one of "
                        + Arrays.stream(WindowStatus.values()).map(WindowStatus::key).toList()
                        + ", found '"
                        + key
                        + "'; make it again with 'assize judge'"));
  }

  static List<Verdict.ProcessorFound> processors(JsonPlace j) {
    return j.listIfThere(
        "processors",
        p ->
            new Verdict.ProcessorFound(
                VerdictReader.cell(p),
                VerdictReader.arm(p),
                p.whole("trials"),
                p.number("busy"),
                p.number("iowait"),
                p.number("server"),
                p.number("command"),
                p.text("why")));
  }
}
