package dev.assize.lab;

import dev.assize.experiment.Command;
import dev.assize.experiment.Network;
import dev.assize.experiment.Placeholders;
import dev.assize.experiment.Readiness;
import dev.assize.experiment.Server;
import dev.assize.linux.ProcessStat;
import dev.assize.linux.Spawn;
import dev.assize.linux.Stdio;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A scenario's server with what the lab makes around it: ports, network, logs, isolation. Reserved
 * first, so that commands which prepare a trial know its ports; started once; stopped for good.
 */
final class HostedServer {
  private final Bench bench;
  private final Site site;
  private final Server server;
  private final String tag;
  private final Path scratch;
  private final ServerLogs logs;
  private final ServerPorts ports;
  private final Optional<VethPair> network;
  private @Nullable RunningServer running;
  private boolean ready;

  private HostedServer(
      Bench bench, Site site, String tag, Path scratch, Server server, Optional<VethPair> network)
      throws IOException {
    this.bench = bench;
    this.site = site;
    this.server = server;
    this.tag = tag;
    this.scratch = scratch;
    this.logs = ServerLogs.in(scratch);
    this.ports = new ServerPorts(Ports.choose(server.ports()));
    this.network = network;
  }

  /**
   * Chooses its ports and makes its network.
   *
   * @param tag names what is made for it, unlike any other of this machine
   * @param scratch a directory of the lab that lasts as long as the server
   */
  static HostedServer reserve(Bench bench, Site site, Server server, String tag, Path scratch)
      throws IOException, CannotStart {
    Optional<VethPair> network =
        bench.scenario(site.cell()).network() == Network.VETH
            ? Optional.of(VethPair.make(tag, scratch, CrashRegister.in(scratch)))
            : Optional.empty();
    HostedServer hosted = new HostedServer(bench, site, tag, scratch, server, network);
    hosted.logs.create();
    return hosted;
  }

  /** What its address and ports are called in commands. */
  Map<String, String> placeholders() {
    Map<String, String> all = new HashMap<>(ports.placeholders());
    all.put("address", network.isPresent() ? VethPair.SERVER_ADDRESS : "127.0.0.1");
    return all;
  }

  /** The network namespace for the command; that of the lab when empty. */
  Optional<Path> commandNamespace() {
    return network.map(VethPair::commandNamespace);
  }

  /** The network namespace that the server is in; that of the lab when empty. */
  Optional<Path> serverNamespace() {
    return network.map(VethPair::serverNamespace);
  }

  ServerLogs logs() {
    return logs;
  }

  RunningServer running() {
    RunningServer now = running;
    if (now == null) {
      throw new IllegalStateException("the server of " + site + " was not started");
    }
    return now;
  }

  /** Whether it got ready and lives. */
  boolean serves() {
    RunningServer now = running;
    return ready && now != null && now.isAlive();
  }

  /**
   * Starts it and waits until it is ready and its ports are shown to be its own. It must be stopped
   * also when that fails.
   *
   * @param placeholders with its own among them
   * @param directory in which it runs
   * @param more variables of the lab for it
   */
  void start(
      Map<String, String> placeholders, Path directory, int padding, Map<String, String> more)
      throws CannotStart, Interrupted, IOException {
    ServerReadiness readiness =
        new ServerReadiness(server, rule(placeholders), ports, logs, directory);
    if (network.isEmpty()) {
      readiness.requireUnready();
    }
    Map<String, String> environment =
        Environments.ofServer(
            bench
                .environments()
                .ofHelper(
                    bench.experiment().serverEnvironment(site.cell(), site.arm()), placeholders),
            scratch,
            padding);
    environment.putAll(more);
    Spawn spawn = spawn(placeholders, environment, directory);
    Confinement confinement =
        Confinement.prepare(
            bench.isolation(server.cpus()),
            "assize-" + tag + "-server",
            Environments.mark(bench.run()),
            serverNamespace(),
            CrashRegister.in(scratch));
    RunningServer launched =
        RunningServer.launch(
            spawn,
            confinement,
            Environments.SERVER + "=" + scratch,
            Duration.ofNanos(server.grace().value()));
    running = launched;
    readiness.await(launched, bench.stop());
    ready = true;
  }

  private Readiness rule(Map<String, String> placeholders) {
    return switch (server.readiness()) {
      case Server.Ready.NamedPort(String name) -> new Readiness.Port(ports.of(name));
      case Server.Ready.Rule(Readiness.FileExists(String path)) ->
          new Readiness.FileExists(Placeholders.expand(path, placeholders));
      case Server.Ready.Rule(Readiness rule) -> rule;
    };
  }

  private Spawn spawn(
      Map<String, String> placeholders, Map<String, String> environment, Path directory)
      throws CannotStart {
    Command command = bench.experiment().serverCommand(site.cell(), site.arm()).orElseThrow();
    List<String> argv = Commands.argv(Placeholders.expand(command, placeholders));
    return Spawn.of(HelperCommand.executable(argv.getFirst(), environment, directory), argv)
        .withEnvironment(Environments.entries(environment))
        .withDirectory(directory.toString())
        .withStdio(
            Stdio.nullDevice(),
            Stdio.writeTo(logs.stdout().toString()),
            Stdio.writeTo(logs.stderr().toString()))
        .withGroup(Spawn.Group.NEW_SESSION);
  }

  /**
   * Looks again who listens on its ports, for a server that serves several trials.
   *
   * @throws CannotStart when it is not this server alone
   */
  void requireOwnPorts() throws CannotStart, IOException {
    ServerPorts.Seen seen = ports.look(running());
    if (!seen.silent().isEmpty() || !seen.strangers().isEmpty()) {
      throw new CannotStart(
          "expected the server still to listen on its ports, found "
              + (seen.silent().isEmpty()
                  ? String.join(", and ", seen.strangers())
                  : "nobody on port " + String.join(", ", seen.silent()))
              + logs.tail());
    }
  }

  /** Its processes, to be spared while it lives. */
  boolean spares(ProcessStat process, Map<Integer, ProcessStat> all) {
    RunningServer now = running;
    return now != null && now.owns(process, all);
  }

  /** Stops it if it was started, and removes its network. */
  Optional<RunningServer.Stopped> stop() throws IOException {
    RunningServer now = running;
    try {
      return now == null ? Optional.empty() : Optional.of(now.stop());
    } finally {
      if (network.isPresent()) {
        network.get().remove();
      }
    }
  }
}
