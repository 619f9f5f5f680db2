package dev.assize.experiment;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads {@code server} of a scenario, and says which placeholders it gives. */
final class ServerReader {
  static final String ADDRESS = "address";
  static final String PORT = "port.";

  private static final Nanos READY_TIMEOUT = new Nanos(10_000_000_000L);
  private static final Nanos GRACE = new Nanos(5_000_000_000L);
  private static final Nanos HOUR = new Nanos(3_600_000_000_000L);
  private static final Pattern PORT_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,39}");
  private static final Map<String, Server.Per> PER = new LinkedHashMap<>();

  static {
    PER.put("trial", Server.Per.TRIAL);
    PER.put("cell", Server.Per.CELL);
  }

  private final Values values;
  private final CommandReader commands;
  private final EnvironmentReader environments;

  ServerReader(Values values, EnvironmentReader environments) {
    this.values = values;
    this.commands = new CommandReader(values);
    this.environments = environments;
  }

  /** The run-time placeholders of a scenario: the common ones, and those of its server. */
  static Set<String> placeholders(List<String> ports) {
    Set<String> known = new HashSet<>(Placeholders.RUN_TIME);
    known.add(ADDRESS);
    ports.forEach(p -> known.add(PORT + p));
    return known;
  }

  Optional<Server> read(Fields fields, boolean shell, Set<String> parameters) {
    List<String> ports =
        fields.value("ports").map(n -> ports(n, fields.path("ports"))).orElse(List.of());
    Set<String> known = placeholders(ports);
    for (String parameter : parameters) {
      if (known.contains(parameter)) {
        values
            .problems()
            .add(
                fields.at(),
                fields.where(),
                "no parameter that has the name of a placeholder of the server",
                "'" + parameter + "'",
                "rename the parameter or the port");
      }
    }
    Optional<Command> command =
        fields
            .required("command", "add 'command: [program, argument]'")
            .flatMap(n -> commands.one(n, fields.path("command"), shell, known));
    Map<String, String> environment = environments.variables(fields, "environment", known);
    Optional<Server.Ready> ready =
        fields
            .required("ready", "add 'ready: { port: NAME }' or 'ready: { stdout: REGEX }'")
            .flatMap(n -> ready(n, fields.path("ready"), ports));
    Nanos timeout = duration(fields, "ready-timeout", 1, READY_TIMEOUT);
    Nanos grace = duration(fields, "grace", 0, GRACE);
    List<Integer> cpus =
        fields
            .value("cpus")
            .map(n -> CpuList.read(n, fields.path("cpus"), values))
            .orElse(List.of());
    Server.Per per =
        fields
            .value("per")
            .flatMap(n -> values.choice(n, fields.path("per"), PER))
            .orElse(Server.Per.TRIAL);
    return command.isPresent() && ready.isPresent()
        ? Optional.of(
            new Server(command.get(), environment, ports, ready.get(), timeout, grace, cpus, per))
        : Optional.empty();
  }

  private Nanos duration(Fields fields, String key, long least, Nanos otherwise) {
    Optional<Node> node = fields.value(key);
    Optional<Nanos> given = node.flatMap(n -> values.duration(n, fields.path(key)));
    if (given.isPresent() && (given.get().value() < least || given.get().compareTo(HOUR) > 0)) {
      values.reject(
          node.orElseThrow(),
          fields.path(key),
          "a duration " + (least > 0 ? "above 0 and " : "") + "of at most 1h",
          "change it");
    }
    return given.orElse(otherwise);
  }

  private List<String> ports(Node node, String where) {
    List<String> ports = new ArrayList<>();
    for (String port : values.texts(node, where, "[http, admin]")) {
      if (!PORT_NAME.matcher(port).matches()) {
        values.reject(
            node, where, "names of letters, digits, _ and -", "rename the port '" + port + "'");
      } else if (ports.contains(port)) {
        values.reject(node, where, "each port once", "remove the second '" + port + "'");
      } else {
        ports.add(port);
      }
    }
    return ports;
  }

  private Optional<Server.Ready> ready(Node node, String where, List<String> ports) {
    if (node instanceof Node.Table table
        && table.fields().size() == 1
        && table.field("port").isPresent()
        && table.fields().getFirst().value() instanceof Node.Scalar scalar
        && scalar.kind() != Node.Kind.INTEGER) {
      if (ports.contains(scalar.text())) {
        return Optional.of(new Server.Ready.NamedPort(scalar.text()));
      }
      values
          .problems()
          .add(
              scalar.at(),
              where + ".port",
              ports.isEmpty()
                  ? "a port's number, or a name that 'ports' of the server has"
                  : "one of the server's ports " + Values.list(ports),
              scalar.describe(),
              Nearest.of(scalar.text(), ports)
                  .map(n -> "did you mean '" + n + "'?")
                  .orElse("add it to 'ports'"));
      return Optional.empty();
    }
    return new ReadinessReader(values).read(node, where).map(Server.Ready.Rule::new);
  }
}
