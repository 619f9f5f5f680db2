package dev.assize.evidence;

import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * A line of an attempt's {@code observations.jsonl}: what was seen while it ran. Times are
 * CLOCK_MONOTONIC in ns unless said otherwise.
 */
public sealed interface Observation {
  /** Three clocks read together: the first and the last line of the file. */
  record Clocks(long monotonic, long raw, long realtime) implements Observation {}

  /**
   * Readings of one source at one time.
   *
   * @param source {@code host}, {@code server}, {@code command}, {@code witness}, or the name of a
   *     source of counters
   * @param at when the lab took it
   * @param stated Unix time in ns that the source itself gave
   * @param pid the process it is of
   * @param readings by name, without the source's; counters are cumulative
   */
  record Sample(
      String source, long at, OptionalLong stated, OptionalInt pid, Map<String, Reading> readings)
      implements Observation {
    public Sample {
      readings = java.util.Collections.unmodifiableMap(new TreeMap<>(readings));
    }
  }

  /** No more samples of a source come, for the reason given: the trial's end, or a failure. */
  record Ended(String source, long at, boolean failed, String why) implements Observation {}

  /** An instance made itself known through the counter protocol. */
  record Registered(
      long at,
      int pid,
      String component,
      String instance,
      Map<String, String> requested,
      Map<String, String> enabled)
      implements Observation {
    public Registered {
      requested = Map.copyOf(requested);
      enabled = Map.copyOf(enabled);
    }
  }

  /** An instance answered a checkpoint. Its readings also stand in a {@link Sample}. */
  record Checkpoint(long at, String component, String instance, String token)
      implements Observation {}

  /** An instance's final record. Its readings also stand in a {@link Sample}. */
  record Final(long at, String component, String instance) implements Observation {}

  /** The counter protocol was broken; the diagnostic is void. */
  record ProtocolFault(long at, String component, String instance, String fault)
      implements Observation {}
}
