package dev.assize.experiment;

import java.util.List;
import java.util.Map;

/**
 * A process that a scenario starts beside its command, waits for, and stops. Its command may hold
 * the placeholders of the scenario and <code>${port.NAME}</code>, <code>${address}</code>.
 *
 * @param command what is started; the arms' and variants' arguments are appended to it when it is
 *     what they treat
 * @param environment variables under those of variant and arm
 * @param ports names; the lab chooses a free port for each and fills in <code>${port.NAME}</code>
 * @param readiness what ends the wait for it
 * @param readyTimeout how long that may take
 * @param grace between SIGTERM and SIGKILL when it is stopped
 * @param cpus it may use; those of the isolation when empty
 * @param per how long one server lives
 */
public record Server(
    Command command,
    Map<String, String> environment,
    List<String> ports,
    Ready readiness,
    Nanos readyTimeout,
    Nanos grace,
    List<Integer> cpus,
    Per per) {
  public Server {
    environment = Copies.ordered(environment);
    ports = List.copyOf(ports);
    cpus = List.copyOf(cpus);
  }

  /** What ends the wait for a server. */
  public sealed interface Ready {
    /** A rule that also commands have. */
    record Rule(Readiness rule) implements Ready {}

    /** It listens on one of its ports, by the port's name. */
    record NamedPort(String name) implements Ready {}
  }

  /** The life of one server. */
  public enum Per {
    /** A new one for every trial. */
    TRIAL,
    /** One for each cell and arm, from its first trial to its last. */
    CELL
  }
}
