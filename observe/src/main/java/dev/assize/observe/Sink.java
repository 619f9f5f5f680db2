package dev.assize.observe;

import dev.assize.evidence.Observation;

/**
 * Where observations go, in the order given for each source. Called from several threads at once,
 * inside measured windows: it must be thread-safe and must not wait for a disk.
 */
@FunctionalInterface
public interface Sink {
  /** Takes one observation. */
  void accept(Observation observation);
}
