package dev.assize.lab;

import dev.assize.experiment.Isolation;
import dev.assize.linux.Cgroup;
import dev.assize.linux.CgroupCpu;
import dev.assize.linux.CgroupTree;
import dev.assize.linux.PidNamespace;
import dev.assize.linux.ProcessTable;
import dev.assize.linux.Spawn;
import dev.assize.linux.ThreadSettings;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * Puts the isolation of a spec around one trial. The group is made beforehand; the launching thread
 * then enters everything, reads it back from the kernel, and the command inherits it at its start.
 *
 * <p>A memory limit without a swap limit allows no swap. A private pid namespace has an idle holder
 * as its pid 1, so that the command is an ordinary process in it, and with a private mount
 * namespace besides it gets its own /proc where the kernel can mount it from outside (Linux 6.17).
 */
final class Confinement {
  private static final long PERIOD_MICROS = 100_000;

  private final Isolation isolation;
  private final String mark;
  private final Optional<Path> network;
  private final Optional<Cgroup> group;
  private Optional<PidNamespace> pids = Optional.empty();

  private Confinement(
      Isolation isolation, String mark, Optional<Path> network, Optional<Cgroup> group) {
    this.isolation = isolation;
    this.mark = mark;
    this.network = network;
    this.group = group;
  }

  /** The controllers that the isolation needs. */
  static List<String> controllers(Isolation isolation) {
    List<String> controllers = new ArrayList<>();
    if (isolation.cpuQuota().isPresent()) {
      controllers.add("cpu");
    }
    if (isolation.memory().isPresent() || isolation.swap().isPresent()) {
      controllers.add("memory");
    }
    return controllers;
  }

  /**
   * Makes the group and sets its limits.
   *
   * @param mark the entry that tells the run's processes by their environment
   * @param network the network namespace to enter; that of the lab when empty
   * @param register where what outlives a crash of this process is noted before it is made
   * @throws CannotStart naming the facility that is missing
   */
  static Confinement prepare(
      Isolation isolation, String name, String mark, Optional<Path> network, CrashRegister register)
      throws CannotStart, IOException {
    List<String> controllers = controllers(isolation);
    if (controllers.isEmpty()) {
      return new Confinement(isolation, mark, network, Optional.empty());
    }
    CgroupTree tree;
    List<Path> directories = new ArrayList<>();
    try {
      tree = CgroupTree.read();
      for (String controller : controllers) {
        directories.add(tree.home(controller).ownGroup().resolve(name));
      }
    } catch (IOException e) {
      throw missing(e);
    }
    register.groups(directories);
    try {
      Cgroup group = Cgroup.create(tree, name, controllers);
      Confinement confinement = new Confinement(isolation, mark, network, Optional.of(group));
      try {
        confinement.limit(group);
      } catch (IOException e) {
        group.close();
        throw e;
      }
      return confinement;
    } catch (IOException e) {
      throw missing(e);
    }
  }

  private static CannotStart missing(Exception e) {
    String found =
        e instanceof AccessDeniedException denied
            ? "no permission to write "
                + denied.getFile()
                + "; run as root or in a delegated cgroup"
            : String.valueOf(e.getMessage());
    return new CannotStart("the isolation asked for is not possible here: " + found, e);
  }

  private void limit(Cgroup group) throws IOException {
    if (isolation.cpuQuota().isPresent()) {
      group.cpu().setQuota(quota());
    }
    if (isolation.memory().isPresent()) {
      group
          .memory()
          .setLimits(
              isolation.memory().get().value(), isolation.swap().map(s -> s.value()).orElse(0L));
    } else if (isolation.swap().isPresent()) {
      throw new IOException("a swap limit needs a memory limit; set isolation.memory too");
    }
  }

  private CgroupCpu.Quota quota() {
    return new CgroupCpu.Quota(
        isolation.cpuQuota().orElseThrow() * PERIOD_MICROS / 100, PERIOD_MICROS);
  }

