package dev.assize.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the command line changes of a spec, kept in the seal beside the hash of its bytes.
 *
 * @param profile name of one of the spec's profiles
 * @param cells comma-separated patterns of the cells that run; all when empty
 * @param armEnvironment variables of arms, {@code NAME=VALUE} for all or {@code ARM:NAME=VALUE}
 */
public record Overrides(
    Optional<String> profile, Optional<String> cells, List<String> armEnvironment) {
  /** The spec as it stands. */
  public static final Overrides NONE = new Overrides(Optional.empty(), Optional.empty(), List.of());

  public Overrides {
    armEnvironment = List.copyOf(armEnvironment);
  }

  /**
   * Returns what of it deviates from the sealed spec, a sentence each. A profile is part of the
   * spec and no deviation.
   */
  public List<String> deviations() {
    List<String> all = new ArrayList<>();
    cells.ifPresent(c -> all.add("only the cells --cells '" + c + "' were planned"));
    armEnvironment.forEach(e -> all.add("--arm-env " + e + " was set beside what the spec says"));
    return all;
  }
}
