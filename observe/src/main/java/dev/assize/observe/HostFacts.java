package dev.assize.observe;

import dev.assize.evidence.DamagedEvidenceException;
import dev.assize.evidence.Digest;
import dev.assize.evidence.FileRecord;
import dev.assize.evidence.HostRecord;
import dev.assize.experiment.Bytes;
import dev.assize.linux.SystemInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The facts about the host that stand in host.json: what a reader needs to know where it was
 * measured.
 */
public final class HostFacts {
  private static final String CPU0 = "sys/devices/system/cpu";

  private HostFacts() {}

  /**
   * Returns host.json. A fact that the host does not publish is absent.
   *
   * @param files executables and inputs; size and SHA-256 of each regular file are recorded
   */
  public static byte[] json(List<Path> files) throws IOException {
    Tree tree = new Tree(Path.of("/"));
    TreeMap<String, String> facts = new TreeMap<>(facts(tree));
    mounts(tree).forEach((where, what) -> facts.put("mount " + where, what));
    limits(tree).forEach((name, value) -> facts.put("limit " + name, value));
    List<FileRecord> records = new ArrayList<>();
    for (Path file : new TreeSet<>(files)) {
      if (Files.isRegularFile(file)) {
        records.add(
            new FileRecord(
                file.toAbsolutePath().toString(),
                new Bytes(Files.size(file)),
                Digest.sha256(file)));
      }
    }
    return new HostRecord(facts, records).toJson();
  }

  /**
   * Returns what differs between two host.json documents: a fact's or file's name to "before ->
   * after".
   *
   * @throws IOException when one of them can't be read
   */
  public static Map<String, String> changes(byte[] before, byte[] after) throws IOException {
    Map<String, String> first = flatten(before);
    Map<String, String> second = flatten(after);
    Map<String, String> changes = new TreeMap<>();
    TreeSet<String> names = new TreeSet<>(first.keySet());
    names.addAll(second.keySet());
    for (String name : names) {
      String was = first.getOrDefault(name, "absent");
      String is = second.getOrDefault(name, "absent");
      if (!was.equals(is)) {
        changes.put(name, was + " -> " + is);
      }
    }
    return changes;
  }

  private static Map<String, String> flatten(byte[] json) throws IOException {
    HostRecord host;
    try {
      host = HostRecord.fromJson(json);
    } catch (DamagedEvidenceException damaged) {
      throw new IOException(damaged.getMessage(), damaged);
    }
    Map<String, String> flat = new TreeMap<>(host.facts());
    host.files().forEach(file -> flat.put("file " + file.path(), file.sha256()));
    return flat;
  }

  private static Map<String, String> facts(Tree tree) throws IOException {
    SystemInfo.Kernel kernel = SystemInfo.kernel();
    Map<String, String> facts = new LinkedHashMap<>();
    tree.field("proc/cpuinfo", "model name").ifPresent(value -> facts.put("processor", value));
    tree.text(CPU0 + "/online").ifPresent(value -> facts.put("processors", value));
    facts.put("machine", kernel.machine());
    facts.put("kernel", kernel.system() + " " + kernel.release());
    facts.put("kernelBuild", kernel.version());
    tree.text("proc/sys/kernel/random/boot_id").ifPresent(value -> facts.put("bootId", value));
    tree.field("proc/meminfo", "MemTotal").ifPresent(value -> facts.put("memory", value));
    tree.field("proc/meminfo", "SwapTotal").ifPresent(value -> facts.put("swapTotal", value));
    tree.text(CPU0 + "/cpu0/cpufreq/scaling_governor")
        .ifPresent(value -> facts.put("governor", value));
    tree.text(CPU0 + "/intel_pstate/no_turbo").ifPresent(value -> facts.put("noTurbo", value));
    tree.text(CPU0 + "/cpufreq/boost").ifPresent(value -> facts.put("boost", value));
    tree.text(CPU0 + "/smt/active").ifPresent(value -> facts.put("smt", value));
    tree.text("sys/devices/system/clocksource/clocksource0/current_clocksource")
        .ifPresent(value -> facts.put("clockSource", value));
    tree.text("proc/sys/kernel/randomize_va_space")
        .ifPresent(value -> facts.put("addressRandomisation", value));
    tree.chosen("sys/kernel/mm/transparent_hugepage/enabled")
        .ifPresent(value -> facts.put("hugePages", value));
    tree.text("proc/sys/kernel/perf_event_paranoid")
        .ifPresent(value -> facts.put("perfEventParanoid", value));
    distribution(tree).ifPresent(value -> facts.put("distribution", value));
    facts.put("harnessJava", Runtime.version().toString());
    facts.put("user", Integer.toString(SystemInfo.effectiveUser()));
    return facts;
  }

  private static Optional<String> distribution(Tree tree) {
    return tree.text("etc/os-release")
        .flatMap(all -> all.lines().filter(line -> line.startsWith("PRETTY_NAME=")).findFirst())
        .map(line -> line.substring("PRETTY_NAME=".length()).replace("\"", ""));
  }

  /** The mounts that commands usually work on, with type and options. */
  private static Map<String, String> mounts(Tree tree) {
    Map<String, String> mounts = new TreeMap<>();
    for (String line : tree.text("proc/self/mounts").orElse("").lines().toList()) {
      String[] words = line.split(" ", 5);
      if (words.length >= 4
          && List.of("/", "/tmp", "/home", "/dev/shm", "/var/tmp").contains(words[1])) {
        mounts.put(words[1], words[2] + " " + words[3]);
      }
    }
    return mounts;
  }

  private static Map<String, String> limits(Tree tree) {
    Map<String, String> limits = new TreeMap<>();
    for (String line : tree.text("proc/self/limits").orElse("").lines().skip(1).toList()) {
      String[] columns = line.split("  +", -1);
      if (columns.length >= 2) {
        limits.put(columns[0], columns[1]);
      }
    }
    return limits;
  }
}
