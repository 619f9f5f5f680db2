package dev.assize.experiment;

import java.util.List;

/**
 * Every trial in order. The same experiment and seed give the same plan, byte for byte, anywhere.
 */
public record Plan(long seed, List<PlannedTrial> trials) {
  public Plan {
    trials = List.copyOf(trials);
  }
}
