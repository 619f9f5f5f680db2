package dev.assize.experiment;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The work of a trial.
 *
 * @param parameters the values already substituted in this scenario, for reports
 * @param setup once for each cell and arm, before its first trial; outside every clock
 * @param prepare before each trial; outside every clock
 * @param command what is measured
 * @param cleanup once for each cell and arm, after its last trial and also after a failed setup
 * @param stdin a file, or nothing for an empty input
 * @param timeout after which the whole process group is ended and the attempt fails
 * @param rounds repetitions inside a trial that the workload itself reports; 1 or more
 * @param operations names that the workload reports to {@code $ASSIZE_CLOCK}; each once a round
 * @param output where stdout and stderr go, the same for every arm
 * @param cpus the command may use; those of the isolation when empty
 * @param warmUp cut off the start of every window of observations
 * @param control true: its cells must not move; they never vote, and raise DRIFT when they do
 * @param inputs files and directories inventoried before and after each trial
 */
public record Scenario(
    ScenarioName name,
    Map<String, String> parameters,
    Workspace workspace,
    List<Command> setup,
    List<Command> prepare,
    Command command,
    List<Command> cleanup,
    Optional<Path> stdin,
    Nanos timeout,
    int rounds,
    List<OperationName> operations,
    Optional<Readiness> readiness,
    Output output,
    List<Path> inputs,
    List<Check> checks,
    Optional<Server> server,
    Treated treated,
    Network network,
    List<Integer> cpus,
    Nanos warmUp,
    boolean control) {
  public Scenario {
    parameters = Copies.ordered(parameters);
    setup = List.copyOf(setup);
    prepare = List.copyOf(prepare);
    cleanup = List.copyOf(cleanup);
    operations = List.copyOf(operations);
    inputs = List.copyOf(inputs);
    checks = List.copyOf(checks);
    cpus = List.copyOf(cpus);
  }

  /** Which process the arms and variants change: arguments, variables, command, proofs. */
  public enum Treated {
    COMMAND,
    SERVER,
    BOTH
  }

  /** The sink of stdout and stderr. Programs may behave differently on each, so it is recorded. */
  public enum Output {
    /** Regular files in the evidence. */
    FILE,
    /** {@code /dev/null}: some programs notice and stop early; outputs can't be checked. */
    NULL,
    /** Pipes that the lab drains into files. */
    PIPE
  }
}
