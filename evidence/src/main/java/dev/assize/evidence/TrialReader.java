package dev.assize.evidence;

import dev.assize.evidence.JsonIn.Malformed;
import dev.assize.experiment.Bytes;
import dev.assize.experiment.Gate;
import dev.assize.experiment.MetricName;
import dev.assize.experiment.Nanos;
import dev.assize.experiment.OperationName;
import java.util.Locale;
import java.util.OptionalLong;

/** Reads trial records of schema 1. */
final class TrialReader {
  private TrialReader() {}

  /** Reads the properties of the record inside the object that is open. */
  static TrialRecord read(JsonIn in) throws Malformed {
    return new TrialRecord(
        EventReader.attempt(in),
        in.key("measured").truth(),
        EventReader.cell(in),
        EventReader.arm(in),
        in.key("block").smallWhole(),
        in.key("position").smallWhole(),
        in.key("ending").typed(TrialReader::ending),
        in.key("startRaw").whole(),
        in.optionalKey("startedAt", TrialReader::nanos),
        in.key("wall").optional(TrialReader::nanos),
        in.key("ready").optional(TrialReader::nanos),
        in.key("usage").optional(TrialReader::usage),
        in.key("operations").list(TrialReader::operation),
        in.key("values").map(MetricName::new, value -> value.typed(TrialReader::reading)),
        in.key("checked").list(TrialReader::file),
        in.key("gates").list(TrialReader::gate),
        in.key("files").list(TrialReader::file),
        in.key("inForce").map(key -> key, JsonIn::text));
  }

  private static Nanos nanos(JsonIn in) throws Malformed {
    return new Nanos(in.whole());
  }

  private static Ending ending(String type, JsonIn in) throws Malformed {
    return switch (type) {
      case "exited" -> new Ending.Exited(in.key("status").smallWhole());
      case "signalled" -> new Ending.Signalled(in.key("signal").smallWhole());
      case "timed-out" -> new Ending.TimedOut();
      case "not-started" -> new Ending.NotStarted(in.key("why").text());
      case "interrupted" -> new Ending.Interrupted(in.key("why").text());
      default -> throw JsonIn.unknownType("ending", type);
    };
  }

  private static Usage usage(JsonIn in) throws Malformed {
    in.startObject();
    Usage usage =
        new Usage(
            nanos(in.key("user")),
            nanos(in.key("system")),
            new Bytes(in.key("maxRss").whole()),
            in.key("minorFaults").whole(),
            in.key("majorFaults").whole(),
            in.key("voluntarySwitches").whole(),
            in.key("involuntarySwitches").whole());
    in.endObject();
    return usage;
  }

  private static OperationSample operation(JsonIn in) throws Malformed {
    in.startArray();
    OperationSample sample =
        new OperationSample(
            in.name(OperationName.class, OperationName::new),
            in.smallWhole(),
            nanos(in),
            in.atEndOfArray() ? OptionalLong.empty() : OptionalLong.of(in.whole()));
    in.endArray();
    return sample;
  }

  static Reading reading(String type, JsonIn in) throws Malformed {
    return switch (type) {
      case "whole" -> new Reading.Whole(in.key("value").whole());
      case "decimal" -> new Reading.Decimal(in.key("text").text());
      case "unpublished" -> new Reading.Unpublished(in.key("why").text());
      case "absent" -> new Reading.Absent(in.key("why").text());
      case "not-applicable" -> new Reading.NotApplicable();
      default -> throw JsonIn.unknownType("reading", type);
    };
  }

  static FileRecord file(JsonIn in) throws Malformed {
    in.startObject();
    FileRecord file =
        new FileRecord(
            in.key("path").text(), new Bytes(in.key("size").whole()), in.key("sha256").sha256());
    in.endObject();
    return file;
  }

  private static GateResult gate(JsonIn in) throws Malformed {
    in.startObject();
    GateResult gate =
        new GateResult(
            in.key("name").text(),
            in.key("passed").truth(),
            in.key("voids")
                .oneOf(Gate.Scope.values(), scope -> scope.name().toLowerCase(Locale.ROOT)),
            in.key("detail").text());
    in.endObject();
    return gate;
  }
}
