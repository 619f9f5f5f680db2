package dev.assize.linux;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;

/**
 * A group made for one purpose below the group that this process is in, so that the limits around
 * this process stay in force: one directory in each hierarchy that holds a wanted controller.
 *
 * <p>How a child gets in depends on the version. Version 1: the launching thread enters ({@link
 * #enter}), and its children start inside. Version 2 does not let one thread of a process enter a
 * group with limits, and posix_spawn can place a child there only from glibc 2.39 on; so the child
 * is started through a shell that enters and then calls exec ({@link #entering}). The shell's work
 * (some milliseconds) is then part of the measured time, for every arm alike.
 */
public final class Cgroup implements AutoCloseable {
  private static final int REMOVAL_TRIES = 2_000;
  private static final long RETRY_NANOS = 1_000_000;

  private final Map<String, CgroupTree.Home> homes;
  private final Map<String, CgroupTree.Home> parents;

  private Cgroup(Map<String, CgroupTree.Home> homes, Map<String, CgroupTree.Home> parents) {
    this.homes = homes;
    this.parents = parents;
  }

  /**
   * Makes a group.
   *
   * @param name of the directories to make; must not exist
   * @param controllers the kernel's names: cpu, cpuacct, memory, and so on
   * @throws MissingControllerException naming the first controller that is not there
   */
  public static Cgroup create(CgroupTree tree, String name, Collection<String> controllers)
      throws IOException {
    if (name.isEmpty() || name.startsWith(".") || name.indexOf('/') >= 0) {
      throw new IllegalArgumentException(
          "expected a name without '/' that does not start with '.', found '" + name + "'");
    }
    Map<String, CgroupTree.Home> parents = new LinkedHashMap<>();
    for (String controller : controllers) {
      parents.put(controller, tree.home(controller));
    }
    Map<String, CgroupTree.Home> homes = new LinkedHashMap<>();
    parents.forEach(
        (controller, parent) ->
            homes.put(
                controller,
                new CgroupTree.Home(parent.version(), parent.ownGroup().resolve(name))));
    Cgroup group = new Cgroup(homes, parents);
    List<Path> made = new ArrayList<>();
    try {
      for (Path directory : directories(homes)) {
        Files.createDirectory(directory);
        made.add(directory);
      }
      group.delegate();
    } catch (IOException e) {
      for (Path directory : made) {
        Files.deleteIfExists(directory);
      }
      throw e;
    }
    return group;
  }

  /** In version 2 a parent hands each controller down by name; accounting needs no handing down. */
  private void delegate() throws IOException {
    for (var entry : parents.entrySet()) {
      if (entry.getValue().version() == 2 && !entry.getKey().equals("cpuacct")) {
        Path control = entry.getValue().ownGroup().resolve("cgroup.subtree_control");
        try {
          CgroupFile.write(control, "+" + entry.getKey());
        } catch (IOException e) {
          throw new MissingControllerException(
              entry.getKey(),
              e.getMessage()
                  + "; the group of this process may not hold processes itself: start it in a"
                  + " delegated group of its own (systemd: Delegate=yes)");
        }
      }
    }
  }

  private static Set<Path> directories(Map<String, CgroupTree.Home> homes) {
    Set<Path> directories = new LinkedHashSet<>();
    homes.values().forEach(home -> directories.add(home.ownGroup()));
    return directories;
  }

  /** Returns the CPU bandwidth of the group. */
  public CgroupCpu cpu() throws MissingControllerException {
    return new CgroupCpu(require("cpu"));
  }

  /** Returns the memory limits of the group. */
  public CgroupMemory memory() throws MissingControllerException {
    return new CgroupMemory(require("memory"));
  }

  /** Returns the CPU time that the group used so far, ended processes included. */
  public long cpuNanos() throws IOException {
    CgroupTree.Home home = require("cpuacct");
    return home.version() == 2
        ? CgroupFile.keyed(home.ownGroup().resolve("cpu.stat"), "usage_usec") * 1_000
        : CgroupFile.number(home.ownGroup().resolve("cpuacct.usage"));
  }

  private CgroupTree.Home require(String controller) throws MissingControllerException {
    CgroupTree.Home home = homes.get(controller);
    if (home == null) {
      throw new MissingControllerException(
          controller, "the group was made with " + homes.keySet() + " only");
    }
    return home;
  }

