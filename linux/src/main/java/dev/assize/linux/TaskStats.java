package dev.assize.linux;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The kernel's records of every thread of the machine that ends from now on ({@code taskstats} over
 * generic netlink). The kernel queues a record before anyone can reap the process, so that those of
 * a reaped process are there. One thread at a time.
 *
 * <p>It takes CAP_NET_ADMIN, the machine's first pid and user namespaces, and a kernel with
 * CONFIG_TASKSTATS and CONFIG_TASK_XACCT.
 */
public final class TaskStats implements AutoCloseable {
  /** Some 25,000 records: one takes about 2.3 KiB of the queue. */
  private static final int QUEUE_BYTES = 64 << 20;

  private static final Path PROCESSORS = Path.of("/sys/devices/system/cpu/possible");

  private static final int GET = 1;
  private static final int OF_PID = 1;
  private static final int REGISTER = 3;
  private static final int DEREGISTER = 4;

  private static final int STATS = 3;
  private static final int OF_THREAD = 4;

  private final Netlink netlink;
  private final int family;
  private final byte[] processors;
  private boolean closed;

  private TaskStats(Netlink netlink, int family, byte[] processors) {
    this.netlink = netlink;
    this.family = family;
    this.processors = processors;
  }

  /**
   * Starts to listen on all processors.
   *
   * @throws IOException saying what this kernel or this user lacks
   */
  public static TaskStats listen() throws IOException {
    return listen(QUEUE_BYTES);
  }

  static TaskStats listen(int queueBytes) throws IOException {
    byte[] processors = Netlink.text(Files.readString(PROCESSORS).strip());
    Netlink netlink = new Netlink(queueBytes);
    try {
      int family = netlink.family("TASKSTATS");
      requireKnownLayout(netlink, family);
      netlink.request(
          family, GET, REGISTER, processors, "registering for taskstats of ended tasks");
      return new TaskStats(netlink, family, processors);
    } catch (IOException | RuntimeException e) {
      netlink.close();
      throw e;
    }
  }

  /**
   * Asks for the record of this process, whose pid, parent and memory are known otherwise. Versions
   * of the structure are meant to differ at the end only, but one did not.
   */
  private static void requireKnownLayout(Netlink netlink, int family) throws IOException {
    int own = (int) ProcessHandle.current().pid();
    Optional<TaskExit> found =
        netlink
            .request(family, GET, OF_PID, Netlink.number(own), "taskstats of pid " + own)
            .flatMap(TaskStats::decode);
    int parent = (int) Native.tryCall(Syscall.GETPPID);
    boolean known =
        found
            .filter(t -> t.pid() == own && t.parent() == parent)
            .filter(t -> t.peakRssBytes() > 0 && t.peakRssBytes() <= 2 * ProcSelf.peakRssBytes())
            .isPresent();
    if (!known) {
      throw new IOException(
          "expected taskstats of this process, pid "
              + own
              + " of parent "
              + parent
              + " with its peak memory; found "
              + found.map(Object::toString).orElse("a version of the structure that is not known")
              + " (a kernel without CONFIG_TASK_XACCT, or of another layout)");
    }
  }

  /**
   * Takes the records that have come since the last call, in the order in which the threads ended.
   *
   * @return empty when some were lost because too many came; those that did come are dropped
   */
  public Optional<List<TaskExit>> take() throws LinuxException {
    List<TaskExit> exits = new ArrayList<>();
    boolean complete = empty(message -> decode(Netlink.attributes(message)).ifPresent(exits::add));
    return complete ? Optional.of(List.copyOf(exits)) : Optional.empty();
  }

  /** Drops the records that have come since the last call. */
  public void discard() throws LinuxException {
    empty(message -> {});
  }

  /** Empties the queue; returns whether nothing was lost from it. */
  private boolean empty(Consumer<ByteBuffer> each) throws LinuxException {
    boolean lost = false;
    while (true) {
      try {
        Optional<ByteBuffer> message = netlink.receive();
        if (message.isEmpty()) {
          return !lost;
        }
        each.accept(message.get());
      } catch (LinuxException e) {
        if (e.errno() != Errno.ENOBUFS) {
          throw e;
        }
        lost = true;
      }
    }
  }

  private static Optional<TaskExit> decode(ByteBuffer attributes) {
    return Netlink.attribute(attributes, OF_THREAD)
        .flatMap(thread -> Netlink.attribute(thread, STATS))
        .flatMap(TaskExit::decode);
  }

  /** Ends the listening; without this the kernel would go on until it finds the socket closed. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try (netlink) {
      netlink.send(family, GET, DEREGISTER, processors, "ending taskstats");
    } catch (LinuxException e) {
      // The closing of the socket ends it too.
    }
  }
}
