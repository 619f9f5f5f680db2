package dev.assize.lab;

import dev.assize.experiment.Gate;
import dev.assize.experiment.Readiness;
import dev.assize.experiment.Scenario;
import dev.assize.linux.Completion;
import dev.assize.linux.Spawn;
import dev.assize.linux.Stdio;
import dev.assize.linux.StopSwitch;
import dev.assize.linux.Supervision;
import dev.assize.observe.Disturbance;
import dev.assize.observe.HostWatch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The one measured launch of an attempt, with what watches it: host, streams, readiness. Everything
 * is made before the launching thread starts and read after it has ended.
 */
final class Measurement {
  private final Scenario scenario;
  private final List<Integer> cpus;
  private final Workspaces.Place place;
  private final Confinement confinement;
  private final PeakMemory memory;
  private final Optional<ReadinessWatch> readiness;
  private final boolean watchHost;

  Measurement(
      Scenario scenario,
      Optional<Readiness> rule,
      List<Integer> cpus,
      Workspaces.Place place,
      Confinement confinement,
      PeakMemory memory,
      boolean watchHost) {
    this.scenario = scenario;
    this.cpus = List.copyOf(cpus);
    this.place = place;
    this.confinement = confinement;
    this.memory = memory;
    this.watchHost = watchHost;
    this.readiness = rule.map(r -> new ReadinessWatch(r, place.workspace(), place.stdout()));
  }

  /**
   * What came of it.
   *
   * @param readyNanos spawn to readiness
   * @param unready why there is no readiness although a rule asks for it; empty when there is
   */
  record Outcome(
      Launcher.Launch launch,
      Leftovers.Found leftovers,
      PeakMemory.Peak peak,
      Optional<Disturbance> disturbance,
      Optional<Long> readyNanos,
      String unready) {}

  /** Whether a gate needs the host to be watched. */
  static boolean needsWatch(GateKeeper gates) {
    return gates.gate(Gate.Kind.INTERFERENCE).isPresent()
        || gates.gate(Gate.Kind.STEAL).isPresent()
        || gates.gate(Gate.Kind.CLOCK_STEP).isPresent();
  }

  /**
   * Launches, waits, and ends what was left.
   *
   * @param command without its streams
   * @param spared processes that were there before the command
   * @param own pids of processes that are no strangers
   * @param companions told when the command runs and as soon as it has ended
   */
  Outcome take(
      Spawn command,
      Supervision supervision,
      Optional<Path> stdin,
      Spared spared,
      Set<Integer> own,
      Companions companions)
      throws IOException, CannotStart {
    if (readiness.isPresent()) {
      readiness.get().requireUnready();
    }
    Optional<PipeDrain> out = Optional.empty();
    Optional<PipeDrain> err = Optional.empty();
    Launcher.Launch launch;
    int killedGroup = 0;
    Leftovers.Found leftovers;
    Optional<Disturbance> disturbance;
    Set<Integer> adopters = new HashSet<>();
    Set<Integer> others = new HashSet<>(own);
    try {
      if (scenario.output() == Scenario.Output.PIPE) {
        out = Optional.of(PipeDrain.start(place.stdout(), readiness));
        err = Optional.of(PipeDrain.start(place.stderr(), Optional.empty()));
      }
      readiness.ifPresent(r -> r.start(scenario.output() == Scenario.Output.PIPE));
      Stdio in = stdin.map(p -> Stdio.readFrom(p.toString())).orElse(Stdio.nullDevice());
      Spawn spawn =
          command.withStdio(
              in, stream(out, place.stdout().toString()), stream(err, place.stderr().toString()));
      try (Watched watched = watchHost ? Watched.start(cpus) : Watched.nothing()) {
        launch =
            Launcher.launch(
                spawn,
                confinement,
                supervision,
                memory,
                companions.followsCommand() ? Optional.of(companions) : Optional.empty());
        killedGroup = killedGroup(launch);
        companions.commandEnded();
        disturbance = watched.end(ours(launch, own));
      }
    } finally {
      adopters.addAll(pids(confinement.own()));
      others.addAll(adopters);
      leftovers =
          Leftovers.end(
              spared.or(Spared.only(confinement.own())), confinement::members, killedGroup);
      confinement.close();
      if (readiness.isPresent()) {
        readiness.get().end();
      }
      if (out.isPresent()) {
        out.get().finish();
      }
      if (err.isPresent()) {
        err.get().finish();
      }
    }
    return outcome(launch, leftovers, peak(launch, leftovers, adopters, others), disturbance);
  }

