package dev.assize.lab;

import dev.assize.linux.ProcessTable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Notes of the cgroups, network namespaces and directories elsewhere that the lab makes and a crash
 * of it would leave. Kept in a trial's scratch directory; the next session removes what it finds
 * there.
 */
record CrashRegister(Path file) {
  private static final String NAME = "register";
  private static final String GROUP = "cgroup ";
  private static final String NETWORK = "netns ";
  private static final String DIRECTORY = "directory ";
  private static final int TRIES = 2000;
  private static final long RETRY_NANOS = 1_000_000;

  static CrashRegister in(Path scratch) {
    return new CrashRegister(scratch.resolve(NAME));
  }

  void groups(List<Path> directories) throws IOException {
    for (Path directory : directories) {
      append(GROUP + directory);
    }
  }

  void networks(List<String> namespaces) throws IOException {
    for (String namespace : namespaces) {
      append(NETWORK + namespace);
    }
  }

  void directory(Path directory) throws IOException {
    append(DIRECTORY + directory);
  }

  private void append(String line) throws IOException {
    Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Undoes what all registers below a directory note; returns what was found, in words. */
  static List<String> undo(Path work) throws IOException {
    List<String> done = new ArrayList<>();
    if (!Files.isDirectory(work)) {
      return done;
    }
    try (DirectoryStream<Path> scratches = Files.newDirectoryStream(work)) {
      for (Path scratch : scratches) {
        Path register = scratch.resolve(NAME);
        if (Files.exists(register)) {
          for (String line : Files.readAllLines(register)) {
            undo(line, scratch, done);
          }
        }
      }
    }
    return done;
  }

  private static void undo(String line, Path scratch, List<String> done) throws IOException {
    if (line.startsWith(GROUP)) {
      Path group = Path.of(line.substring(GROUP.length()));
      if (Files.isDirectory(group)) {
        remove(group);
        done.add("removed the cgroup " + group);
      }
    } else if (line.startsWith(NETWORK)) {
      String namespace = line.substring(NETWORK.length());
      if (VethPair.delete(namespace, scratch.resolve("ip-output"))) {
        done.add("removed the network namespace " + namespace);
      }
    } else if (line.startsWith(DIRECTORY)) {
      Path directory = Path.of(line.substring(DIRECTORY.length()));
      if (Files.isDirectory(directory)) {
        Trees.remove(directory);
        done.add("removed the directory " + directory);
      }
    }
  }

  /** Whatever is in a group of ours was put there by us. */
  private static void remove(Path group) throws IOException {
    for (int i = 0; ; i++) {
      for (String pid : Files.readAllLines(group.resolve("cgroup.procs"))) {
        ProcessTable.find(Integer.parseInt(pid))
            .map(Leftovers.Id::of)
            .ifPresent(id -> Leftovers.signal(id, dev.assize.linux.Signals.SIGKILL));
      }
      try {
        Files.deleteIfExists(group);
        return;
      } catch (IOException busy) {
        if (i == TRIES) {
          throw new IOException(
              "expected to remove the cgroup " + group + " of an earlier session: " + busy, busy);
        }
        LockSupport.parkNanos(RETRY_NANOS);
      }
    }
  }
}
