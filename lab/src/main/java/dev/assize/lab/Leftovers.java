package dev.assize.lab;

import dev.assize.linux.LinuxException;
import dev.assize.linux.PidFd;
import dev.assize.linux.ProcessStat;
import dev.assize.linux.ProcessTable;
import dev.assize.linux.Processes;
import dev.assize.linux.ResourceUsage;
import dev.assize.linux.Signals;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Finds the processes that a command left, ends them and reaps them. This process adopts orphans
 * (subreaper), so whatever a command started and left is found among its own descendants, also
 * after {@code setsid} or a double fork; the command's cgroup is looked through besides. Its
 * process group is not: the id may mean a stranger by then. A process is held by a pidfd and its
 * start time is compared before it is signalled, so that a pid that was used again is never hit.
 */
final class Leftovers {
  /** After SIGKILL a process goes at once unless the kernel holds it in uninterruptible sleep. */
  private static final long GIVE_UP_NANOS = 10_000_000_000L;

  private static final long POLL_NANOS = 1_000_000;

  /** An {@code execve} is over within these many polls even when the CPUs are busy. */
  private static final int EXEC_LOOKS = 100;

  private static final int SELF = (int) ProcessHandle.current().pid();

  private Leftovers() {}

  /** A process, told apart from a later one with the same number by its start. */
  record Id(int pid, long startTicks) {
    static Id of(ProcessStat process) {
      return new Id(process.pid(), process.startTicks());
    }
  }

  /** Where to look for processes besides the descendants of this one. */
  @FunctionalInterface
  interface Members {
    Set<Integer> pids() throws IOException;
  }

  /**
   * What was found and done.
   *
   * @param alive those that lived at the first look: pid and arguments of each
   * @param unending those that could not be ended
   * @param usage of all that were reaped, those that had ended by themselves included
   */
  record Found(List<String> alive, List<String> unending, List<ResourceUsage> usage) {
    Found {
      alive = List.copyOf(alive);
      unending = List.copyOf(unending);
      usage = List.copyOf(usage);
    }
  }

  /** Ends all descendants of this process beyond the spared. */
  static Found end(Spared spared) throws IOException {
    return end(spared, Set::of, 0);
  }

  /** All descendants of this process now: what existed before is spared later. */
  static Set<Id> present() throws IOException {
    Set<Id> ids = new HashSet<>();
    ProcessTable.descendantsOf(SELF).forEach(process -> ids.add(Id.of(process)));
    return ids;
  }

  /**
   * Ends what is there beyond the spared.
   *
   * @param members more to look through
   * @param killedGroup a process group that was sent SIGKILL already, whose members are no
   *     leftovers although the kernel may not have ended all of them yet; 0 for none
   */
  static Found end(Spared spared, Members members, int killedGroup) throws IOException {
    Map<Id, String> alive = new LinkedHashMap<>();
    Map<Id, Long> told = new HashMap<>();
    List<ResourceUsage> usage = new ArrayList<>();
    long begin = System.nanoTime();
    boolean first = true;
    while (true) {
      List<ProcessStat> living = new ArrayList<>();
      boolean zombies = false;
      for (ProcessStat process : beyond(spared, members)) {
        if (!process.isZombie()) {
          living.add(process);
        } else if (process.parent() == SELF) {
          zombies |= !reap(process.pid(), usage);
        } else {
          zombies = true;
        }
      }
      for (ProcessStat process : living) {
        if (first && (killedGroup == 0 || process.group() != killedGroup)) {
          alive.put(Id.of(process), words(process));
        }
      }
      first = false;
      // A zombie below a living process goes with its parent; one of a parent that is spared is
      // that
      // parent's to reap.
      if (living.isEmpty() && !zombies) {
        return new Found(List.copyOf(alive.values()), List.of(), usage);
      }
      if (System.nanoTime() - begin > GIVE_UP_NANOS) {
        return new Found(
            List.copyOf(alive.values()), living.stream().map(Leftovers::words).toList(), usage);
      }
      living.forEach(process -> signal(process, told));
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private static List<ProcessStat> beyond(Spared spared, Members members) throws IOException {
    Map<Integer, ProcessStat> found = new LinkedHashMap<>();
    Map<Integer, ProcessStat> all = new HashMap<>();
    ProcessTable.snapshot().forEach(process -> all.put(process.pid(), process));
    Set<Integer> others = members.pids();
    Map<Integer, List<ProcessStat>> children = new HashMap<>();
    for (ProcessStat process : all.values()) {
      children.computeIfAbsent(process.parent(), _ -> new ArrayList<>()).add(process);
      if (others.contains(process.pid())) {
        found.put(process.pid(), process);
      }
    }
    collect(SELF, children, found);
    found.values().removeIf(p -> p.pid() == SELF || spared.spares(p, all));
    return List.copyOf(found.values());
  }

  /** Takes each list out of the map: pids used again during the look could close a circle. */
  private static void collect(
      int pid, Map<Integer, List<ProcessStat>> children, Map<Integer, ProcessStat> found) {
    List<ProcessStat> own = children.remove(pid);
    if (own != null) {
      for (ProcessStat child : own) {
        found.put(child.pid(), child);
        collect(child.pid(), children, found);
      }
    }
  }

  private static boolean reap(int pid, List<ResourceUsage> usage) {
    try {
      return Processes.reap(pid).map(reaped -> usage.add(reaped.usage())).orElse(false);
    } catch (LinuxException e) {
      // ECHILD: someone else of this process reaped it.
      return true;
    }
  }

  /** SIGTERM at first sight, SIGKILL after the grace. */
  private static void signal(ProcessStat process, Map<Id, Long> told) {
    Id id = Id.of(process);
    Long since = told.get(id);
    boolean kill = since != null && System.nanoTime() - since > HelperCommand.GRACE.toNanos();
    if (since == null || kill) {
      told.putIfAbsent(id, System.nanoTime());
      signal(id, kill ? Signals.SIGKILL : Signals.SIGTERM);
    }
  }

  /**
   * Sends a signal to the process and to no other that has its pid by now.
   *
   * @return false when it is gone or not ours to signal
   */
  static boolean signal(Id id, int signal) {
    try (PidFd process = PidFd.open(id.pid())) {
      // Held now: if its start is the one that was seen, it is the one that was seen.
      boolean same = ProcessTable.find(id.pid()).map(p -> Id.of(p).equals(id)).orElse(false);
      return same && process.signal(signal);
    } catch (LinuxException e) {
      return false;
    }
  }

  /**
   * The arguments, read again while there are none: a process in the middle of {@code execve} has
   * its new name already and its arguments not yet.
   */
  private static String arguments(ProcessStat process) {
    for (int look = 0; look < EXEC_LOOKS; look++) {
      String arguments = String.join(" ", ProcessTable.commandLine(process.pid())).strip();
      boolean living =
          ProcessTable.find(process.pid())
              .map(now -> !now.isZombie() && Id.of(now).equals(Id.of(process)))
              .orElse(false);
      if (!arguments.isEmpty() || !living) {
        return arguments;
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    return "";
  }

  /** The pid and the arguments, for a message. */
  static String words(ProcessStat process) {
    String arguments = arguments(process);
    String shown = arguments.isEmpty() ? "(" + process.command() + ")" : arguments;
    return process.pid()
        + " "
        + Texts.printable(shown.length() <= 200 ? shown : shown.substring(0, 200) + "…");
  }
}
