package dev.assize.evidence;

import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;

/** Writes events in the canonical form of schema 1. */
final class EventWriter {
  private EventWriter() {}

  static void write(JsonGenerator json, Event event) {
    json.writeStartObject();
    switch (event) {
      case Event.Opened e -> {
        type(json, "opened");
        json.writeNumberProperty("schema", e.schema());
        json.writeStringProperty("tool", e.tool());
        json.writeStringProperty("seal", e.seal());
        json.writeStringProperty("host", e.host());
      }
      case Event.SetUp e -> {
        type(json, "set-up");
        cell(json, e.cell());
        json.writeStringProperty("arm", e.arm().value());
        json.writeBooleanProperty("ok", e.ok());
        json.writeStringProperty("detail", e.detail());
      }
      case Event.CleanedUp e -> {
        type(json, "cleaned-up");
        cell(json, e.cell());
        json.writeStringProperty("arm", e.arm().value());
        json.writeBooleanProperty("ok", e.ok());
        json.writeStringProperty("detail", e.detail());
      }
      case Event.TrialStarted e -> {
        type(json, "trial-started");
        attempt(json, e.attempt());
      }
      case Event.TrialEnded e -> {
        type(json, "trial-ended");
        TrialWriter.write(json, e.trial());
      }
      case Event.Stopped e -> {
        type(json, "stopped");
        json.writeStringProperty("why", e.why());
      }
      case Event.Resumed e -> {
        type(json, "resumed");
        json.writeStringProperty("tool", e.tool());
        texts(json, "hostChanges", e.hostChanges());
      }
      case Event.Noted e -> {
        type(json, "noted");
        json.writeStringProperty("topic", e.topic());
        json.writeStringProperty("text", e.text());
      }
      case Event.Closed e -> {
        type(json, "closed");
        json.writeNumberProperty("trials", e.trials());
        json.writeNumberProperty("attempts", e.attempts());
      }
    }
    json.writeEndObject();
  }

  static void type(JsonGenerator json, String type) {
    json.writeStringProperty("type", type);
  }

  static void attempt(JsonGenerator json, Attempt attempt) {
    json.writeNumberProperty("trial", attempt.trial());
    json.writeNumberProperty("attempt", attempt.number());
  }

  static void cell(JsonGenerator json, dev.assize.experiment.Cell cell) {
    json.writeStringProperty("scenario", cell.scenario().value());
    json.writeStringProperty("variant", cell.variant().value());
  }

  static void texts(JsonGenerator json, String name, Map<String, String> texts) {
    json.writeName(name);
    json.writeStartObject();
    TreeMap<String, String> sorted = new TreeMap<>();
    texts.forEach((key, text) -> sorted.put(readableKey(key), text));
    sorted.forEach(json::writeStringProperty);
    json.writeEndObject();
  }

  // The parser takes half of a surrogate pair in a value and refuses it in a key: one such key
  // would make the whole journal unreadable. Its escape is spelled out instead.
  static String readableKey(String key) {
    StringBuilder readable = new StringBuilder(key.length());
    key.codePoints()
        .forEach(
            point -> {
              if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                readable.append("\\u").append(Integer.toHexString(point));
              } else {
                readable.appendCodePoint(point);
              }
            });
    return readable.toString();
  }
}
