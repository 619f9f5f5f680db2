package dev.assize.judge;

import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Contrast;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Expression;
import dev.assize.experiment.Metric;
import dev.assize.experiment.MetricName;
import dev.assize.experiment.OperationName;
import dev.assize.experiment.ScenarioName;
import dev.assize.experiment.VariantName;
import dev.assize.stats.Scale;
import java.util.Arrays;

/** Reads verdict.json. */
final class VerdictReader {
  private VerdictReader() {}

  static Verdict verdict(JsonPlace j) {
    int schema = j.whole("schema");
    if (schema < 1 || schema > Experiment.SCHEMA) {
      throw new IllegalArgumentException(
          "verdict.json: expected schema 1 to "
              + Experiment.SCHEMA
              + ", found "
              + schema
              + "; use the build that wrote it, or make it again with 'assize judge'");
    }
    JsonPlace counts = j.at("counts");
    return new Verdict(
        schema,
        j.text("experiment"),
        j.text("run"),
        j.choice("outcome", Outcome.class),
        j.bool("drift"),
        j.bool("complete"),
        j.bool("descriptive"),
        j.text("sentence"),
        j.texts("flags"),
        j.texts("wouldChange"),
        j.list("cells", c -> new Verdict.CellVerdict(cell(c), c.choice("outcome", Outcome.class))),
        j.list("comparisons", VerdictReader::comparison),
        j.list("regressions", JsonPlace::whole),
        j.list("voids", v -> new Verdict.Voided(v.text("what"), v.text("gate"), v.text("why"))),
        new Verdict.Counts(
            counts.whole("planned"),
            counts.whole("attempts"),
            counts.whole("retries"),
            counts.whole("valid"),
            counts.whole("voided"),
            counts.whole("missing")),
        j.list("tallies", VerdictReader::tally),
        j.list("trends", VerdictReader::trend),
        j.list("floors", VerdictReader::floor),
        j.list("votes", VerdictReader::vote),
        j.list("exposures", VerdictReader::exposure),
        ObservedJson.variants(j),
        ObservedJson.derived(j),
        ObservedJson.windows(j),
        ObservedJson.processors(j),
        LatencyJson.read(j),
        j.listIfThere("unreached", JsonPlace::text),
        j.listIfThere("open", JsonPlace::text),
        j.texts("deviations"),
        j.texts("limits"));
  }

  static Cell cell(JsonPlace j) {
    return new Cell(new ScenarioName(j.text("scenario")), new VariantName(j.text("variant")));
  }

  private static Contrast contrast(JsonPlace j) {
    return new Contrast(new ArmName(j.text("candidate")), new ArmName(j.text("baseline")));
  }

  static ArmName arm(JsonPlace j) {
    return new ArmName(j.text("arm"));
  }

  private static Comparison comparison(JsonPlace j) {
    return new Comparison(
        cell(j),
        contrast(j),
        metric(j.at("metric")),
        j.optional("family", JsonPlace::text),
        j.choice("outcome", Outcome.class),
        j.text("because"),
        j.list("blocks", JsonPlace::whole),
        j.list("baselineValues", JsonPlace::number),
        j.list("candidateValues", JsonPlace::number),
        j.number("baselineMedian"),
        j.number("candidateMedian"),
        j.optional("randomisation", VerdictReader::interval),
        j.optional("bootstrap", VerdictReader::interval),
        j.optional("pValue", JsonPlace::number),
        j.optional("adjustedP", JsonPlace::number),
        j.number("level"),
        j.number("threshold"),
        j.optional("floor", JsonPlace::number),
        j.optional(
            "reference",
            r ->
                new Comparison.Reference(
                    r.at("size").node().bigIntegerValue(), r.bool("enumerated"))),
        j.list(
            "clusters",
            c -> new Comparison.ArmClusters(arm(c), group(c.at("lower")), group(c.at("upper")))),
        j.bool("separated"),
        j.bool("signalLost"),
        j.texts("remarks"));
  }

  private static Metric metric(JsonPlace j) {
    return new Metric(
        new MetricName(j.text("name")),
        source(j.at("source")),
        j.choice("better", Metric.Better.class),
        j.choice("scale", Scale.class),
        j.number("minimumEffect"),
        j.text("unit"),
        j.bool("primary"));
  }

  private static Metric.Source source(JsonPlace j) {
    if (j.has("reading")) {
      String key = j.text("reading");
      return new Metric.Source.Reading(
          Arrays.stream(Metric.Kind.values())
              .filter(k -> k.key().equals(key))
              .findFirst()
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "verdict.json at "
                              + j.path()
                              + ": expected the name of a reading, found '"
                              + key
                              + "'")));
    }
    if (j.has("derived")) {
      String text = j.text("derived");
      return new Metric.Source.Derived(Expression.parse(text), text);
    }
    if (j.has("stdout")) {
      return new Metric.Source.StdoutNumber(j.text("stdout"));
    }
    return new Metric.Source.Operations(
        j.list("operations", o -> new OperationName(o.text())), j.list("rounds", JsonPlace::whole));
  }

  private static Interval interval(JsonPlace j) {
    return new Interval(j.number("estimate"), j.number("low"), j.number("high"));
  }

  private static Comparison.Group group(JsonPlace j) {
    return new Comparison.Group(
        j.whole("count"), j.number("median"), j.number("min"), j.number("max"));
  }

  private static Verdict.Tally tally(JsonPlace j) {
    return new Verdict.Tally(
        cell(j),
        arm(j),
        j.whole("planned"),
        j.whole("attempts"),
        j.whole("valid"),
        j.whole("failed"),
        j.whole("disturbed"));
  }

  private static Verdict.Trend trend(JsonPlace j) {
    return new Verdict.Trend(
        cell(j),
        contrast(j),
        new MetricName(j.text("metric")),
        j.number("change"),
        j.number("z"),
        j.bool("drift"));
  }

  private static Verdict.FloorFound floor(JsonPlace j) {
    return new Verdict.FloorFound(
        new VariantName(j.text("variant")),
        new MetricName(j.text("metric")),
        new ArmName(j.text("baseline")),
        j.number("value"),
        j.numberIfThere("stated"),
        j.numberIfThere("median"),
        j.number("p90"),
        j.numberIfThere("max"),
        j.whole("pairs"));
  }

  private static Verdict.Vote vote(JsonPlace j) {
    return new Verdict.Vote(
        cell(j),
        contrast(j),
        new MetricName(j.text("metric")),
        j.numberIfThere("first"),
        j.numberIfThere("candidateMedian"),
        j.numberIfThere("second"),
        j.number("change"),
        j.number("floor"),
        j.bool("exposed"),
        j.bool("beyondFloor"),
        j.bool("beyondTwins"),
        !j.has("eligible") || j.bool("eligible"),
        j.bool("votes"));
  }

  private static Verdict.ExposureFound exposure(JsonPlace j) {
    return new Verdict.ExposureFound(
        cell(j),
        arm(j),
        // Earlier builds knew only the two bounds of a metric.
        j.has("metric")
            ? j.text("metric") + (j.text("expected").equals("zero") ? " to be zero" : " above zero")
            : j.text("expected"),
        j.whole("trials"),
        j.whole("kept"),
        j.listIfThere(
            "readings",
            r ->
                new Verdict.ReadingFound(
                    r.text("name"),
                    r.number("low"),
                    r.number("high"),
                    r.whole("missing"),
                    r.text("why"))));
  }
}
