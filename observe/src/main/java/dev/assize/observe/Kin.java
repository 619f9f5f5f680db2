package dev.assize.observe;

import dev.assize.linux.ProcessStat;
import dev.assize.linux.ProcessTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A process known by pid and start time, and those that descend from it. */
record Kin(ProcessStat root) {
  private static final int MOST_GENERATIONS = 1_000;

  /** Returns the process that has the pid now; empty when there is none. */
  static Optional<Kin> of(int pid) {
    return ProcessTable.find(pid).map(Kin::new);
  }

  /** Returns whether it is there still, and not just its pid. */
  boolean alive() {
    return ProcessTable.find(root.pid())
        .map(now -> now.isSameProcessAs(root) && !now.isZombie())
        .orElse(false);
  }

  /**
   * Returns whether the pid is of it or of a living descendant. A process in a pid namespace of its
   * own calls itself by another number; that counts too.
   */
  boolean includes(int pid) {
    return descends(pid) || knownInsideAs(pid);
  }

  private boolean descends(int pid) {
    Optional<ProcessStat> process = ProcessTable.find(pid);
    for (int i = 0; i < MOST_GENERATIONS && process.isPresent(); i++) {
      if (process.get().isSameProcessAs(root)) {
        return true;
      }
      if (process.get().parent() <= 0) {
        return false;
      }
      process = ProcessTable.find(process.get().parent());
    }
    return false;
  }

  private boolean knownInsideAs(int number) {
    try {
      List<Integer> pids = new ArrayList<>(List.of(root.pid()));
      ProcessTable.descendantsOf(root.pid()).forEach(child -> pids.add(child.pid()));
      for (int pid : pids) {
        if (insideNumber(pid) == number) {
          return true;
        }
      }
    } catch (IOException unreadable) {
      return false;
    }
    return false;
  }

  /** The last of the numbers in the line NSpid, when it has several; -1 else. */
  static int insideNumber(int pid) {
    try {
      String status =
          Files.readString(Path.of("/proc/" + pid + "/status"), StandardCharsets.ISO_8859_1);
      for (String line : status.lines().toList()) {
        if (line.startsWith("NSpid:")) {
          String[] numbers = line.substring(6).strip().split("\\s+", -1);
          return numbers.length > 1 ? Integer.parseInt(numbers[numbers.length - 1]) : -1;
        }
      }
    } catch (IOException gone) {
      return -1;
    }
    return -1;
  }
}
