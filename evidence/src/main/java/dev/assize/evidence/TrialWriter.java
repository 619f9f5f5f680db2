package dev.assize.evidence;

import dev.assize.experiment.MetricName;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;

/** Writes trial records in the canonical form of schema 1. */
final class TrialWriter {
  private TrialWriter() {}

  /** Writes the properties of the record into the object that is open. */
  static void write(JsonGenerator json, TrialRecord trial) {
    EventWriter.attempt(json, trial.attempt());
    json.writeBooleanProperty("measured", trial.measured());
    EventWriter.cell(json, trial.cell());
    json.writeStringProperty("arm", trial.arm().value());
    json.writeNumberProperty("block", trial.block());
    json.writeNumberProperty("position", trial.position());
    json.writeName("ending");
    ending(json, trial.ending());
    json.writeNumberProperty("startRaw", trial.startRaw());
    // Only where it is: lines of runs that observe nothing stay as they were.
    trial.startedAt().ifPresent(at -> json.writeNumberProperty("startedAt", at.value()));
    json.writeName("wall");
    trial.wall().ifPresentOrElse(nanos -> json.writeNumber(nanos.value()), () -> json.writeNull());
    json.writeName("ready");
    trial.ready().ifPresentOrElse(nanos -> json.writeNumber(nanos.value()), () -> json.writeNull());
    json.writeName("usage");
    trial.usage().ifPresentOrElse(usage -> usage(json, usage), () -> json.writeNull());
    operations(json, trial.operations());
    values(json, trial.values());
    files(json, "checked", trial.checked());
    gates(json, trial.gates());
    files(json, "files", trial.files());
    EventWriter.texts(json, "inForce", trial.inForce());
  }

  private static void ending(JsonGenerator json, Ending ending) {
    json.writeStartObject();
    switch (ending) {
      case Ending.Exited e -> {
        EventWriter.type(json, "exited");
        json.writeNumberProperty("status", e.status());
      }
      case Ending.Signalled e -> {
        EventWriter.type(json, "signalled");
        json.writeNumberProperty("signal", e.signal());
      }
      case Ending.TimedOut _ -> EventWriter.type(json, "timed-out");
      case Ending.NotStarted e -> {
        EventWriter.type(json, "not-started");
        json.writeStringProperty("why", e.why());
      }
      case Ending.Interrupted e -> {
        EventWriter.type(json, "interrupted");
        json.writeStringProperty("why", e.why());
      }
    }
    json.writeEndObject();
  }

  private static void usage(JsonGenerator json, Usage usage) {
    json.writeStartObject();
    json.writeNumberProperty("user", usage.user().value());
    json.writeNumberProperty("system", usage.system().value());
    json.writeNumberProperty("maxRss", usage.maxRss().value());
    json.writeNumberProperty("minorFaults", usage.minorFaults());
    json.writeNumberProperty("majorFaults", usage.majorFaults());
    json.writeNumberProperty("voluntarySwitches", usage.voluntarySwitches());
    json.writeNumberProperty("involuntarySwitches", usage.involuntarySwitches());
    json.writeEndObject();
  }

  // A trial may hold 50,000 samples: arrays without keys, about 20 bytes each.
  private static void operations(JsonGenerator json, List<OperationSample> samples) {
    json.writeName("operations");
    json.writeStartArray();
    for (OperationSample sample : samples) {
      json.writeStartArray();
      json.writeString(sample.operation().value());
      json.writeNumber(sample.round());
      json.writeNumber(sample.duration().value());
      sample.start().ifPresent(json::writeNumber);
      json.writeEndArray();
    }
    json.writeEndArray();
  }

  private static void values(JsonGenerator json, Map<MetricName, Reading> values) {
    json.writeName("values");
    json.writeStartObject();
    new TreeMap<>(values)
        .forEach(
            (name, reading) -> {
              json.writeName(name.value());
              reading(json, reading);
            });
    json.writeEndObject();
  }

  static void reading(JsonGenerator json, Reading reading) {
    json.writeStartObject();
    switch (reading) {
      case Reading.Whole r -> {
        EventWriter.type(json, "whole");
        json.writeNumberProperty("value", r.value());
      }
      case Reading.Decimal r -> {
        EventWriter.type(json, "decimal");
        json.writeStringProperty("text", r.text());
      }
      case Reading.Unpublished r -> {
        EventWriter.type(json, "unpublished");
        json.writeStringProperty("why", r.why());
      }
      case Reading.Absent r -> {
        EventWriter.type(json, "absent");
        json.writeStringProperty("why", r.why());
      }
      case Reading.NotApplicable _ -> EventWriter.type(json, "not-applicable");
    }
    json.writeEndObject();
  }

  static void files(JsonGenerator json, String name, List<FileRecord> files) {
    json.writeName(name);
    json.writeStartArray();
    for (FileRecord file : files) {
      json.writeStartObject();
      json.writeStringProperty("path", file.path());
      json.writeNumberProperty("size", file.size().value());
      json.writeStringProperty("sha256", file.sha256());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void gates(JsonGenerator json, List<GateResult> gates) {
    json.writeName("gates");
    json.writeStartArray();
    for (GateResult gate : gates) {
      json.writeStartObject();
      json.writeStringProperty("name", gate.name());
      json.writeBooleanProperty("passed", gate.passed());
      json.writeStringProperty("voids", gate.voids().name().toLowerCase(Locale.ROOT));
      json.writeStringProperty("detail", gate.detail());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
