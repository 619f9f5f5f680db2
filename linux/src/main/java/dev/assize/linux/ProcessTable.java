package dev.assize.linux;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The processes that /proc shows to the calling thread. A process that ends while it is read is
 * left out; so are those that the mount option {@code hidepid} hides from this user.
 */
public final class ProcessTable {
  private static final int STAT_BYTES = 1024;
  private static final File PROC = new File("/proc");

  private ProcessTable() {}

  /** Returns every process, in no order. They are read one after the other, not at one instant. */
  public static List<ProcessStat> snapshot() throws IOException {
    String[] names = PROC.list();
    if (names == null) {
      throw new IOException("expected to list /proc; is it mounted?");
    }
    List<ProcessStat> processes = new ArrayList<>(names.length);
    byte[] buffer = new byte[STAT_BYTES];
    for (String name : names) {
      if (Character.isDigit(name.charAt(0))) {
        read(Integer.parseInt(name), "stat", buffer)
            .flatMap(ProcessStat::parse)
            .ifPresent(processes::add);
      }
    }
    return processes;
  }

  /** Returns the process that has the pid now. */
  public static Optional<ProcessStat> find(int pid) {
    return read(pid, "stat", new byte[STAT_BYTES]).flatMap(ProcessStat::parse);
  }

  /** Returns the processes whose parent is the given one, ended ones included. */
  public static List<ProcessStat> childrenOf(int pid) throws IOException {
    return snapshot().stream().filter(process -> process.parent() == pid).toList();
  }

  /** Returns the children of a process, their children, and so on. */
  public static List<ProcessStat> descendantsOf(int pid) throws IOException {
    Map<Integer, List<ProcessStat>> children = new HashMap<>();
    for (ProcessStat process : snapshot()) {
      children.computeIfAbsent(process.parent(), _ -> new ArrayList<>()).add(process);
    }
    List<ProcessStat> found = new ArrayList<>();
    collect(pid, children, found);
    return found;
  }

  /** Takes each list out of the map: pids used again during the snapshot could close a circle. */
  private static void collect(
      int pid, Map<Integer, List<ProcessStat>> children, List<ProcessStat> found) {
    List<ProcessStat> own = children.remove(pid);
    if (own != null) {
      for (ProcessStat child : own) {
        found.add(child);
        collect(child.pid(), children, found);
      }
    }
  }

  /** Returns the arguments of a process; empty for kernel threads, ended and gone processes. */
  public static List<String> commandLine(int pid) {
    byte[] bytes;
    try (var in = new FileInputStream("/proc/" + pid + "/cmdline")) {
      bytes = in.readAllBytes();
    } catch (IOException gone) {
      return List.of();
    }
    List<String> arguments = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == 0) {
        arguments.add(KernelText.decode(bytes, from, i));
        from = i + 1;
      }
    }
    if (from < bytes.length) {
      arguments.add(KernelText.decode(bytes, from, bytes.length));
    }
    return arguments;
  }

  /** Returns the real user id of a process. */
  public static OptionalInt userOf(int pid) {
    return read(pid, "status", new byte[8192]).stream()
        .flatMap(bytes -> KernelText.decode(bytes).lines())
        .filter(line -> line.startsWith("Uid:\t"))
        .mapToInt(line -> Integer.parseInt(line.substring(5, line.indexOf('\t', 5))))
        .findFirst();
  }

  private static Optional<byte[]> read(int pid, String file, byte[] buffer) {
    try (var in = new FileInputStream("/proc/" + pid + "/" + file)) {
      int length = in.read(buffer);
      return length <= 0 ? Optional.empty() : Optional.of(java.util.Arrays.copyOf(buffer, length));
    } catch (FileNotFoundException gone) {
      return Optional.empty();
    } catch (IOException gone) {
      // ESRCH: it ended between open and read.
      return Optional.empty();
    }
  }
}
