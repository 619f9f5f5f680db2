package dev.assize.observe;

import dev.assize.evidence.Observation;
import dev.assize.evidence.Reading;
import dev.assize.linux.Clock;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * The lab's end of the counter protocol (docs/counter-protocol.md): a Unix stream socket, whose
 * path instrumented processes find in the variable {@value #VARIABLE}. Every breach of the protocol
 * is a {@link Observation.ProtocolFault}; one of them voids the trial.
 *
 * <p>The counters of a component's instances are summed; an instance that has ended stays in the
 * sum with its final record.
 */
public final class CounterServer implements AutoCloseable {
  /** The environment variable that holds the path of the socket. */
  public static final String VARIABLE = "ASSIZE_COUNTERS";

  private final Map<String, String> sources;
  private final Sink sink;
  private final RecordListener records;
  private final InstanceListener listener;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<Instance> instances = new ArrayList<>();
  private final List<Observation.Registered> registered = new ArrayList<>();
  private final List<Broken> faults = new ArrayList<>();
  private boolean finished;
  private boolean over;

  /** A rule, and how it was broken. */
  record Broken(ProtocolRule rule, Observation.ProtocolFault fault) {}

  /** Sees each record of each instance, as it comes. */
  interface RecordListener {
    void record(Instance instance, Map<String, Reading> counters);
  }

  private CounterServer(
      InstanceListener listener, Map<String, String> sources, Sink sink, RecordListener records) {
    this.listener = listener;
    this.sources = Map.copyOf(sources);
    this.sink = sink;
    this.records = records;
  }

  /**
   * Listens.
   *
   * @param socket a path of at most 107 bytes where nothing is yet
   * @param sources the name of the source for each component that must register
   * @throws IOException when it can't listen there
   */
  public static CounterServer start(Path socket, Map<String, String> sources, Sink sink)
      throws IOException {
    return start(socket, sources, sink, (_, _) -> {});
  }

  static CounterServer start(
      Path socket, Map<String, String> sources, Sink sink, RecordListener records)
      throws IOException {
    CounterServer server = new CounterServer(InstanceListener.bind(socket), sources, sink, records);
    server.listener.accept(server::connected);
    return server;
  }

  private void connected(SocketChannel channel) {
    Instance instance = new Instance(this, channel);
    locked(() -> instances.add(instance));
    Thread.ofPlatform().daemon().name("assize-counters-instance").start(instance::run);
  }

  /** The entry of the environment by which processes find the socket. */
  String entry() {
    return VARIABLE + "=" + listener.path();
  }

  void locked(Runnable work) {
    lock.lock();
    try {
      work.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  boolean over() {
    return over;
  }

  /** Returns false when there is an instance of that name already. */
  boolean register(Instance instance, Observation.Registered registration) {
    lock.lock();
    try {
      for (Observation.Registered other : registered) {
        if (other.component().equals(registration.component())
            && other.instance().equals(registration.instance())) {
          return false;
        }
      }
      registered.add(registration);
      sink.accept(registration);
      instance.markReady();
      changed.signalAll();
      return true;
    } finally {
      lock.unlock();
    }
  }

  boolean answered(Instance instance, String token, Map<String, Reading> counters) {
    lock.lock();
    try {
      if (!instance.answer(token, counters)) {
        return false;
      }
      records.record(instance, counters);
      sink.accept(
          new Observation.Checkpoint(
              Clock.monotonicNanos(), instance.component(), instance.name(), token));
      changed.signalAll();
      return true;
    } finally {
      lock.unlock();
    }
  }

  void finalRecord(Instance instance, Map<String, Reading> counters) {
    locked(
        () -> {
          instance.end(counters);
          records.record(instance, counters);
          sink.accept(
              new Observation.Final(Clock.monotonicNanos(), instance.component(), instance.name()));
          sample(instance.component());
        });
  }

  /** Called with the lock held. */
  void fault(ProtocolRule rule, Instance instance, String fault) {
    fault(rule, instance.component(), instance.name(), fault);
  }

  private void fault(ProtocolRule rule, String component, String instance, String fault) {
    Observation.ProtocolFault found =
        new Observation.ProtocolFault(Clock.monotonicNanos(), component, instance, fault);
    faults.add(new Broken(rule, found));
    sink.accept(found);
  }

  /**
   * Asks every instance for its counters and waits for the answers. An instance that does not
   * answer with the token in time is a fault; it is not asked again.
   *
   * @param token without white space, never used before
   */
  public void checkpoint(String token, Duration patience) {
    lock.lock();
    try {
      List<Instance> asked = new ArrayList<>();
      for (Instance instance : instances) {
        boolean owed = instance.owes();
        instance.ask(token);
        if (!owed && instance.owes()) {
          asked.add(instance);
        }
      }
      await(patience, _ -> asked.stream().noneMatch(Instance::owes));
      Set<String> components = new LinkedHashSet<>();
      for (Instance instance : asked) {
        if (instance.owes()) {
          fault(
              ProtocolRule.ANSWERS,
              instance,
              "no answer to the token " + token + " within " + patience.toMillis() + " ms");
        }
        components.add(instance.component());
      }
      components.forEach(this::sample);
    } finally {
      lock.unlock();
    }
  }

  /** Waits with the lock held. Returns whether it came true in time. */
  private boolean await(Duration patience, Predicate<CounterServer> condition) {
    long left = patience.toNanos();
    while (!condition.test(this)) {
      if (left <= 0) {
        return false;
      }
      try {
        left = changed.awaitNanos(left);
      } catch (InterruptedException asked) {
        Thread.currentThread().interrupt();
        return condition.test(this);
      }
    }
    return true;
  }

  /** The sums of a component's instances as last heard of each, with the lock held. */
  private void sample(String component) {
    sink.accept(
        CounterSums.sample(sources.getOrDefault(component, component), component, instances));
  }

  /** Returns the instances that registered so far. */
  public List<Observation.Registered> registered() {
    lock.lock();
    try {
      return List.copyOf(registered);
    } finally {
      lock.unlock();
    }
  }

  /** Waits until so many instances have registered. Returns false when they did not in time. */
  public boolean awaitRegistered(int count, Duration patience) {
    lock.lock();
    try {
      return await(patience, server -> server.registered.size() >= count);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until every instance has given its final record and closed, for as long as the patience
   * lasts. To be called when the processes have ended. Afterwards {@link #faults} is complete.
   */
  public void finish(Duration patience) {
    lock.lock();
    try {
      if (finished) {
        return;
      }
      finished = true;
      await(patience, server -> server.instances.stream().allMatch(Instance::closed));
      over = true;
      for (Instance instance : instances) {
        if (!instance.closed() && !instance.ended()) {
          fault(
              instance.registered() ? ProtocolRule.ONE_FINAL : ProtocolRule.REGISTERS,
              instance,
              instance.registered()
                  ? "no final record within " + patience.toMillis() + " ms of the end"
                  : "an instance not registered: connected, and sent no 'ready'");
        }
      }
      for (String component : new TreeSet<>(sources.keySet())) {
        if (registered.stream().noneMatch(r -> r.component().equals(component))) {
          fault(
              ProtocolRule.REGISTERS,
              component,
              "",
              "an instance not registered: no process of this component connected to $" + VARIABLE);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns the breaches found so far. */
  public List<Observation.ProtocolFault> faults() {
    return broken().stream().map(Broken::fault).toList();
  }

  List<Broken> broken() {
    lock.lock();
    try {
      return List.copyOf(faults);
    } finally {
      lock.unlock();
    }
  }

  /** Closes the socket and removes its file. */
  @Override
  public void close() throws IOException {
    lock.lock();
    try {
      over = true;
      listener.close();
    } finally {
      instances.forEach(Instance::close);
      lock.unlock();
    }
  }
}
