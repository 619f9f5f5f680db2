package dev.assize.lab;

import dev.assize.experiment.Nanos;
import dev.assize.experiment.Scenario;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What accompanies the command of one attempt: its server, the observations, the proofs of the arm.
 */
final class Companions implements Launcher.Follower, AutoCloseable {
  private final Workspaces.Place place;
  private final Scenario scenario;
  private final TrialServer server;
  private final Observing observing;
  private final ArmProofs proofs;
  private @Nullable Thread follower;
  private volatile int commandPid;
  private volatile boolean commandEnded;

  private Companions(
      Workspaces.Place place,
      Scenario scenario,
      TrialServer server,
      Observing observing,
      ArmProofs proofs) {
    this.place = place;
    this.scenario = scenario;
    this.server = server;
    this.observing = observing;
    this.proofs = proofs;
  }

  static Companions open(
      Bench bench,
      Site site,
      Workspaces.Place place,
      TrialServer server,
      Map<String, String> placeholders)
      throws IOException {
    Scenario scenario = bench.scenario(site.cell());
    return new Companions(
        place,
        scenario,
        server,
        Observing.open(bench, scenario, place),
        new ArmProofs(
            bench.experiment().arm(site.arm()).proofs(),
            scenario.treated(),
            placeholders,
            place.scratch()));
  }

  /** The lab's variables for the server. */
  Map<String, String> serverEnvironment() {
    return scenario.treated() == Scenario.Treated.COMMAND ? Map.of() : observing.environment();
  }

  /** The lab's variables for the command. */
  Map<String, String> commandEnvironment() {
    return scenario.treated() == Scenario.Treated.SERVER ? Map.of() : observing.environment();
  }

  /**
   * To be called when the server is ready, before the command starts.
   *
   * @throws CannotStart when something can't be observed here
   */
  void start(Map<String, String> placeholders, GateKeeper gates) throws CannotStart, IOException {
    server
        .running()
        .ifPresent(running -> proofs.ofServer(running.pid(), server.logs().orElseThrow()));
    String missing = observing.start(server, placeholders);
    if (!missing.isEmpty()) {
      gates.required("facility:observe", missing);
      throw new CannotStart("what the spec observes can't be observed here: " + missing);
    }
    if (observing.isOn() || proofs.needsCommand()) {
      follower = Thread.ofPlatform().daemon().name("assize-follower").start(this::follow);
    }
  }

  /** Whether {@link #launching} and {@link #launched} are to be called. */
  boolean followsCommand() {
    return follower != null;
  }

  /** From the launching thread, before the clock starts. */
  @Override
  public void launching() {
    observing.launching();
  }

  /** From the launching thread, which must not be held up: another one goes on from here. */
  @Override
  public void launched(int pid) {
    commandPid = pid;
    LockSupport.unpark(follower);
  }

  private void follow() {
    while (commandPid == 0 && !commandEnded) {
      LockSupport.park(this);
    }
    int pid = commandPid;
    if (pid != 0) {
      observing.command(pid);
      proofs.ofCommand(pid, place, () -> commandEnded);
    }
  }

  /** As soon as the command has ended, before what it left is ended. */
  void commandEnded() {
    commandEnded = true;
    server.commandEnded();
    Thread following = follower;
    if (following != null) {
      LockSupport.unpark(following);
      Launcher.join(following);
    }
    observing.commandEnded();
    proofs.atEnd(server, place, observing.registered());
  }

  /** Stops the server of this attempt. */
  void stop() throws IOException {
    server.stop();
    observing.processesEnded();
  }

  Optional<Nanos> monotonic(long raw) {
    return observing.monotonic(raw);
  }

  void tell(GateKeeper gates) throws IOException {
    server.tell(gates);
    observing.tell(gates);
    proofs.tell(gates);
  }

  void keep(OutputStore store) throws IOException {
    observing.keep(store);
    proofs.keep(store);
  }

  @Override
  public void close() throws IOException {
    commandEnded = true;
    LockSupport.unpark(follower);
    observing.close();
  }
}
