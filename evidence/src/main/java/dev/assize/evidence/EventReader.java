package dev.assize.evidence;

import dev.assize.evidence.JsonIn.Malformed;
import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import dev.assize.experiment.ScenarioName;
import dev.assize.experiment.VariantName;

/** Reads events of schema 1. */
final class EventReader {
  private EventReader() {}

  static Event read(JsonIn in) throws Malformed {
    return in.typed(EventReader::rest);
  }

  private static Event rest(String type, JsonIn in) throws Malformed {
    return switch (type) {
      case "opened" ->
          new Event.Opened(
              in.key("schema").smallWhole(),
              in.key("tool").text(),
              in.key("seal").sha256(),
              in.key("host").sha256());
      case "set-up" ->
          new Event.SetUp(cell(in), arm(in), in.key("ok").truth(), in.key("detail").text());
      case "cleaned-up" ->
          new Event.CleanedUp(cell(in), arm(in), in.key("ok").truth(), in.key("detail").text());
      case "trial-started" -> new Event.TrialStarted(attempt(in));
      case "trial-ended" -> new Event.TrialEnded(TrialReader.read(in));
      case "stopped" -> new Event.Stopped(in.key("why").text());
      case "resumed" ->
          new Event.Resumed(
              in.key("tool").text(), in.key("hostChanges").map(key -> key, JsonIn::text));
      case "noted" -> new Event.Noted(in.key("topic").text(), in.key("text").text());
      case "closed" ->
          new Event.Closed(in.key("trials").smallWhole(), in.key("attempts").smallWhole());
      default -> throw JsonIn.unknownType("event", type);
    };
  }

  static Attempt attempt(JsonIn in) throws Malformed {
    return new Attempt(in.key("trial").smallWhole(), in.key("attempt").smallWhole());
  }

  static Cell cell(JsonIn in) throws Malformed {
    return new Cell(
        new ScenarioName(in.key("scenario").text()), new VariantName(in.key("variant").text()));
  }

  static ArmName arm(JsonIn in) throws Malformed {
    return new ArmName(in.key("arm").text());
  }
}
