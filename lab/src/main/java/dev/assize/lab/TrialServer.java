package dev.assize.lab;

import dev.assize.evidence.GateResult;
import dev.assize.experiment.Gate;
import dev.assize.experiment.Server;
import dev.assize.linux.LinuxException;
import dev.assize.linux.StopSwitch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The part that a server has in one attempt; does nothing in a scenario without one. */
final class TrialServer implements AutoCloseable {
  private final Bench bench;
  private final Site site;
  private final Optional<Server> server;
  private final Optional<HostedServer> hosted;
  private final ServerLogs parts;
  private final StopSwitch commandStop;
  private final Runnable press;
  private long stdoutBefore;
  private long stderrBefore;
  private Optional<String> died = Optional.empty();
  private @Nullable RunningServer watched;
  private Optional<RunningServer.Stopped> stopped = Optional.empty();

  private TrialServer(Bench bench, Site site, Optional<HostedServer> hosted, Path scratch)
      throws LinuxException {
    this.bench = bench;
    this.site = site;
    this.server = bench.scenario(site.cell()).server();
    this.hosted = hosted;
    this.parts = ServerLogs.in(scratch);
    this.commandStop = new StopSwitch();
    this.press = commandStop::press;
    bench.stop().onRequest(press);
  }

  /** Chooses the ports of a server for this attempt, or takes the one that is there. */
  static TrialServer reserve(Bench bench, Site site, Workspaces.Place place)
      throws IOException, CannotStart {
    Optional<Server> server = bench.scenario(site.cell()).server();
    Optional<HostedServer> hosted =
        server.isEmpty()
            ? Optional.empty()
            : Optional.of(
                server.get().per() == Server.Per.CELL
                    ? bench.servers().standing(bench, site, server.get())
                    : bench.servers().reserve(bench, site, server.get(), place.scratch()));
    return new TrialServer(bench, site, hosted, place.scratch());
  }

  private boolean isShared() {
    return server.map(s -> s.per() == Server.Per.CELL).orElse(false);
  }

  Map<String, String> placeholders() {
    return hosted.map(HostedServer::placeholders).orElse(Map.of());
  }

  Optional<Path> commandNamespace() {
    return hosted.flatMap(HostedServer::commandNamespace);
  }

  Optional<Path> serverNamespace() {
    return hosted.flatMap(HostedServer::serverNamespace);
  }

  /** Starts it unless it runs, and makes sure of its ports. */
  void start(
      Map<String, String> placeholders,
      Path workspace,
      int block,
      int padding,
      Map<String, String> more)
      throws CannotStart, Interrupted, IOException {
    if (hosted.isEmpty()) {
      return;
    }
    HostedServer host = hosted.get();
    if (host.serves()) {
      stdoutBefore = Files.size(host.logs().stdout());
      stderrBefore = Files.size(host.logs().stderr());
      host.requireOwnPorts();
    } else if (isShared()) {
      // It outlives the workspace of the trial that starts it.
      Path home = bench.home(site.cell());
      Map<String, String> own = new HashMap<>(bench.placeholders(site, block, home));
      own.putAll(host.placeholders());
      boolean ready = false;
      try {
        host.start(own, home, 0, more);
        ready = true;
      } finally {
        if (!ready) {
          host.stop();
        }
      }
    } else {
      host.start(placeholders, workspace, padding, more);
    }
    watched = host.running();
    // A command whose server is gone has nothing left to measure.
    watched.onEnd(press);
  }

  /** The running server; empty in a scenario without one. */
  Optional<RunningServer> running() {
    return Optional.ofNullable(watched);
  }

  /** The whole log of the server. */
  Optional<ServerLogs> logs() {
    return hosted.map(HostedServer::logs);
  }

  /** Pressed when the run is to stop, and when the server ends. */
  StopSwitch commandStop() {
    return commandStop;
  }

  /**
   * To be called when the command has ended: a server that is gone by then has failed the trial.
   */
  void commandEnded() {
    died = running().flatMap(RunningServer::ended);
  }

  boolean hasDied() {
    return died.isPresent();
  }

  /** Stops a server that was for this attempt alone. */
  void stop() throws IOException {
    if (hosted.isPresent() && !isShared()) {
      stopped = bench.servers().stop(hosted.get());
    }
  }

  /** The isolation of the command with that of the server. */
  Map<String, String> inForce(Map<String, String> ofCommand) {
    Map<String, String> all = new TreeMap<>(ofCommand);
    running().ifPresent(r -> r.inForce().forEach((name, is) -> all.put("server-" + name, is)));
    return all;
  }

  /** Adds what the gates have to say of it. */
  void tell(GateKeeper gates) throws IOException {
    if (hosted.isEmpty()) {
      return;
    }
    String problem = "";
    if (died.isPresent()) {
      problem =
          "expected the server to live until the command had ended, found that it "
              + died.get()
              + (isShared() ? "" : " in the middle of the trial")
              + hosted.get().logs().tail();
    }
    gates.required("server", problem);
    stopped.ifPresent(
        how -> {
          gates.serverLeftovers(how.leftovers());
          if (!how.obeyed()) {
            gates.addAll(
                List.of(new GateResult("server-stop", false, Gate.Scope.NOTE, how.disobedience())));
          }
        });
  }

  /** Keeps what the server wrote in this attempt. */
  void keep(OutputStore store) throws IOException {
    if (hosted.isEmpty()) {
      return;
    }
    ServerLogs whole = hosted.get().logs();
    if (isShared()) {
      part(whole.stdout(), stdoutBefore, parts.stdout());
      part(whole.stderr(), stderrBefore, parts.stderr());
    }
    store.keep(parts.stdout(), OutputStore.describe(parts.stdout(), "server.stdout"));
    store.keep(parts.stderr(), OutputStore.describe(parts.stderr(), "server.stderr"));
  }

  private static void part(Path whole, long from, Path target) throws IOException {
    try (var in = Files.newInputStream(whole);
        var out = Files.newOutputStream(target)) {
      in.skipNBytes(from);
      in.transferTo(out);
    }
  }

  /** Stops what an attempt that went wrong left. */
  @Override
  public void close() throws IOException {
    bench.stop().forget(press);
    RunningServer running = watched;
    if (running != null) {
      running.forget(press);
    }
    try {
      stop();
    } finally {
      commandStop.close();
    }
  }
}
