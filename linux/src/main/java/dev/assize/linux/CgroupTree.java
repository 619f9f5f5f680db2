package dev.assize.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where the cgroup controllers of this machine are mounted, and which group of each a process is
 * in. Version 1 hierarchies, the unified one, and both at once are understood. A controller belongs
 * to one hierarchy only.
 */
public final class CgroupTree {
  private final Map<String, Home> homes;
  private final Optional<Home> unified;

  private CgroupTree(Map<String, Home> homes, Optional<Home> unified) {
    this.homes = Map.copyOf(homes);
    this.unified = unified;
  }

  /**
   * The hierarchy of a controller.
   *
   * @param version 1 or 2
   * @param ownGroup directory of the group that this process is in
   */
  public record Home(int version, Path ownGroup) {}

  private record Mount(String type, String root, String point, String options) {}

  /** Reads /proc/self/mountinfo and /proc/self/cgroup. */
  public static CgroupTree read() throws IOException {
    return parse(
        decode(Path.of("/proc/self/mountinfo")),
        decode(Path.of("/proc/self/cgroup")),
        Path.of("/"));
  }

  /**
   * The same for another process: its groups, at the mounts that this process sees.
   *
   * @throws IOException when there is no such process
   */
  public static CgroupTree of(int pid) throws IOException {
    return parse(
        decode(Path.of("/proc/self/mountinfo")),
        decode(Path.of("/proc/" + pid + "/cgroup")),
        Path.of("/"));
  }

  private static String decode(Path file) throws IOException {
    return KernelText.decode(Files.readAllBytes(file));
  }

  /** Parses the two files; mount points are taken under the given root. */
  static CgroupTree parse(String mountinfo, String membership, Path fileRoot) throws IOException {
    List<Mount> mounts = mountinfo.lines().flatMap(line -> mount(line).stream()).toList();
    Map<String, Home> homes = new HashMap<>();
    Optional<Home> unified = Optional.empty();
    for (String line : membership.lines().toList()) {
      int first = line.indexOf(':');
      int second = line.indexOf(':', first + 1);
      String controllers = line.substring(first + 1, second);
      String group = line.substring(second + 1);
      if (controllers.isEmpty()) {
        unified = home(mounts, "cgroup2", "", group, fileRoot);
        if (unified.isPresent()) {
          for (String name : words(unified.get().ownGroup().resolve("cgroup.controllers"))) {
            homes.putIfAbsent(name, unified.get());
          }
        }
      } else {
        for (String name : List.of(controllers.split(",", -1))) {
          home(mounts, "cgroup", name, group, fileRoot).ifPresent(home -> homes.put(name, home));
        }
      }
    }
    return new CgroupTree(homes, unified);
  }

  private static Optional<Home> home(
      List<Mount> mounts, String type, String controller, String group, Path fileRoot) {
    for (Mount mount : mounts) {
      boolean fits =
          mount.type.equals(type)
              && (controller.isEmpty()
                  || List.of(mount.options.split(",", -1)).contains(controller))
              && isUnder(group, mount.root);
      if (fits) {
        String below = mount.root.equals("/") ? group : group.substring(mount.root.length());
        Path directory = fileRoot.resolve(mount.point.substring(1) + below).normalize();
        return Optional.of(new Home(type.equals("cgroup2") ? 2 : 1, directory));
      }
    }
    return Optional.empty();
  }

  private static boolean isUnder(String group, String root) {
    return root.equals("/") || group.equals(root) || group.startsWith(root + "/");
  }

  /** A line of mountinfo: optional fields end at a lone hyphen; type, source and options follow. */
  private static Optional<Mount> mount(String line) {
    int separator = line.indexOf(" - ");
    String[] head = line.substring(0, Math.max(0, separator)).split(" ", -1);
    String[] tail = line.substring(separator + 3).split(" ", -1);
    return separator < 0 || head.length < 6 || tail.length < 3
        ? Optional.empty()
        : Optional.of(new Mount(tail[0], unescape(head[3]), unescape(head[4]), tail[2]));
  }

  /** Space, tab, newline and backslash are written as three octal digits. */
  private static String unescape(String text) {
    return text.replace("\\040", " ")
        .replace("\\011", "\t")
        .replace("\\012", "\n")
        .replace("\\134", "\\");
  }

  private static List<String> words(Path file) throws IOException {
    List<String> words = new ArrayList<>(List.of(Files.readString(file).strip().split(" ", -1)));
    words.removeIf(String::isEmpty);
    return words;
  }

  /**
   * Returns where a controller is.
   *
   * @param controller the kernel's name: cpu, cpuacct, memory, pids, and so on
   */
  public Home home(String controller) throws MissingControllerException {
    Home home = homes.get(controller);
    if (home == null && controller.equals("cpuacct") && unified.isPresent()) {
      // In version 2 the accounting is part of every group.
      return unified.get();
    }
    if (home == null) {
      throw new MissingControllerException(
          controller,
          "found "
              + homes.keySet().stream().sorted().toList()
              + " in /proc/self/cgroup and /proc/self/mountinfo; enable it at boot or mount it");
    }
    return home;
  }

  /** Returns the names of all controllers found, with their hierarchies. */
  public Map<String, Home> homes() {
    return homes;
  }
}
