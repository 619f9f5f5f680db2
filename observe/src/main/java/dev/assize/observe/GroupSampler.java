package dev.assize.observe;

import dev.assize.evidence.Reading;
import dev.assize.linux.CgroupTree;
import dev.assize.linux.MissingControllerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The counters of the cgroups that a process has to itself, version 1 or 2. A group that the lab is
 * in as well is not the process's and is left out.
 */
final class GroupSampler implements AutoCloseable {
  private static final String CPU = "cgroup.cpu";
  private static final String MEMORY = "cgroup.memory";
  private static final String IO = "cgroup.io_bytes";

  /** Samples in which a process may still enter its groups; they are costly to look for. */
  private static final int TRIES = 5;

  private final int pid;
  private final CgroupTree mine;
  private Optional<Source> cpu = Optional.empty();
  private Optional<Source> memory = Optional.empty();
  private Optional<Source> io = Optional.empty();
  private int triesLeft = TRIES;

  private record Source(int version, KernelFile file) {}

  GroupSampler(int pid) throws IOException {
    this.pid = pid;
    this.mine = CgroupTree.read();
  }

  private void find() {
    triesLeft--;
    try {
      CgroupTree tree = CgroupTree.of(pid);
      cpu = open(tree, "cpuacct", "cpuacct.usage", "cpu.stat");
      memory = open(tree, "memory", "memory.usage_in_bytes", "memory.current");
      io =
          open(tree, "blkio", "blkio.throttle.io_service_bytes_recursive", "")
              .or(() -> open(tree, "io", "", "io.stat"));
    } catch (IOException gone) {
      triesLeft = 0;
    }
  }

  private Optional<Source> open(CgroupTree tree, String controller, String first, String second) {
    try {
      CgroupTree.Home home = tree.home(controller);
      String name = home.version() == 1 ? first : second;
      if (name.isEmpty() || home.ownGroup().equals(mine.home(controller).ownGroup())) {
        return Optional.empty();
      }
      Path file = home.ownGroup().resolve(name);
      return Files.isReadable(file)
          ? Optional.of(new Source(home.version(), new KernelFile(file.toString())))
          : Optional.empty();
    } catch (MissingControllerException none) {
      return Optional.empty();
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  /** Adds what there is. The groups are looked for in the first samples, until one is found. */
  void sample(Map<String, Reading> readings) {
    if (triesLeft > 0 && cpu.isEmpty() && memory.isEmpty() && io.isEmpty()) {
      find();
    }
    cpu.ifPresent(
        source ->
            read(
                source,
                CPU,
                readings,
                file ->
                    Readings.seconds(
                        source.version == 1
                            ? file.number()
                            : file.find("usage_usec ") ? file.number() * 1_000 : 0)));
    memory.ifPresent(
        source -> read(source, MEMORY, readings, file -> Readings.whole(file.number())));
    io.ifPresent(
        source ->
            read(
                source,
                IO,
                readings,
                file -> Readings.whole(source.version == 1 ? firstIo(file) : secondIo(file))));
  }

  private interface Value {
    Reading of(KernelFile file);
  }

  private static void read(Source source, String name, Map<String, Reading> into, Value value) {
    try {
      source.file.read();
      into.put(name, value.of(source.file));
    } catch (IOException removed) {
      into.put(name, new Reading.Absent("the cgroup was removed"));
    }
  }

  /** Lines {@code 8:0 Read 4096}, {@code 8:0 Write …}, and at the end {@code Total …}. */
  private static long firstIo(KernelFile file) {
    return file.find("Total ") ? file.number() : 0;
  }

  /** Lines {@code 8:0 rbytes=4096 wbytes=0 …}. */
  private static long secondIo(KernelFile file) {
    long bytes = 0;
    for (; !file.atEnd(); file.skipLine()) {
      if (file.findInLine("rbytes=")) {
        bytes += file.number();
      }
      if (file.findInLine("wbytes=")) {
        bytes += file.number();
      }
    }
    return bytes;
  }

  @Override
  public void close() {
    cpu.ifPresent(source -> Quietly.close(source.file));
    memory.ifPresent(source -> Quietly.close(source.file));
    io.ifPresent(source -> Quietly.close(source.file));
  }
}
