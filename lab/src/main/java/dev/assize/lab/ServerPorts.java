package dev.assize.lab;

import dev.assize.experiment.Network;
import dev.assize.linux.ProcessStat;
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
  private final Map<String, Integer> ports;
  private final Network network;

  ServerPorts(Map<String, Integer> ports, Network network) {
    this.ports = Map.copyOf(ports);
    this.network = network;
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

  /** One socket that listens. */
  record Listener(boolean ours, String words) {}

  /** Who listens on a port in the server's network namespace. */
  List<Listener> listeners(int port, RunningServer server) throws IOException {
    List<Listener> all = new ArrayList<>();
    for (long inode : ListeningPorts.inodes(port, network, tables(server))) {
      Optional<ProcessStat> process = ListeningPorts.process(inode);
      boolean ours = process.isPresent() && server.owns(process.get().pid());
      all.add(
          new Listener(
              ours,
              process.map(p -> "process " + Leftovers.words(p)).orElse("a process out of sight")));
    }
    return all;
  }

  /** A server that has ended shares the lab's network, or there is nobody else in its own. */
  private static Path tables(RunningServer server) {
    Path own = Path.of("/proc/" + server.pid() + "/net");
    return server.isAlive() && Files.isDirectory(own) ? own : Path.of("/proc/net");
  }
}
