package dev.assize.evidence;

import dev.assize.evidence.JsonIn.Malformed;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;

/** Observations as lines of JSON, in the canonical form of schema 1. */
final class ObservationJson {
  private ObservationJson() {}

  /** Returns the line without its newline. */
  static byte[] write(Observation observation) {
    return Json.write(
        json -> {
          json.writeStartObject();
          properties(json, observation);
          json.writeEndObject();
        });
  }

  static Observation read(byte[] line) throws Malformed {
    return JsonIn.read(line, in -> in.typed(ObservationJson::rest));
  }

  private static void properties(JsonGenerator json, Observation observation) {
    switch (observation) {
      case Observation.Clocks o -> {
        EventWriter.type(json, "clocks");
        json.writeNumberProperty("monotonic", o.monotonic());
        json.writeNumberProperty("raw", o.raw());
        json.writeNumberProperty("realtime", o.realtime());
      }
      case Observation.Sample o -> {
        EventWriter.type(json, "sample");
        json.writeStringProperty("source", o.source());
        json.writeNumberProperty("at", o.at());
        o.stated().ifPresent(stated -> json.writeNumberProperty("stated", stated));
        o.pid().ifPresent(pid -> json.writeNumberProperty("pid", pid));
        readings(json, o.readings());
      }
      case Observation.Ended o -> {
        EventWriter.type(json, "ended");
        json.writeStringProperty("source", o.source());
        json.writeNumberProperty("at", o.at());
        json.writeBooleanProperty("failed", o.failed());
        json.writeStringProperty("why", o.why());
      }
      case Observation.Registered o -> {
        EventWriter.type(json, "registered");
        json.writeNumberProperty("at", o.at());
        json.writeNumberProperty("pid", o.pid());
        instance(json, o.component(), o.instance());
        EventWriter.texts(json, "requested", o.requested());
        EventWriter.texts(json, "enabled", o.enabled());
      }
      case Observation.Checkpoint o -> {
        EventWriter.type(json, "checkpoint");
        json.writeNumberProperty("at", o.at());
        instance(json, o.component(), o.instance());
        json.writeStringProperty("token", o.token());
      }
      case Observation.Final o -> {
        EventWriter.type(json, "final");
        json.writeNumberProperty("at", o.at());
        instance(json, o.component(), o.instance());
      }
      case Observation.ProtocolFault o -> {
        EventWriter.type(json, "fault");
        json.writeNumberProperty("at", o.at());
        instance(json, o.component(), o.instance());
        json.writeStringProperty("fault", o.fault());
      }
    }
  }

  private static void instance(JsonGenerator json, String component, String instance) {
    json.writeStringProperty("component", component);
    json.writeStringProperty("instance", instance);
  }

  // A sample of a large host has hundreds of readings, nearly all of them whole numbers: those are
  // plain numbers, decimals are strings, and only what has no value is an object.
  private static void readings(JsonGenerator json, Map<String, Reading> readings) {
    json.writeName("readings");
    json.writeStartObject();
    TreeMap<String, Reading> sorted = new TreeMap<>();
    readings.forEach((name, reading) -> sorted.put(EventWriter.readableKey(name), reading));
    sorted.forEach(
        (name, reading) -> {
          json.writeName(name);
          switch (reading) {
            case Reading.Whole(long value) -> json.writeNumber(value);
            case Reading.Decimal(String text) -> json.writeString(text);
            case Reading.Unpublished _, Reading.Absent _, Reading.NotApplicable _ ->
                TrialWriter.reading(json, reading);
          }
        });
    json.writeEndObject();
  }

  private static Observation rest(String type, JsonIn in) throws Malformed {
    return switch (type) {
      case "clocks" ->
          new Observation.Clocks(
              in.key("monotonic").whole(), in.key("raw").whole(), in.key("realtime").whole());
      case "sample" ->
          new Observation.Sample(
              in.key("source").text(),
              in.key("at").whole(),
              in.optionalKey("stated", JsonIn::whole)
                  .map(OptionalLong::of)
                  .orElse(OptionalLong.empty()),
              in.optionalKey("pid", JsonIn::smallWhole)
                  .map(OptionalInt::of)
                  .orElse(OptionalInt.empty()),
              in.key("readings").map(name -> name, ObservationJson::reading));
      case "ended" ->
          new Observation.Ended(
              in.key("source").text(),
              in.key("at").whole(),
              in.key("failed").truth(),
              in.key("why").text());
      case "registered" ->
          new Observation.Registered(
              in.key("at").whole(),
              in.key("pid").smallWhole(),
              in.key("component").text(),
              in.key("instance").text(),
              in.key("requested").map(name -> name, JsonIn::text),
              in.key("enabled").map(name -> name, JsonIn::text));
      case "checkpoint" ->
          new Observation.Checkpoint(
              in.key("at").whole(),
              in.key("component").text(),
              in.key("instance").text(),
              in.key("token").text());
      case "final" ->
          new Observation.Final(
              in.key("at").whole(), in.key("component").text(), in.key("instance").text());
      case "fault" ->
          new Observation.ProtocolFault(
              in.key("at").whole(),
              in.key("component").text(),
              in.key("instance").text(),
              in.key("fault").text());
      default -> throw JsonIn.unknownType("observation", type);
    };
  }

  private static Reading reading(JsonIn in) throws Malformed {
    if (in.atWhole()) {
      return new Reading.Whole(in.whole());
    }
    if (in.atText()) {
      return new Reading.Decimal(in.text());
    }
    return in.typed(
        (type, inside) -> {
          if (type.equals("whole") || type.equals("decimal")) {
            throw new Malformed("expected a number as a plain value, found type '" + type + "'");
          }
          return TrialReader.reading(type, inside);
        });
  }
}