  /**
   * Enters everything, on the launching thread, which must end after its one launch.
   *
   * @return what the kernel says is in force
   */
  Map<String, String> enter() throws CannotStart {
    Map<String, String> inForce = new TreeMap<>();
    try {
      pids = PrivateNamespaces.enter(isolation, mark, network, inForce);
      if (group.isPresent() && group.get().canEnter()) {
        group.get().enter();
      }
      if (!isolation.cpus().isEmpty()) {
        BitSet cpus = new BitSet();
        isolation.cpus().forEach(cpus::set);
        ThreadSettings.setAffinity(cpus);
      }
      if (isolation.nice().isPresent()) {
        ThreadSettings.setNice(isolation.nice().getAsInt());
      }
      readBack(inForce);
    } catch (IOException | UnsupportedOperationException e) {
      throw missing(e);
    }
    return inForce;
  }

  private void readBack(Map<String, String> inForce) throws IOException, CannotStart {
    BitSet affinity = ThreadSettings.affinity(0);
    BitSet wanted = new BitSet();
    isolation.cpus().forEach(wanted::set);
    if (!wanted.isEmpty() && !affinity.equals(wanted)) {
      throw differs("CPUs " + wanted, "CPUs " + affinity);
    }
    inForce.put("cpus", affinity.toString());
    int nice = ThreadSettings.nice(0);
    if (nice != isolation.nice().orElse(nice)) {
      throw differs("nice " + isolation.nice().getAsInt(), "nice " + nice);
    }
    inForce.put("nice", Integer.toString(nice));
    if (group.isEmpty()) {
      return;
    }
    if (isolation.cpuQuota().isPresent()) {
      CgroupCpu.Quota quota =
          group.get().cpu().quota().orElseThrow(() -> differs(quota().toString(), "no quota"));
      if (!quota.equals(quota())) {
        throw differs(quota().toString(), quota.toString());
      }
      inForce.put(
          "cpu-quota",
          String.format(
              Locale.ROOT,
              "%d of each %d microseconds of CPU",
              quota.quotaMicros(),
              quota.periodMicros()));
    }
    if (isolation.memory().isPresent()) {
      OptionalLong memory = group.get().memory().memoryLimit();
      OptionalLong swap = group.get().memory().swapLimit();
      if (memory.isEmpty() || memory.getAsLong() > isolation.memory().get().value()) {
        throw differs("at most " + isolation.memory().get().value() + " B", memory.toString());
      }
      inForce.put("memory", memory.getAsLong() + " B");
      inForce.put("swap", swap.isPresent() ? swap.getAsLong() + " B" : "unlimited");
    }
    inForce.put(
        "cgroup-entry",
        group.get().canEnter()
            ? "by the launching thread"
            : "by a shell that then becomes the command: its start is part of the measured time");
  }

  private static CannotStart differs(String asked, String found) {
    return new CannotStart("isolation: asked the kernel for " + asked + ", it has " + found);
  }

  /** What to launch so that the command starts inside. */
  Spawn through(Spawn spawn) throws CannotStart {
    if (group.isEmpty() || group.get().canEnter()) {
      return spawn;
    }
    List<String> argv = new ArrayList<>(spawn.argv());
    argv.set(0, spawn.executable());
    try {
      return group
          .get()
          .entering(
              new Spawn(
                  spawn.executable(),
                  argv,
                  spawn.environment(),
                  spawn.directory(),
                  spawn.stdin(),
                  spawn.stdout(),
                  spawn.stderr(),
                  spawn.group()));
    } catch (IOException e) {
      throw missing(e);
    }
  }

  /** Pids of the processes in the trial's group. */
  Set<Integer> members() throws IOException {
    return group.isPresent() ? group.get().processes() : Set.of();
  }

  /** The processes of the confinement itself: no leftovers of the command. */
  Set<Leftovers.Id> own() {
    return pids.flatMap(p -> ProcessTable.find(p.holderPid()))
        .map(p -> Set.of(Leftovers.Id.of(p)))
        .orElse(Set.of());
  }

  /** Undoes everything, when the command and what it left are gone. */
  void close() throws IOException {
    if (pids.isPresent()) {
      pids.get().close();
    }
    if (group.isPresent()) {
      group.get().killAll();
      group.get().close();
    }
  }
}
