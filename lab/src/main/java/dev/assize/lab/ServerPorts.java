package dev.assize.lab;

import dev.assize.linux.ProcessStat;
import dev.assize.linux.ProcessTable;
import dev.assize.observe.PortOwner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The named ports of one server, and who listens on them in its network namespace. */
final class ServerPorts {
  private static final int SELF = (int) ProcessHandle.current().pid();

  private final Map<String, Integer> ports;

  ServerPorts(Map<String, Integer> ports) {
    this.ports = Map.copyOf(ports);
  }

  int of(String name) {
    Integer port = ports.get(name);
    if (port == null) {
      throw new IllegalArgumentException("expected one of the ports " + ports + ", found " + name);
    }
    return port;
  }

  Map<String, String> placeholders() {
    Map<String, String> all = new HashMap<>();
    ports.forEach((name, port) -> all.put("port." + name, port.toString()));
    return all;
  }

  /**
   * What a look found.
   *
   * @param silent names of ports on which nobody listens
   * @param strangers who listens in the server's place, in words
   */
  record Seen(List<String> silent, List<String> strangers) {}

  /** Looks at every port. */
  Seen look(RunningServer server) throws IOException {
    List<String> silent = new ArrayList<>();
    List<String> strangers = new ArrayList<>();
    for (Map.Entry<String, Integer> port : new TreeMap<>(ports).entrySet()) {
      String name = port.getKey() + " (" + port.getValue() + ")";
      List<Listener> listeners = listeners(port.getValue(), server);
      if (listeners.isEmpty()) {
        silent.add(name);
      }
      for (Listener listener : listeners) {
        if (!listener.ours()) {
          strangers.add(listener.words() + " listens on port " + name);
        }
      }
    }
    return new Seen(silent, strangers);
  }

  /** A process that has a socket which listens. */
  record Listener(boolean ours, String words) {}

  /** Who listens on a port in the server's network namespace. */
  List<Listener> listeners(int port, RunningServer server) throws IOException {
    List<Listener> all = new ArrayList<>();
    for (int pid : PortOwner.listening(port, namespaceOf(server))) {
      boolean ours = server.owns(pid);
      // A child that the server has just forked holds its socket until it has executed something
      // else, and may be gone when it is asked whose it is: a stranger is who stays.
      if (!ours && !PortOwner.listening(port, namespaceOf(server)).contains(pid)) {
        continue;
      }
      Optional<ProcessStat> process = ProcessTable.find(pid);
      all.add(
          new Listener(
              ours, "process " + process.map(Leftovers::words).orElse(Integer.toString(pid))));
    }
    return all;
  }

  /** Where a server has ended, whoever is in its place is where the lab is. */
  private static int namespaceOf(RunningServer server) {
    return server.isAlive() && Files.exists(Path.of("/proc/" + server.pid() + "/net/tcp"))
        ? server.pid()
        : SELF;
  }
}
