package dev.assize.lab;

import dev.assize.evidence.Usage;
import dev.assize.experiment.Bytes;
import dev.assize.linux.Completion;
import dev.assize.linux.LinuxException;
import dev.assize.linux.TaskExit;
import dev.assize.linux.TaskStats;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * The peak resident memory of a command and its descendants, each process taken alone.
 *
 * <p>What wait4 says of it starts at the lab's own peak, in whose address space the command was
 * spawned. Where the kernel lets this user, its records of ended processes say what each used after
 * exec. They miss what a process used before it became another by exec; wait4 has that too, as far
 * as it lies above the lab's own peak. So the larger of both is taken.
 */
final class PeakMemory implements AutoCloseable {
  /** Bytes by which the kernel's count of resident pages may lag. */
  private static final long LAG = 2L << 20;

  private final Optional<TaskStats> exits;
  private final String problem;

  private PeakMemory(Optional<TaskStats> exits, String problem) {
    this.exits = exits;
    this.problem = problem;
  }

  /**
   * Starts to listen, if that is possible here. Opening and closing take milliseconds, so one
   * listener serves all trials of a session.
   */
  static PeakMemory listen() {
    try {
      return new PeakMemory(Optional.of(TaskStats.listen()), "");
    } catch (IOException e) {
      return new PeakMemory(Optional.empty(), String.valueOf(e.getMessage()));
    }
  }

  /** Forgets what ended until now. What comes next is the window of a trial. */
  void begin() {
    try {
      if (exits.isPresent()) {
        exits.get().discard();
      }
    } catch (LinuxException e) {
      // Reading after the window will fail the same way, and say so.
    }
  }

  /**
   * The processes that are to be counted: the command, and whatever descends from it or was adopted
   * in its time.
   *
   * @param leader the command
   * @param adopters processes to which orphans of the command fall
   * @param others processes that are not the command's although an adopter is their parent
   */
  record Tree(int leader, Set<Integer> adopters, Set<Integer> others) {
    /** The largest peak; empty when the command itself left no record since its exec. */
    OptionalLong largest(List<TaskExit> exits) {
      if (exits.stream().noneMatch(exit -> exit.pid() == leader && exit.executed())) {
        return OptionalLong.empty();
      }
      long largest = 0;
      for (int i = 0; i < exits.size(); i++) {
        if (exits.get(i).peakRssBytes() > largest && holds(exits, i)) {
          largest = exits.get(i).peakRssBytes();
        }
      }
      return OptionalLong.of(largest);
    }

    private boolean holds(List<TaskExit> exits, int from) {
      int at = from;
      // No line of descent is longer than the list; pids used again could close a circle.
      for (int steps = 0; at >= 0 && steps < exits.size(); steps++) {
        TaskExit exit = exits.get(at);
        if (exit.pid() == leader) {
          // Before its exec the command is in the lab's address space.
          return exit.executed() || at != from;
        }
        if (others.contains(exit.pid())) {
          return false;
        }
        if (adopters.contains(exit.parent())) {
          return true;
        }
        at = parent(exits, at);
      }
      return false;
    }

    /**
     * The end of the parent: the next one of its pid, since a parent at the end of a child lives.
     * On two processors its record can still come first by a little.
     */
    private static int parent(List<TaskExit> exits, int child) {
      int pid = exits.get(child).parent();
      for (int i = child + 1; i < exits.size(); i++) {
        if (exits.get(i).pid() == pid) {
          return i;
        }
      }
      for (int i = child - 1; i >= 0; i--) {
        if (exits.get(i).pid() == pid) {
          return i;
        }
      }
      return -1;
    }
  }

  /** What the records say, once all processes of the tree have ended. */
  Peak of(Tree tree) {
    if (exits.isEmpty()) {
      return Peak.unknown(problem);
    }
    try {
      Optional<List<TaskExit>> taken = exits.get().take();
      if (taken.isEmpty()) {
        return Peak.unknown("taskstats: so many processes ended that records were lost");
      }
      OptionalLong largest = tree.largest(taken.get());
      return largest.isPresent()
          ? new Peak(largest, "")
          : Peak.unknown("taskstats: no record of the command");
    } catch (LinuxException e) {
      return Peak.unknown(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void close() {
    exits.ifPresent(TaskStats::close);
  }

  /**
   * A reading.
   *
   * @param bytes empty when there is none
   * @param problem why there is none
   */
  record Peak(OptionalLong bytes, String problem) {
    static Peak unknown(String why) {
      return new Peak(OptionalLong.empty(), why);
    }

    /** The usage with the better peak. */
    Usage into(Usage usage, Completion completion) {
      if (bytes.isEmpty()) {
        return usage;
      }
      long waited = usage.maxRss().value();
      long above = waited > completion.launcherPeakRssBytes() + LAG ? waited : 0;
      return new Usage(
          usage.user(),
          usage.system(),
          new Bytes(Math.max(bytes.getAsLong(), above)),
          usage.minorFaults(),
          usage.majorFaults(),
          usage.voluntarySwitches(),
          usage.involuntarySwitches());
    }

    /** What is in force, with the way in which the peak was taken. */
    Map<String, String> into(Map<String, String> inForce, Completion completion) {
      Map<String, String> all = new TreeMap<>(inForce);
      if (bytes.isPresent()) {
        all.put("max-rss", "taskstats");
        return all;
      }
      all.put("max-rss", "wait4, above the lab's own peak only: " + problem);
      all.put(
          "max-rss-floor",
          completion.launcherPeakRssBytes()
              + " B, the launcher's own peak: a max-rss up to this says only that the command's was"
              + " no larger");
      return all;
    }
  }
}
