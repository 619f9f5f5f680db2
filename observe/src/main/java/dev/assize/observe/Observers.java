package dev.assize.observe;

import dev.assize.evidence.Observation;
import dev.assize.experiment.Observe;
import dev.assize.linux.Clock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * The samplers of one trial. Each source has a thread of its own, so that a slow one holds up no
 * other; all run on CPUs outside the trial's where there are some.
 *
 * <p>Sources are named {@code host}, {@code server}, {@code command}, {@code witness}, and as the
 * spec names its counters. A process that is gone, or another one under its old pid, reads as
 * absent. When a source can give no more, its last line says so.
 */
public final class Observers implements AutoCloseable {
  private static final String SERVER = "server";
  private static final String COMMAND = "command";
  private static final long MILLI = 1_000_000L;
  private static final long SHORTEST_TIMEOUT = 1_000 * MILLI;
  private static final long LONGEST_TIMEOUT = 5_000 * MILLI;

  /** Beyond the timeout of a document: a thread may have to wait for a CPU. */
  private static final long PATIENCE = 15_000 * MILLI;

  private final Observe what;
  private final Targets targets;
  private final Sink sink;

  /** The treated processes that are known so far. */
  private final List<Kin> treated = new CopyOnWriteArrayList<>();

  private final List<SourceThread> threads = new CopyOnWriteArrayList<>();
  private volatile @Nullable WitnessSampler witness;
  private volatile boolean countsLaunches;
  private boolean closed;

  private Observers(Observe what, Targets targets, Sink sink) {
    this.what = what;
    this.targets = targets;
    this.sink = sink;
  }

  /**
   * Starts the samplers. The clocks are the first observation; no sample is taken before {@link
   * #sample} or the first interval.
   *
   * @param protocol asked for a checkpoint at every interval when the spec has counters of the
   *     protocol; its own observations go to its sink
   * @throws IOException when a process is not alive, a location is no address, or a witness can't
   *     be counted here: the message names the setting
   */
  public static Observers start(
      Observe what, Targets targets, Optional<CounterServer> protocol, Sink sink)
      throws IOException {
    Observers observers = new Observers(what, targets, sink);
    sink.accept(clocks());
    try {
      observers.begin(protocol);
      return observers;
    } catch (IOException | RuntimeException e) {
      observers.close();
      throw e;
    }
  }

  private void begin(Optional<CounterServer> protocol) throws IOException {
    if (what.host()) {
      run(new HostSampler(Path.of("/")));
    }
    List<String> spoken = new ArrayList<>();
    for (Observe.Counters counters : what.counters()) {
      switch (counters) {
        case Observe.Counters.Document document ->
            run(new DocumentSampler(document, targets, () -> treated, timeout()));
        case Observe.Counters.Protocol(String name, String _) -> spoken.add(name);
      }
    }
    if (!spoken.isEmpty() && protocol.isPresent()) {
      run(new ProtocolSampler(protocol.get(), spoken, Duration.ofNanos(PATIENCE)));
    }
    if (targets.server().isPresent()) {
      process(SERVER, alive(SERVER, targets.server().getAsInt()));
    }
    if (targets.command().isPresent()) {
      process(COMMAND, alive(COMMAND, targets.command().getAsInt()));
    }
  }

  private long timeout() {
    return Math.clamp(what.every().value(), SHORTEST_TIMEOUT, LONGEST_TIMEOUT);
  }

  /**
   * To be called by the thread that launches the command, right before: where the command is
   * treated, its tracepoint hits count from its first instruction on.
   *
   * @throws IOException when a witness can't be counted here: the message names the setting
   */
  public void launching() throws IOException {
    if (!what.witnesses().isEmpty() && isTreated(COMMAND)) {
      countsLaunches = true;
      witness(OptionalInt.empty(), Witnesses.ofLaunches(what.witnesses()));
    }
  }

  /**
   * Makes the command known once it runs. Its samples begin with the next interval. One that has
   * ended by now gets no sample, and the last line of its source says so.
   *
   * @throws IOException when it is the treated process and a witness can't be attached to it
   */
  public void command(int pid) throws IOException {
    Optional<Kin> kin = Kin.of(pid);
    if (kin.isPresent()) {
      process(COMMAND, kin.get());
    } else {
      sink.accept(
          new Observation.Ended(
              COMMAND,
              Clock.monotonicNanos(),
              true,
              "the command had ended before its first sample"));
    }
  }

  private static Kin alive(String source, int pid) throws IOException {
    return Kin.of(pid)
        .orElseThrow(
            () ->
                new IOException(
                    "expected the " + source + " to be alive as pid " + pid + ", found none"));
  }

  private void process(String source, Kin kin) throws IOException {
    int pid = kin.root().pid();
    if (what.processes()) {
      run(new TreeSampler(source, pid));
    }
    if (isTreated(source)) {
      if (!what.witnesses().isEmpty() && !(source.equals(COMMAND) && countsLaunches)) {
        witness(OptionalInt.of(pid), Witnesses.attach(what.witnesses(), List.of(pid)));
      }
      treated.add(kin);
    }
  }

  private boolean isTreated(String source) {
    return switch (targets.treated()) {
      case SERVER -> source.equals(SERVER);
      case COMMAND -> source.equals(COMMAND);
      case BOTH -> true;
    };
  }

  private void witness(OptionalInt pid, Witnesses attached) {
    WitnessSampler already = witness;
    if (already == null) {
      WitnessSampler first = new WitnessSampler(pid, attached);
      witness = first;
      run(first);
    } else {
      already.add(attached);
    }
  }

  private void run(Sampler sampler) {
    SourceThread thread = new SourceThread(sampler, sink, what.every().value(), targets.cpus());
    threads.add(thread);
    thread.start();
  }

  /**
   * Takes a sample of every source now, and returns when all have been taken, after 20 s at the
   * latest.
   *
   * @param why {@code start}, {@code end} and the like, for the line that says when a source did
   *     not answer in time
   */
  public void sample(String why) {
    long deadline = System.nanoTime() + timeout() + PATIENCE;
    Map<SourceThread, CountDownLatch> demanded = new LinkedHashMap<>();
    for (SourceThread thread : threads) {
      demanded.put(thread, thread.demand());
    }
    try {
      for (var entry : demanded.entrySet()) {
        if (!SourceThread.await(entry.getValue(), deadline)) {
          sink.accept(
              new Observation.Ended(
                  entry.getKey().source(),
                  Clock.monotonicNanos(),
                  true,
                  "no sample within " + (timeout() + PATIENCE) / MILLI + " ms at the " + why));
        }
      }
    } catch (InterruptedException asked) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the threads. Every source gets its last line; the clocks are the last observation. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    threads.forEach(SourceThread::end);
    boolean interrupted = false;
    for (SourceThread thread : threads) {
      try {
        thread.ended((timeout() + PATIENCE) / MILLI);
      } catch (InterruptedException asked) {
        interrupted = true;
      }
    }
    sink.accept(clocks());
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** All clocks at one instant, as near as can be: the narrowest of several readings. */
  private static Observation.Clocks clocks() {
    Observation.Clocks best = null;
    long narrowest = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      long before = Clock.monotonicNanos();
      long raw = Clock.monotonicRawNanos();
      long realtime = Clock.realtimeNanos();
      long after = Clock.monotonicNanos();
      if (best == null || after - before < narrowest) {
        narrowest = after - before;
        best = new Observation.Clocks(before + (after - before) / 2, raw, realtime);
      }
    }
    return Objects.requireNonNull(best);
  }
}