  private Stdio stream(Optional<PipeDrain> drain, String file) {
    return switch (scenario.output()) {
      case FILE -> Stdio.writeTo(file);
      case NULL -> Stdio.nullDevice();
      case PIPE -> new Stdio.Fd(drain.orElseThrow().writeEnd());
    };
  }

  private PeakMemory.Peak peak(
      Launcher.Launch launch,
      Leftovers.Found leftovers,
      Set<Integer> adopters,
      Set<Integer> others) {
    if (launch.completion().isEmpty() || !leftovers.unending().isEmpty()) {
      return PeakMemory.Peak.unknown("not every process of the command has ended");
    }
    adopters.add((int) ProcessHandle.current().pid());
    return memory.of(new PeakMemory.Tree(launch.completion().get().pid(), adopters, others));
  }

  private static Set<Integer> pids(Set<Leftovers.Id> processes) {
    return processes.stream().map(Leftovers.Id::pid).collect(Collectors.toCollection(HashSet::new));
  }

  private Outcome outcome(
      Launcher.Launch launch,
      Leftovers.Found leftovers,
      PeakMemory.Peak peak,
      Optional<Disturbance> disturbance) {
    Optional<Long> ready = Optional.empty();
    String unready = "";
    if (readiness.isPresent() && launch.completion().isPresent()) {
      long start = launch.completion().get().startNanos();
      Optional<String> stranger = readiness.get().stranger();
      if (stranger.isPresent()) {
        unready =
            "expected "
                + readiness.get().words()
                + " of the command, found that process "
                + stranger.get()
                + " listens there";
      } else {
        ready = readiness.get().readyAtRaw().map(at -> Math.max(0, at - start));
        unready = ready.isPresent() ? "" : "expected " + readiness.get().words() + ", saw none";
      }
    }
    return new Outcome(launch, leftovers, peak, disturbance, ready, unready);
  }

  /** The command's own group, where a timeout or a stop ended it. */
  private static int killedGroup(Launcher.Launch launch) {
    return launch
        .completion()
        .filter(c -> c.ending() != Completion.Ending.BY_ITSELF)
        .map(Completion::pid)
        .orElse(0);
  }

  /** The processes that are no strangers: this one, the command, and what descended from us. */
  private static Set<Integer> ours(Launcher.Launch launch, Set<Integer> own) {
    Set<Integer> pids = new HashSet<>(own);
    pids.add((int) ProcessHandle.current().pid());
    launch.completion().map(Completion::pid).ifPresent(pids::add);
    return pids;
  }

  /** A host watch, or none, with the same shape. */
  private record Watched(Optional<HostWatch> watch) implements AutoCloseable {
    static Watched start(List<Integer> cpus) throws IOException {
      return new Watched(Optional.of(HostWatch.start(cpus)));
    }

    static Watched nothing() {
      return new Watched(Optional.empty());
    }

    Optional<Disturbance> end(Set<Integer> own) throws IOException {
      return watch.isPresent() ? Optional.of(watch.get().stop(own)) : Optional.empty();
    }

    @Override
    public void close() throws IOException {
      if (watch.isPresent()) {
        watch.get().close();
      }
    }
  }

  static Supervision supervision(Scenario scenario, StopSwitch stop) {
    return Supervision.timeout(Duration.ofNanos(scenario.timeout().value()), HelperCommand.GRACE)
        .orWhen(stop);
  }
}
