package dev.assize.observe;

import dev.assize.experiment.Observe;
import dev.assize.linux.LinuxException;
import dev.assize.linux.PerfEvent;
import dev.assize.linux.ProcessStat;
import dev.assize.linux.ProcessTable;
import dev.assize.linux.ThreadSettings;
import dev.assize.linux.Tracepoint;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Counts of tracepoint hits by processes, all their threads and all their later descendants.
 *
 * <p>The kernel attaches a count to one thread, and hands it on to what that thread starts later.
 * So every thread that exists is given one, and the threads are listed again afterwards: when one
 * has appeared in between, nobody can tell whether it was handed a count, and all are attached
 * anew.
 */
public final class Witnesses implements AutoCloseable {
  private static final int TRIES = 100;
  private static final String ESRCH = "ESRCH";

  private final Map<String, List<PerfEvent>> events = new LinkedHashMap<>();

  private Witnesses() {}

  /**
   * Begins to count.
   *
   * @param pids roots: their present threads and descendants count, and all that come later
   * @throws IOException when the tracepoint does not exist, its filter is wrong, or the permission
   *     is missing: the message names the setting. Also when the processes start threads without a
   *     pause
   */
  public static Witnesses attach(List<Observe.Witness> witnesses, Collection<Integer> pids)
      throws IOException {
    Map<Observe.Witness, Tracepoint> tracepoints = new LinkedHashMap<>();
    for (Observe.Witness witness : witnesses) {
      tracepoints.put(witness, tracepoint(witness));
    }
    for (int i = 0; i < TRIES; i++) {
      Set<Integer> before = threads(pids);
      Witnesses attached = new Witnesses();
      boolean whole = false;
      try {
        tracepoints.forEach((witness, _) -> attached.events.put(witness.name(), new ArrayList<>()));
        for (var entry : tracepoints.entrySet()) {
          attached.open(entry.getKey(), entry.getValue(), before);
        }
        whole = before.containsAll(threads(pids));
        if (whole) {
          attached.enable();
          return attached;
        }
      } finally {
        if (!whole) {
          attached.close();
        }
      }
    }
    throw new IOException(
        "expected a moment in which the processes "
            + pids
            + " start no thread, to count their tracepoint hits; found none in "
            + TRIES
            + " tries; attach when the process is ready, or use a fixed number of threads");
  }

  /**
   * Begins to count what is started by the calling thread from now on, from its first system call
   * on; what the thread does itself does not count (in a pid namespace below the first one it does:
   * the kernel's filter knows the pids of the first).
   *
   * @throws IOException as {@link #attach}
   */
  public static Witnesses ofLaunches(List<Observe.Witness> witnesses) throws IOException {
    Witnesses attached = new Witnesses();
    String others = "common_pid != " + ThreadSettings.threadId();
    try {
      for (Observe.Witness witness : witnesses) {
        String filter = witness.filter().map(f -> "(" + f + ") && " + others).orElse(others);
        Observe.Witness narrowed =
            new Observe.Witness(witness.name(), witness.tracepoint(), Optional.of(filter));
        attached.open(narrowed, tracepoint(witness), Set.of(0));
      }
      attached.enable();
      return attached;
    } catch (IOException | RuntimeException e) {
      attached.close();
      throw e;
    }
  }

  private static Tracepoint tracepoint(Observe.Witness witness) throws IOException {
    try {
      return Tracepoint.find(witness.tracepoint());
    } catch (IOException e) {
      throw named(witness, e);
    }
  }

  private static IOException named(Observe.Witness witness, IOException e) {
    return new IOException("witness " + witness.name() + ": " + e.getMessage(), e);
  }

  private static Set<Integer> threads(Collection<Integer> pids) throws IOException {
    Set<Integer> threads = new TreeSet<>();
    for (int root : pids) {
      addThreads(root, threads);
      for (ProcessStat process : ProcessTable.descendantsOf(root)) {
        addThreads(process.pid(), threads);
      }
    }
    return threads;
  }

  private static void addThreads(int pid, Set<Integer> to) {
    String[] names = new File("/proc/" + pid + "/task").list();
    if (names != null) {
      for (String name : names) {
        to.add(Integer.parseInt(name));
      }
    }
  }

  private void open(Observe.Witness witness, Tracepoint tracepoint, Set<Integer> threads)
      throws IOException {
    List<PerfEvent> opened = events.computeIfAbsent(witness.name(), _ -> new ArrayList<>());
    for (int thread : threads) {
      try {
        PerfEvent event = PerfEvent.open(tracepoint, thread);
        opened.add(event);
        if (witness.filter().isPresent()) {
          event.filter(witness.filter().get());
        }
      } catch (LinuxException e) {
        if (!e.errnoName().equals(ESRCH)) {
          throw named(witness, e);
        }
        // It ended since it was listed: what it did is over.
      }
    }
  }

  private void enable() throws LinuxException {
    for (List<PerfEvent> opened : events.values()) {
      for (PerfEvent event : opened) {
        event.enable();
      }
    }
  }

  /** Returns the hits since the counting began, by the witness's name. */
  public Map<String, Long> counts() throws IOException {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (var entry : events.entrySet()) {
      long sum = 0;
      for (PerfEvent event : entry.getValue()) {
        sum += event.count();
      }
      counts.put(entry.getKey(), sum);
    }
    return counts;
  }

  /** Ends the counting. */
  @Override
  public void close() {
    events.values().forEach(opened -> opened.forEach(PerfEvent::close));
    events.clear();
  }
}
