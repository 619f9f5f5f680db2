package dev.assize.linux;

import java.io.IOException;
import java.util.List;

/**
 * A pid namespace whose pid 1 is a process that does nothing, held open until closed. Children that
 * the entering thread launches afterwards are pid 2 and up inside; orphans among them are reaped by
 * the kernel, without leaving their resource usage to anyone. Closing kills every process inside,
 * those in other sessions included.
 */
public final class PidNamespace implements AutoCloseable {
  private static final String STANDARD_PATH = "/usr/bin:/bin";

  private final Prepared preparation;
  private final Child holder;
  private boolean closed;

  private PidNamespace(Prepared preparation, Child holder) {
    this.preparation = preparation;
    this.holder = holder;
  }

  /**
   * Moves the children of the calling thread into a new namespace.
   *
   * @throws IOException when {@code env} or {@code sleep} is missing from /usr/bin and /bin
   */
  public static PidNamespace enter() throws IOException {
    return enter(List.of());
  }

  /**
   * As {@link #enter()}.
   *
   * @param environment of the holder, for instance a mark by which it is known after a crash of
   *     this process, which it outlives
   */
  public static PidNamespace enter(List<String> environment) throws IOException {
    String env = Executables.resolve("env", STANDARD_PATH).toString();
    String sleep = Executables.resolve("sleep", STANDARD_PATH).toString();
    Namespaces.newPids();
    // A parent that ignores SIGCHLD leaves no zombies; the disposition survives exec. Not by the
    // trap of a shell: dash keeps SIGCHLD for itself.
    Prepared preparation =
        Spawn.of(env, List.of("env", "--ignore-signal=CHLD", sleep, "infinity"))
            .withEnvironment(environment)
            .withGroup(Spawn.Group.NEW_SESSION)
            .prepare();
    try {
      return new PidNamespace(preparation, preparation.launch());
    } catch (LinuxException e) {
      preparation.close();
      throw e;
    }
  }

  /** Returns the pid of the holder as this process sees it. */
  public int holderPid() {
    return holder.pid();
  }

  /**
   * Mounts the namespace's own /proc over the current one. Call {@link Namespaces#newMounts} first,
   * or the whole machine sees it.
   */
  public void mountProc() throws LinuxException {
    Mounts.procOf(holder.pid(), "/proc");
  }

  /**
   * Kills every process inside and waits until they are gone. A child of this process inside must
   * have been awaited before: the kernel lets pid 1 end only after every other process has been
   * reaped.
   */
  @Override
  public void close() throws LinuxException {
    if (closed) {
      return;
    }
    closed = true;
    Processes.kill(holder.pid(), Signals.SIGKILL);
    try (preparation) {
      holder.await(Supervision.none());
    }
  }
}
