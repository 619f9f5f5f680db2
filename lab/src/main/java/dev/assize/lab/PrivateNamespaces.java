package dev.assize.lab;

import dev.assize.experiment.Isolation;
import dev.assize.experiment.Isolation.Namespace;
import dev.assize.linux.LinuxException;
import dev.assize.linux.Namespaces;
import dev.assize.linux.PidNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The namespaces of a trial's process, entered by the thread that launches it. */
final class PrivateNamespaces {
  private PrivateNamespaces() {}

  private static void enterNetwork(Path network, Map<String, String> inForce)
      throws IOException, CannotStart {
    Namespaces.enterNetwork(network.toString());
    String inside = Files.readSymbolicLink(Path.of("/proc/thread-self/ns/net")).toString();
    if (!inside.equals("net:[" + Files.getAttribute(network, "unix:ino") + "]")) {
      throw new CannotStart("expected the network namespace " + network + ", found " + inside);
    }
    inForce.put("network", "a namespace of its own, one end of a veth pair");
  }

  /**
   * Enters what the isolation asks for.
   *
   * @param mark an entry of the environment of whatever process is needed for it
   * @param network the network namespace to enter; that of the lab when empty
   * @param inForce takes what the kernel says of it
   * @return the private pid namespace, to be closed
   */
  static Optional<PidNamespace> enter(
      Isolation isolation, String mark, Optional<Path> network, Map<String, String> inForce)
      throws IOException, CannotStart {
    if (network.isPresent()) {
      enterNetwork(network.get(), inForce);
    }
    boolean mount = isolation.namespaces().contains(Namespace.MOUNT);
    if (mount) {
      Path own = Path.of("/proc/self/ns/mnt");
      Path thread = Path.of("/proc/thread-self/ns/mnt");
      Namespaces.newMounts();
      inForce.put("mount-namespace", entered("mount", own, thread));
    }
    if (!isolation.namespaces().contains(Namespace.PID)) {
      return Optional.empty();
    }
    PidNamespace entered = PidNamespace.enter(List.of(mark));
    try {
      inForce.put(
          "pid-namespace",
          entered(
              "pid",
              Path.of("/proc/self/ns/pid"),
              Path.of("/proc/" + entered.holderPid() + "/ns/pid")));
      if (mount) {
        inForce.put("proc", mountProc(entered));
      }
      return Optional.of(entered);
    } catch (IOException | CannotStart e) {
      entered.close();
      throw e;
    }
  }

  private static String mountProc(PidNamespace namespace) throws LinuxException {
    try {
      namespace.mountProc();
      return "of the private pid namespace";
    } catch (LinuxException e) {
      if (e.errnoName().equals("EINVAL")) {
        return "of the host: this kernel can't mount another namespace's (needs Linux 6.17)";
      }
      throw e;
    }
  }

  private static String entered(String kind, Path own, Path entered)
      throws IOException, CannotStart {
    String inside = Files.readSymbolicLink(entered).toString();
    if (inside.equals(Files.readSymbolicLink(own).toString())) {
      throw new CannotStart(
          "expected a private " + kind + " namespace, found that of the lab, " + inside);
    }
    return inside;
  }
}
