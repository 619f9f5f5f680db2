package dev.assize.lab;

import dev.assize.evidence.Observation;
import dev.assize.evidence.ObservationFile;
import dev.assize.experiment.Nanos;
import dev.assize.experiment.Observe;
import dev.assize.experiment.Scenario;
import dev.assize.linux.Clock;
import dev.assize.observe.CounterServer;
import dev.assize.observe.Observers;
import dev.assize.observe.Sink;
import dev.assize.observe.Targets;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The observations of one attempt, from before the command starts until its server has ended; does
 * nothing where the spec observes nothing.
 */
final class Observing implements AutoCloseable {
  /** An instance that was told to end has this long for its final record. */
  private static final Duration FINALS = Duration.ofSeconds(2);

  private final Bench bench;
  private final Scenario scenario;
  private final Optional<Observe> what;
  private final Path file;
  private final Optional<ObservationFile.Writer> writer;
  private final Optional<CounterSocket> protocol;
  private @Nullable Observers observers;
  private volatile String missing = "";
  private long rawToMonotonic;

  private Observing(
      Bench bench,
      Scenario scenario,
      Path file,
      Optional<ObservationFile.Writer> writer,
      Optional<CounterSocket> protocol) {
    this.bench = bench;
    this.scenario = scenario;
    this.what = bench.experiment().observe();
    this.file = file;
    this.writer = writer;
    this.protocol = protocol;
  }

  /** Opens the file, and the socket of the counter protocol where the spec has it. */
  static Observing open(Bench bench, Scenario scenario, Workspaces.Place place) throws IOException {
    Path file = place.scratch().resolve(ObservationFile.NAME);
    Optional<Observe> what = bench.experiment().observe();
    if (what.isEmpty()) {
      return new Observing(bench, scenario, file, Optional.empty(), Optional.empty());
    }
    ObservationFile.Writer writer = ObservationFile.Writer.create(file);
    try {
      return new Observing(
          bench,
          scenario,
          file,
          Optional.of(writer),
          CounterSocket.open(what.get(), place.scratch(), whileOpen(writer)));
    } catch (IOException e) {
      writer.close();
      throw e;
    }
  }

  /** A process may still speak when its trial is over and the file is closed. */
  private static Sink whileOpen(ObservationFile.Writer writer) {
    return observation -> {
      try {
        writer.append(observation);
      } catch (IllegalStateException closed) {
        // Nobody listens any more.
      }
    };
  }

  /** The lab's variables for the treated process. */
  Map<String, String> environment() {
    return protocol.map(p -> Map.of(CounterServer.VARIABLE, p.path().toString())).orElse(Map.of());
  }

  /** The instances known through the counter protocol. */
  List<Observation.Registered> registered() {
    return protocol.map(p -> p.server().registered()).orElse(List.of());
  }

  boolean isOn() {
    return what.isPresent();
  }

  /**
   * Starts the samplers and takes the first sample. The command has not started.
   *
   * @return why that is not possible here, the setting named; empty when it is
   */
  String start(TrialServer server, Map<String, String> placeholders) throws IOException {
    if (what.isEmpty()) {
      return "";
    }
    Targets targets =
        new Targets(
            server.running().map(r -> OptionalInt.of(r.pid())).orElse(OptionalInt.empty()),
            OptionalInt.empty(),
            scenario.treated(),
            placeholders,
            server.serverNamespace(),
            new HashSet<>(bench.watchedCpus(scenario)));
    ObservationFile.Writer to = writer.orElseThrow();
    Observers started;
    try {
      started =
          Observers.start(what.get(), targets, protocol.map(CounterSocket::server), whileOpen(to));
    } catch (IOException e) {
      missing = String.valueOf(e.getMessage());
      return missing;
    }
    observers = started;
    started.sample("start");
    to.flush();
    rawToMonotonic = Clock.monotonicNanos() - Clock.monotonicRawNanos();
    return "";
  }

  /** From the launching thread, right before the command is launched. */
  void launching() {
    Observers now = observers;
    if (now != null) {
      try {
        now.launching();
      } catch (IOException e) {
        missing = String.valueOf(e.getMessage());
      }
    }
  }

  /** Makes the command known; from a thread that is not the launching one. */
  void command(int pid) {
    Observers now = observers;
    if (now != null) {
      try {
        now.command(pid);
      } catch (IOException e) {
        missing = String.valueOf(e.getMessage());
      }
    }
  }

  /** Takes the last sample, when the command has ended and the server still lives. */
  void commandEnded() {
    Observers now = observers;
    if (now != null) {
      now.sample("end");
      now.close();
      observers = null;
    }
  }

  /** Waits for the final records, when the treated process has been told to end. */
  void processesEnded() {
    if (protocol.isPresent() && writer.isPresent()) {
      protocol.get().server().finish(FINALS);
      // The clocks are the last line also where final records came after the last sample.
      writer
          .get()
          .append(
              new Observation.Clocks(
                  Clock.monotonicNanos(), Clock.monotonicRawNanos(), Clock.realtimeNanos()));
    }
  }

  /** CLOCK_MONOTONIC for a reading of CLOCK_MONOTONIC_RAW of this attempt. */
  Optional<Nanos> monotonic(long raw) {
    return isOn() ? Optional.of(new Nanos(raw + rawToMonotonic)) : Optional.empty();
  }

  void tell(GateKeeper gates) {
    if (what.isPresent()) {
      gates.required("facility:observe", missing);
    }
    protocol.ifPresent(
        p ->
            gates.required(
                "counters",
                String.join("; ", p.server().faults().stream().map(Observing::words).toList())));
  }

  private static String words(Observation.ProtocolFault fault) {
    String who =
        fault.component()
            + (fault.instance().isEmpty() ? "" : " (instance " + fault.instance() + ")");
    return (who.isEmpty() ? "counter protocol" : who) + ": " + fault.fault();
  }

  /** Ends the file and keeps it. */
  void keep(OutputStore store) throws IOException {
    if (writer.isPresent()) {
      end();
      store.keepWhole(file, ObservationFile.NAME);
    }
  }

  private void end() throws IOException {
    commandEnded();
    if (protocol.isPresent()) {
      protocol.get().close();
    }
    if (writer.isPresent()) {
      writer.get().close();
    }
  }

  @Override
  public void close() throws IOException {
    Observers now = observers;
    if (now != null) {
      now.close();
      observers = null;
    }
    end();
  }
}
