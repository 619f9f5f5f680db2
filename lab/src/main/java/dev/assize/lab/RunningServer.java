package dev.assize.lab;

import dev.assize.linux.Child;
import dev.assize.linux.Completion;
import dev.assize.linux.LinuxException;
import dev.assize.linux.Prepared;
import dev.assize.linux.ProcessStat;
import dev.assize.linux.ProcessTable;
import dev.assize.linux.Spawn;
import dev.assize.linux.StopSwitch;
import dev.assize.linux.Supervision;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * A server process from its launch to the end of whatever it started. One thread enters the
 * isolation, launches, and waits for its end; that thread alone reaps it.
 */
final class RunningServer {
  private final Confinement confinement;
  private final String mark;
  private final Duration grace;
  private final StopSwitch stop;
  private final Thread thread;
  private final CountDownLatch launched = new CountDownLatch(1);
  private final List<Runnable> listeners = new ArrayList<>();
  private volatile @Nullable Child child;
  private volatile @Nullable Completion completion;
  private volatile @Nullable Throwable failure;
  private volatile Map<String, String> inForce = Map.of();
  private @Nullable Stopped stopped;

  private RunningServer(
      Spawn spawn, Confinement confinement, String mark, Duration grace, StopSwitch stop) {
    this.confinement = confinement;
    this.mark = mark;
    this.grace = grace;
    this.stop = stop;
    this.thread = Thread.ofPlatform().daemon().name("assize-server").unstarted(() -> live(spawn));
  }

  /**
   * Launches.
   *
   * @param mark an entry of its environment that no other process has but those it starts
   * @param grace between SIGTERM and SIGKILL when it is stopped
   * @throws CannotStart when there is no process; the confinement is closed then
   */
  static RunningServer launch(Spawn spawn, Confinement confinement, String mark, Duration grace)
      throws CannotStart, IOException {
    RunningServer server = new RunningServer(spawn, confinement, mark, grace, new StopSwitch());
    server.thread.start();
    server.awaitLaunch();
    if (server.child == null) {
      Launcher.join(server.thread);
      server.stop.close();
      confinement.close();
      throw server.unlaunched(spawn);
    }
    return server;
  }

  private CannotStart unlaunched(Spawn spawn) {
    Throwable why = failure;
    if (why instanceof CannotStart || why instanceof LinuxException) {
      return new CannotStart("the server did not start: " + why.getMessage(), why);
    }
    throw new IllegalStateException("launching the server " + spawn.executable(), why);
  }

  private void awaitLaunch() {
    boolean interrupted = false;
    while (true) {
      try {
        launched.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void live(Spawn spawn) {
    try {
      inForce = confinement.enter();
      try (Prepared prepared = confinement.through(spawn).prepare()) {
        Child running = prepared.launch();
        child = running;
        launched.countDown();
        completion = running.await(new Supervision(Optional.empty(), grace, Optional.of(stop)));
      }
    } catch (CannotStart | LinuxException | RuntimeException | Error e) {
      failure = e;
    } finally {
      launched.countDown();
      tell();
    }
  }

  private void tell() {
    List<Runnable> told;
    synchronized (listeners) {
      told = List.copyOf(listeners);
      listeners.clear();
    }
    told.forEach(Runnable::run);
  }

  /** Runs the listener when the process ends, or now when it has ended. */
  void onEnd(Runnable listener) {
    synchronized (listeners) {
      if (isAlive()) {
        listeners.add(listener);
        return;
      }
    }
    listener.run();
  }

  void forget(Runnable listener) {
    synchronized (listeners) {
      listeners.remove(listener);
    }
  }

  int pid() {
    Child running = child;
    return running == null ? 0 : running.pid();
  }

  boolean isAlive() {
    return completion == null && failure == null;
  }

  /** How the process ended; empty while it lives. */
  Optional<String> ended() {
    Completion over = completion;
    Throwable why = failure;
    if (over != null) {
      return Optional.of(HelperCommand.words(over.status()));
    }
    return Optional.ofNullable(why).map(e -> "could not be watched: " + e.getMessage());
  }

  /** The isolation as read back. */
  Map<String, String> inForce() {
    return inForce;
  }

  /**
   * Whether a process is the server, one that it started, or one that such a process left: a
   * descendant, a member of its session, or one with its mark.
   */
  boolean owns(ProcessStat process, Map<Integer, ProcessStat> all) {
    Set<Integer> seen = new HashSet<>();
    Set<Integer> roots = new HashSet<>(Set.of(pid()));
    confinement.own().forEach(id -> roots.add(id.pid()));
    for (ProcessStat p = process; p != null && seen.add(p.pid()); p = all.get(p.parent())) {
      if (roots.contains(p.pid())) {
        return true;
      }
    }
    return process.session() == pid() || Marks.has(process.pid(), mark);
  }

  /** Whether the process with the pid is of the server now. */
  boolean owns(int pid) throws IOException {
    Map<Integer, ProcessStat> all = new HashMap<>();
    ProcessTable.snapshot().forEach(process -> all.put(process.pid(), process));
    ProcessStat process = all.get(pid);
    return process != null && owns(process, all);
  }

  /**
   * What came of stopping it.
   *
   * @param obeyed whether it ended within the grace, or had ended before
   */
  record Stopped(boolean obeyed, Duration grace, Leftovers.Found leftovers) {
    String disobedience() {
      return "expected the server to end within "
          + Texts.seconds(grace.toNanos())
          + " of SIGTERM, found that it did not; SIGKILL ended it";
    }

    /** What a reader should know; empty when it ended as it should. */
    String findings() {
      List<String> all = new ArrayList<>();
      if (!obeyed) {
        all.add(disobedience());
      }
      if (!leftovers.alive().isEmpty()) {
        all.add("ended processes that it had left: " + String.join(", ", leftovers.alive()));
      }
      if (!leftovers.unending().isEmpty()) {
        all.add("could not end " + String.join(", ", leftovers.unending()));
      }
      return String.join("; ", all);
    }
  }

  /**
   * Ends it: SIGTERM to its group, the grace, SIGKILL; then whatever it left. Further calls do
   * nothing and return the same.
   */
  Stopped stop() throws IOException {
    Stopped before = stopped;
    if (before != null) {
      return before;
    }
    boolean lived = isAlive();
    stop.press();
    Launcher.join(thread);
    stop.close();
    Completion over = completion;
    boolean obeyed = over == null || over.ending() != Completion.Ending.STOPPED_AND_KILLED;
    int killedGroup = lived && over != null ? over.pid() : 0;
    Leftovers.Found left;
    try {
      left = Leftovers.end(others(), confinement::members, killedGroup);
    } finally {
      confinement.close();
    }
    Stopped now = new Stopped(obeyed, grace, left);
    stopped = now;
    return now;
  }

  /** Spares everything that is not of the server, and the confinement's own processes. */
  private Spared others() {
    Set<Leftovers.Id> own = confinement.own();
    return (process, all) -> own.contains(Leftovers.Id.of(process)) || !owns(process, all);
  }
}
