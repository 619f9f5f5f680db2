package dev.assize.judge;

import dev.assize.evidence.Observation;
import dev.assize.evidence.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Made-up observations. Times in seconds after a moment that is not zero on any clock. */
final class Tape {
  static final long MONOTONIC = 5_000_000_000_000L;
  static final long RAW = 4_999_000_000_000L;
  static final long REALTIME = 1_790_000_000_000_000_000L;

  private final List<Observation> lines = new ArrayList<>();

  static long at(double seconds) {
    return MONOTONIC + Math.round(seconds * 1e9);
  }

  Tape clocks(double seconds) {
    return clocks(seconds, 0);
  }

  /** The lab's clocks, with Unix time moved against the others. */
  Tape clocks(double seconds, double moved) {
    long passed = Math.round(seconds * 1e9);
    lines.add(
        new Observation.Clocks(
            MONOTONIC + passed, RAW + passed, REALTIME + passed + Math.round(moved * 1e9)));
    return this;
  }

  Tape sample(String source, double seconds, Map<String, ?> readings) {
    return add(source, seconds, OptionalLong.empty(), 7, readings);
  }

  /** A sample whose source says what time it is: so many seconds ahead of the lab. */
  Tape stated(String source, double seconds, double ahead, Map<String, ?> readings) {
    long stated = REALTIME + Math.round((seconds + ahead) * 1e9);
    return add(source, seconds, OptionalLong.of(stated), 7, readings);
  }

  Tape ofPid(String source, double seconds, int pid, Map<String, ?> readings) {
    return add(source, seconds, OptionalLong.empty(), pid, readings);
  }

  private Tape add(
      String source, double seconds, OptionalLong stated, int pid, Map<String, ?> readings) {
    Map<String, Reading> all = new TreeMap<>();
    readings.forEach((name, value) -> all.put(name, reading(value)));
    lines.add(new Observation.Sample(source, at(seconds), stated, OptionalInt.of(pid), all));
    return this;
  }

  private static Reading reading(Object value) {
    return switch (value) {
      case Reading r -> r;
      case Integer n -> new Reading.Whole(n);
      case Long n -> new Reading.Whole(n);
      case Double d -> new Reading.Decimal(Double.toString(d));
      default -> throw new IllegalArgumentException("expected a number, found " + value);
    };
  }

  Tape ended(String source, double seconds, boolean failed, String why) {
    lines.add(new Observation.Ended(source, at(seconds), failed, why));
    return this;
  }

  List<Observation> lines() {
    return List.copyOf(lines);
  }

  Recording recording() {
    return new Recording(lines);
  }
}
