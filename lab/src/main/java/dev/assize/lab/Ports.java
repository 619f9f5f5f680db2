package dev.assize.lab;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Chooses ports that nobody uses. They are held together while they are chosen, so that all differ,
 * and let go for the server to take: that it, and nobody else, took them is looked at afterwards.
 */
final class Ports {
  private Ports() {}

  /** A free TCP port for each name: free on every address of both families. */
  static Map<String, Integer> choose(List<String> names) throws IOException {
    Map<String, Integer> ports = new LinkedHashMap<>();
    List<ServerSocket> held = new ArrayList<>();
    try {
      for (String name : names) {
        ServerSocket socket = new ServerSocket(0);
        held.add(socket);
        ports.put(name, socket.getLocalPort());
      }
    } finally {
      for (ServerSocket socket : held) {
        socket.close();
      }
    }
    return ports;
  }
}
