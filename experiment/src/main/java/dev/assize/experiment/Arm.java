package dev.assize.experiment;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One treatment: what differs from the other arms, and only that.
 *
 * @param environment variables set for the command, over the allowed environment
 * @param arguments appended to the scenario's command
 * @param files copied into the workspace before each trial: path in the workspace to source file
 * @param command replaces the scenario's command
 * @param proofs what shows in every trial that the arm was the arm
 * @param twinOf for role {@code TWIN}: the arm this one repeats
 */
public record Arm(
    ArmName name,
    Role role,
    Map<String, String> environment,
    List<String> arguments,
    Map<String, Path> files,
    Optional<Command> command,
    List<Proof> proofs,
    Optional<ArmName> twinOf) {
  public Arm {
    environment = Copies.ordered(environment);
    arguments = List.copyOf(arguments);
    files = Copies.ordered(files);
    proofs = List.copyOf(proofs);
  }

  /** What an arm is for. Exactly one arm of an experiment is the baseline. */
  public enum Role {
    BASELINE,
    CANDIDATE,
    /** A second baseline, to measure the noise between identical arms. */
    TWIN,
    /** An arm that must not move. */
    CONTROL
  }
}
