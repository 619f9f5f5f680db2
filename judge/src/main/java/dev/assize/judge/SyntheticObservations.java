package dev.assize.judge;

import dev.assize.evidence.Observation;
import dev.assize.evidence.Reading;
import dev.assize.evidence.TrialRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Made-up observations of a made-up attempt, in whose evidence all steady clocks are one. */
final class SyntheticObservations {
  private static final long REALTIME = 1_790_000_000_000_000_000L;
  private static final int STEPS = 10;
  private static final int PID = 4711;

  private SyntheticObservations() {}

  /**
   * Returns samples of the host, the command and its counters over the whole attempt.
   *
   * @param bytes that were written
   * @param ring those of them that went through the ring
   */
  static List<Observation> of(TrialRecord trial, long bytes, long ring) {
    long start = trial.startRaw();
    long wall = trial.wall().orElseThrow().value();
    List<Observation> lines = new ArrayList<>();
    lines.add(clocks(start));
    for (int step = 0; step <= STEPS; step++) {
      double part = (double) step / STEPS;
      long at = start + Math.round(part * (double) wall);
      double cpu = part * (double) wall / 1e9;
      sample(
          lines,
          "host",
          at,
          Map.of(
              "cpu.busy", decimal(cpu),
              "cpu.iowait", decimal(0.4 * cpu),
              "cpu.idle", decimal(0.6 * cpu)));
      sample(lines, "command", at, Map.of("cpu", decimal(1 + cpu)));
      lines.add(
          new Observation.Sample(
              "engine",
              at,
              OptionalLong.of(REALTIME + at),
              OptionalInt.of(PID),
              Map.of(
                  "bytes", new Reading.Whole(bytes * step / STEPS),
                  "ring_bytes", new Reading.Whole(ring * step / STEPS),
                  "inline_bytes", new Reading.Whole((bytes - ring) * step / STEPS))));
    }
    lines.add(clocks(start + wall));
    return lines;
  }

  private static void sample(
      List<Observation> lines, String source, long at, Map<String, Reading> readings) {
    lines.add(
        new Observation.Sample(source, at, OptionalLong.empty(), OptionalInt.of(PID), readings));
  }

  private static Reading decimal(double value) {
    return new Reading.Decimal(Double.toString(value));
  }

  private static Observation clocks(long at) {
    return new Observation.Clocks(at, at, REALTIME + at);
  }
}
