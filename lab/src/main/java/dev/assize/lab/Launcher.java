package dev.assize.lab;

import dev.assize.linux.Child;
import dev.assize.linux.Completion;
import dev.assize.linux.LinuxException;
import dev.assize.linux.Prepared;
import dev.assize.linux.Spawn;
import dev.assize.linux.Supervision;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Launches a command from a thread made for it, which enters the isolation first. What the thread
 * entered ends with it, so nothing of one trial stays for the next.
 */
final class Launcher {
  private Launcher() {}

  /**
   * A launch.
   *
   * @param completion absent when the command did not start
   * @param problem why it did not start; empty when it did
   * @param inForce the isolation as read back; empty when it could not be entered
   */
  record Launch(Optional<Completion> completion, String problem, Map<String, String> inForce) {
    Launch {
      inForce = Map.copyOf(inForce);
    }
  }

  /** Told about a launch, on the launching thread. */
  interface Follower {
    /** Right before. */
    void launching();

    /** As soon as the command runs; must not hold the thread up. */
    void launched(int pid);
  }

  /**
   * Launches and waits.
   *
   * @param memory begins when nothing of the lab's own is left to end
   * @param follower where there is none, the launching thread makes system calls and nothing else
   *     until the command has ended
   */
  static Launch launch(
      Spawn spawn,
      Confinement confinement,
      Supervision supervision,
      PeakMemory memory,
      Optional<Follower> follower) {
    Attempted attempted = new Attempted(spawn, confinement, supervision, memory, follower);
    Thread thread = Thread.ofPlatform().name("assize-launch").start(attempted);
    join(thread);
    Throwable failure = attempted.failure;
    if (failure != null) {
      throw new IllegalStateException("launching " + spawn.executable(), failure);
    }
    return new Launch(
        Optional.ofNullable(attempted.completion), attempted.problem, attempted.inForce);
  }

  private static final class Attempted implements Runnable {
    private final Spawn spawn;
    private final Confinement confinement;
    private final Supervision supervision;
    private final PeakMemory memory;
    private final Optional<Follower> follower;
    private @Nullable Completion completion;
    private String problem = "";
    private final Map<String, String> inForce = new TreeMap<>();
    private @Nullable Throwable failure;

    Attempted(
        Spawn spawn,
        Confinement confinement,
        Supervision supervision,
        PeakMemory memory,
        Optional<Follower> follower) {
      this.spawn = spawn;
      this.confinement = confinement;
      this.supervision = supervision;
      this.memory = memory;
      this.follower = follower;
    }

    @Override
    public void run() {
      try {
        inForce.putAll(confinement.enter());
        try (Prepared prepared = confinement.through(spawn).prepare()) {
          inForce.put("warming-launch", WarmingLaunch.carryOut(supervision));
          memory.begin();
          completion =
              follower.isPresent() ? follow(prepared) : prepared.launchAndWait(supervision);
        }
      } catch (CannotStart | LinuxException | IllegalArgumentException e) {
        problem = String.valueOf(e.getMessage());
      } catch (RuntimeException | Error e) {
        failure = e;
      }
    }

    private Completion follow(Prepared prepared) throws LinuxException {
      Follower told = follower.orElseThrow();
      told.launching();
      Child child = prepared.launch();
      told.launched(child.pid());
      return child.await(supervision);
    }
  }

  /** Waits for a thread that is sure to end, and keeps an interrupt for later. */
  static void join(Thread thread) {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
