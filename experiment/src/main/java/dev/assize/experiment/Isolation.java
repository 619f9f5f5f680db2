package dev.assize.experiment;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What surrounds a trial's processes. Whatever is asked for here is in force before the first
 * instruction of the command, or the trial fails.
 *
 * @param cpus CPU numbers; the lab's own set when empty
 * @param cpuQuota in hundredths of a CPU: 150 is one and a half
 * @param environment names of inherited variables; {@code Optional.empty()} inherits all
 */
public record Isolation(
    List<Integer> cpus,
    OptionalInt nice,
    OptionalInt cpuQuota,
    Optional<Bytes> memory,
    Optional<Bytes> swap,
    Set<Namespace> namespaces,
    Optional<List<String>> environment) {
  public Isolation {
    cpus = List.copyOf(cpus);
    namespaces = Set.copyOf(namespaces);
    environment = environment.map(List::copyOf);
  }

  /** Returns the same on other CPUs where some are given. */
  public Isolation on(List<Integer> others) {
    return others.isEmpty()
        ? this
        : new Isolation(others, nice, cpuQuota, memory, swap, namespaces, environment);
  }

  /** A namespace private to each trial. */
  public enum Namespace {
    MOUNT,
    PID
  }
}
