package dev.assize.lab;

import dev.assize.experiment.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Two network namespaces joined by a pair of virtual Ethernet devices: packets between server and
 * command pass no loopback device. Made with {@code ip} of iproute2; needs root. The namespaces are
 * named {@code assize-<tag>-server} and {@code assize-<tag>-command}; deleting them removes the
 * devices. The addresses are of the range that RFC 5737 sets aside, the same in every trial: no
 * packet leaves the namespaces.
 */
final class VethPair {
  static final String SERVER_ADDRESS = "192.0.2.1";
  static final String COMMAND_ADDRESS = "192.0.2.2";

  private static final Path NAMED = Path.of("/run/netns");
  private static final String DEVICE = "assize0";
  private static final String PREFIX_LENGTH = "/30";
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final String PATH = "/usr/sbin:/sbin:/usr/bin:/bin";

  private final Path output;
  private final String server;
  private final String command;

  private VethPair(Path output, String tag) {
    this.output = output;
    this.server = "assize-" + tag + "-server";
    this.command = "assize-" + tag + "-command";
  }

  /**
   * Makes the pair.
   *
   * @param tag no other pair of this machine has it
   * @param scratch where the output of tools goes for a moment
   * @param register where the names are noted before they are made
   * @throws CannotStart when it can't be made here, and why
   */
  static VethPair make(String tag, Path scratch, CrashRegister register)
      throws IOException, CannotStart {
    VethPair pair = new VethPair(scratch.resolve("ip-output"), tag);
    register.networks(List.of(pair.server, pair.command));
    try {
      pair.ip("netns", "add", pair.server);
      pair.ip("netns", "add", pair.command);
      pair.ip(
          "link",
          "add",
          "name",
          DEVICE,
          "netns",
          pair.server,
          "type",
          "veth",
          "peer",
          "name",
          DEVICE,
          "netns",
          pair.command);
      pair.up(pair.server, SERVER_ADDRESS);
      pair.up(pair.command, COMMAND_ADDRESS);
      return pair;
    } catch (CannotStart e) {
      pair.remove();
      throw e;
    }
  }

  private void up(String namespace, String address) throws IOException, CannotStart {
    ip("-n", namespace, "address", "add", address + PREFIX_LENGTH, "dev", DEVICE);
    ip("-n", namespace, "link", "set", "lo", "up");
    ip("-n", namespace, "link", "set", DEVICE, "up");
  }

  /** The file that stands for the server's namespace. */
  Path serverNamespace() {
    return NAMED.resolve(server);
  }

  /** The file that stands for the command's namespace. */
  Path commandNamespace() {
    return NAMED.resolve(command);
  }

  /** Removes both; to be called when no process is in them. */
  void remove() throws IOException {
    delete(server, output);
    delete(command, output);
  }

  /** Removes a namespace with its devices; returns false when there was none. */
  static boolean delete(String namespace, Path output) throws IOException {
    if (!Files.exists(NAMED.resolve(namespace))) {
      return false;
    }
    HelperCommand.Result result = run(output, "netns", "delete", namespace);
    if (!result.ok() && Files.exists(NAMED.resolve(namespace))) {
      throw new IOException(
          "expected to remove the network namespace " + namespace + ": " + result.detail());
    }
    return true;
  }

  private void ip(String... arguments) throws IOException, CannotStart {
    HelperCommand.Result result = run(output, arguments);
    if (!result.ok()) {
      throw new CannotStart(
          "'network: veth' needs root and 'ip' of iproute2; here " + result.detail());
    }
  }

  private static HelperCommand.Result run(Path output, String... arguments) throws IOException {
    List<String> argv = new ArrayList<>(List.of("ip"));
    argv.addAll(List.of(arguments));
    return new HelperCommand(output, Optional.empty())
        .run(new Command.Argv(argv), Map.of("PATH", PATH), Path.of("/"), LIMIT);
  }
}
