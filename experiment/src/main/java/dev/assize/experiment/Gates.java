package dev.assize.experiment;

import java.nio.file.Path;
import java.util.List;

/**
 * All gates of an experiment.
 *
 * @param checks what a failed check of the work voids
 * @param retries how many more attempts a voided or failed trial gets; 0 or more
 * @param watch paths for {@link Gate.Kind#OUTSIDE_WRITES}
 */
public record Gates(Gate.Scope checks, int retries, List<Gate> gates, List<Path> watch) {
  public Gates {
    gates = List.copyOf(gates);
    watch = List.copyOf(watch);
  }
}