  /** Returns whether a thread can enter, so that its children start inside. */
  public boolean canEnter() {
    return homes.values().stream().allMatch(home -> home.version() == 1);
  }

  /**
   * Moves the calling thread, and no other, into the group. Its memory stays charged where it is.
   *
   * @throws IOException when a controller is of version 2; use {@link #entering}
   */
  public void enter() throws IOException {
    if (!canEnter()) {
      throw new IOException(
          "a thread can't enter a cgroup of version 2 ("
              + homes
              + "); launch through Cgroup.entering(Spawn)");
    }
    moveThread(homes);
  }

  /** Moves the calling thread back to the groups that this process was in. */
  public void leave() throws IOException {
    moveThread(parents);
  }

  private static void moveThread(Map<String, CgroupTree.Home> target) throws IOException {
    for (Path directory : directories(target)) {
      CgroupFile.write(directory.resolve("tasks"), Integer.toString(ThreadSettings.threadId()));
    }
  }

  /**
   * Returns a spawn whose process enters the group by itself before it becomes the command: {@code
   * sh} writes its pid to each {@code cgroup.procs} and then calls exec. Works in both versions.
   * The command must be given by path.
   */
  public Spawn entering(Spawn spawn) throws IOException {
    String shell = Executables.resolve("sh", "/bin:/usr/bin").toString();
    if (!spawn.argv().getFirst().equals(spawn.executable())) {
      // sh can't give a command another name than its path.
      throw new IOException(
          "expected argv[0] to be the path of the executable, found '"
              + spawn.argv().getFirst()
              + "' for "
              + spawn.executable());
    }
    StringBuilder script = new StringBuilder();
    List<String> argv = new ArrayList<>(List.of("sh", "-c", "", "sh"));
    for (Path directory : directories(homes)) {
      script.append("echo $$ > \"$1\" || exit 125; shift; ");
      argv.add(directory.resolve("cgroup.procs").toString());
    }
    argv.set(2, script + "exec \"$@\"");
    argv.addAll(spawn.argv());
    return new Spawn(
        shell,
        argv,
        spawn.environment(),
        spawn.directory(),
        spawn.stdin(),
        spawn.stdout(),
        spawn.stderr(),
        spawn.group());
  }

  /** Returns the pids in the group, in any of its hierarchies, less this process. */
  public Set<Integer> processes() throws IOException {
    Set<Integer> pids = new TreeSet<>();
    for (Path directory : directories(homes)) {
      for (String line : Files.readAllLines(directory.resolve("cgroup.procs"))) {
        pids.add(Integer.parseInt(line));
      }
    }
    pids.remove((int) ProcessHandle.current().pid());
    return pids;
  }

  /**
   * Kills every process in the group, again and again until none appears any more or two seconds
   * have passed. This process is spared, also when one of its threads is inside.
   *
   * @return the pids that were signalled
   */
  public Set<Integer> killAll() throws IOException {
    Set<Integer> killed = new TreeSet<>();
    for (int i = 0; i < REMOVAL_TRIES; i++) {
      Set<Integer> now = processes();
      now.removeIf(pid -> ProcessTable.find(pid).map(ProcessStat::isZombie).orElse(true));
      if (now.isEmpty()) {
        return killed;
      }
      for (int pid : now) {
        if (Processes.kill(pid, Signals.SIGKILL)) {
          killed.add(pid);
        }
      }
      LockSupport.parkNanos(RETRY_NANOS);
    }
    throw new IOException("killed " + killed + " but " + processes() + " are still in the group");
  }

  /**
   * Removes the group. Tries for two seconds, since the kernel lets go of ended processes with a
   * delay.
   *
   * @throws IOException when processes or threads are still inside, naming them
   */
  @Override
  public void close() throws IOException {
    for (Path directory : directories(homes)) {
      remove(directory);
    }
  }

  private static void remove(Path directory) throws IOException {
    for (int i = 0; ; i++) {
      try {
        Files.deleteIfExists(directory);
        return;
      } catch (DirectoryNotEmptyException e) {
        throw new IOException("cgroup " + directory + " has groups inside; remove them first", e);
      } catch (IOException busy) {
        if (i == REMOVAL_TRIES) {
          throw new IOException(
              "cgroup "
                  + directory
                  + " can't be removed; inside: processes "
                  + Files.readAllLines(directory.resolve("cgroup.procs")),
              busy);
        }
        LockSupport.parkNanos(RETRY_NANOS);
      }
    }
  }
}
