package dev.assize.linux;

import static dev.assize.linux.Native.INT;
import static dev.assize.linux.Native.LONG;

import dev.assize.linux.Completion.Ending;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;
import org.jspecify.annotations.Nullable;

/**
 * A process ready to launch, as often as wanted, one at a time and by one thread at a time. Launch
 * from a platform thread of its own when the child is to inherit settings of that thread.
 */
public final class Prepared implements AutoCloseable {
  /** The function is an argument, so that {@link #settle} can call the handle to no effect. */
  private static final MethodHandle SIX_POINTERS =
      Native.unbound(FunctionDescriptor.of(INT, LONG, LONG, LONG, LONG, LONG, LONG));

  private static final MemorySegment POSIX_SPAWN = Native.find("posix_spawn");
  private static final int PID = 0;
  private static final int START = 8;
  private static final int END = START + (int) Clock.TIMESPEC_BYTES;
  private static final int BYTES = END + (int) Clock.TIMESPEC_BYTES;

  /**
   * The JDK rewrites a method handle at its 128th interpreted call, which allocates 64 KB and takes
   * a millisecond. That must not fall into a measured window, so every handle of the window is
   * called often enough here.
   */
  private static final int SETTLING_CALLS = 160;

  static {
    settle();
  }

  private final Spawn spawn;
  private final SpawnImage image;
  private final Waiter waiter = new Waiter();
  private final MemorySegment memory = Arena.ofAuto().allocate(BYTES, 8);
  private boolean running;

  Prepared(Spawn spawn) {
    this.spawn = spawn;
    this.image = new SpawnImage(spawn);
  }

  /**
   * Launches, waits and reaps. Between the two readings of the clock this thread makes system calls
   * and nothing else: it allocates no Java object, takes no lock and writes no log.
   *
   * @throws LinuxException when the process could not be started; nothing is left behind
   */
  public Completion launchAndWait(Supervision supervision) throws LinuxException {
    requireIdle();
    Waiter.Limits limits = Waiter.Limits.of(supervision);
    try {
      Ending ending = window(limits);
      if (ending == null) {
        throw SpawnFailure.explain(spawn, spawnError());
      }
      return completion(ending, ProcSelf.peakRssBytes());
    } finally {
      waiter.release();
      Reference.reachabilityFence(this);
    }
  }

  /**
   * The measured window. Returns null when posix_spawn failed.
   *
   * <p>A failure to spawn is told by null and not by an exception, which would be allocated in
   * here.
   */
  @Nullable Ending window(Waiter.Limits limits) throws LinuxException {
    if (!start()) {
      return null;
    }
    int pid = memory.get(INT, PID);
    Ending ending = waiter.await(pid, target(pid), startNanos(), limits);
    Clock.store(Clock.MONOTONIC_RAW, memory.address() + END);
    return ending;
  }

  private static void settle() {
    Waiter waiter = new Waiter();
    MemorySegment getpid = Native.find("getpid");
    MemorySegment memory = Arena.ofAuto().allocate(BYTES, 8);
    for (int i = 0; i < SETTLING_CALLS; i++) {
      Clock.store(Clock.MONOTONIC_RAW, memory.address() + START);
      Clock.nanos(memory, START);
      // getpid looks at none of its arguments.
      call(getpid, 0, 0, 0, 0, 0, 0);
      waiter.settle();
    }
  }

  /** Frees what a window left open. */
  void releaseWindow() {
    waiter.release();
  }

  /** Reads the clock and launches. Leaves the error in the place of the pid when it fails. */
  private boolean start() {
    Clock.store(Clock.MONOTONIC_RAW, memory.address() + START);
    int error =
        call(
            POSIX_SPAWN,
            memory.address() + PID,
            image.pathAddress(),
            image.actionsAddress(),
            image.attributesAddress(),
            image.argvAddress(),
            image.envpAddress());
    if (error != 0) {
      memory.set(INT, PID, error);
    }
    return error == 0;
  }

  private static int call(MemorySegment function, long a, long b, long c, long d, long e, long f) {
    try {
      return (int) SIX_POINTERS.invokeExact(function, a, b, c, d, e, f);
    } catch (Throwable failure) {
      throw Native.unexpected(failure);
    }
  }

  private int spawnError() {
    return memory.get(INT, PID);
  }

  /**
   * Launches and returns at once, for a process that is to run beside others. It must be awaited
   * before the next launch.
   *
   * @throws LinuxException when the process could not be started; nothing is left behind
   */
  public Child launch() throws LinuxException {
    requireIdle();
    try {
      if (!start()) {
        throw SpawnFailure.explain(spawn, spawnError());
      }
      running = true;
      return new Child(this, memory.get(INT, PID), startNanos(), ProcSelf.peakRssBytes());
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  Completion await(Child child, Supervision supervision) throws LinuxException {
    try {
      Ending ending =
          waiter.await(
              child.pid(), target(child.pid()), child.startNanos(), Waiter.Limits.of(supervision));
      Clock.store(Clock.MONOTONIC_RAW, memory.address() + END);
      running = false;
      return completion(ending, child.launcherPeakRssBytes());
    } finally {
      waiter.release();
      Reference.reachabilityFence(this);
    }
  }

  private Completion completion(Ending ending, long launcherPeak) {
    return new Completion(
        memory.get(INT, PID),
        startNanos(),
        Clock.nanos(memory, END),
        waiter.status(),
        waiter.usage(),
        ending,
        launcherPeak);
  }

  private long startNanos() {
    return Clock.nanos(memory, START);
  }

  private int target(int pid) {
    return spawn.group() == Spawn.Group.INHERITED ? pid : -pid;
  }

  private void requireIdle() {
    if (running || image.isClosed()) {
      throw new IllegalStateException(
          running
              ? "expected no child of this preparation, found pid "
                  + memory.get(INT, PID)
                  + " not yet awaited; await it, or prepare another"
              : "this preparation is closed; prepare another");
    }
  }

  /**
   * Frees the native memory. A child that still runs goes on, and can no longer be awaited here.
   */
  @Override
  public void close() {
    image.close();
  }
}
