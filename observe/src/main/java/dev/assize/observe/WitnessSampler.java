package dev.assize.observe;

import dev.assize.evidence.Observation;
import dev.assize.evidence.Reading;
import dev.assize.linux.Clock;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The counts of witnesses; they outlive the processes, ended ones keep theirs. */
final class WitnessSampler implements Sampler {
  static final String SOURCE = "witness";

  private final OptionalInt pid;
  private final List<Witnesses> attached = new CopyOnWriteArrayList<>();

  /**
   * @param pid of the process; empty when it is not launched yet
   */
  WitnessSampler(OptionalInt pid, Witnesses first) {
    this.pid = pid;
    attached.add(first);
  }

  /** Adds the counts of another process: both are treated. */
  void add(Witnesses other) {
    attached.add(other);
  }

  @Override
  public String source() {
    return SOURCE;
  }

  @Override
  public Optional<Observation.Sample> sample(boolean thorough) throws IOException {
    long at = Clock.monotonicNanos();
    Map<String, Long> sums = new TreeMap<>();
    for (Witnesses witnesses : attached) {
      witnesses.counts().forEach((name, count) -> sums.merge(name, count, Long::sum));
    }
    Map<String, Reading> readings = new TreeMap<>();
    sums.forEach((name, count) -> readings.put(name, Readings.whole(count)));
    return Optional.of(new Observation.Sample(SOURCE, at, OptionalLong.empty(), pid, readings));
  }

  @Override
  public void close() {
    attached.forEach(Witnesses::close);
  }
}
