package dev.assize.observe;

import dev.assize.evidence.Digest;
import dev.assize.experiment.Experiment;
import dev.assize.linux.SystemInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The facts about the host that stand in host.json: what a reader needs to know where it was
 * measured.
 */
public final class HostFacts {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
  private static final String CPU0 = "sys/devices/system/cpu";
  private static final String UNPUBLISHED = "unpublished";

  private HostFacts() {}

  /**
   * Returns host.json: keys in a fixed order, values as text, {@code unpublished} where the host
   * says nothing.
   *
   * @param files executables and inputs; the SHA-256 of each regular file is recorded
   */
  public static byte[] json(List<Path> files) throws IOException {
    Tree tree = new Tree(Path.of("/"));
    ObjectNode document = MAPPER.createObjectNode();
    document.put("schema", Experiment.SCHEMA);
    ObjectNode facts = document.putObject("facts");
    facts(tree).forEach(facts::put);
    ObjectNode mounts = document.putObject("mounts");
    mounts(tree).forEach(mounts::put);
    ObjectNode limits = document.putObject("limits");
    limits(tree).forEach(limits::put);
    ObjectNode hashes = document.putObject("files");
    for (Path file : new TreeSet<>(files)) {
      if (Files.isRegularFile(file)) {
        hashes.put(file.toString(), Digest.sha256(file));
      }
    }
    return (MAPPER.writeValueAsString(document) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Returns what differs between two host.json documents: the fact's name to "before, after" in
   * words.
   */
  public static Map<String, String> changes(byte[] before, byte[] after) {
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

  private static Map<String, String> flatten(byte[] json) {
    Map<String, String> flat = new LinkedHashMap<>();
    JsonNode document = MAPPER.readTree(json);
    for (String part : List.of("facts", "mounts", "limits", "files")) {
      document
          .path(part)
          .properties()
          .forEach(entry -> flat.put(part + "." + entry.getKey(), entry.getValue().asString()));
    }
    return flat;
  }

  private static Map<String, String> facts(Tree tree) throws IOException {
    SystemInfo.Kernel kernel = SystemInfo.kernel();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("processor", tree.field("proc/cpuinfo", "model name").orElse(UNPUBLISHED));
    facts.put("processors", or(tree.text(CPU0 + "/online")));
    facts.put("machine", kernel.machine());
    facts.put("kernel", kernel.system() + " " + kernel.release());
    facts.put("kernelBuild", kernel.version());
    facts.put("bootId", or(tree.text("proc/sys/kernel/random/boot_id")));
    facts.put("memory", or(tree.field("proc/meminfo", "MemTotal")));
    facts.put("swapTotal", or(tree.field("proc/meminfo", "SwapTotal")));
    facts.put("governor", or(tree.text(CPU0 + "/cpu0/cpufreq/scaling_governor")));
    facts.put("noTurbo", or(tree.text(CPU0 + "/intel_pstate/no_turbo")));
    facts.put("boost", or(tree.text(CPU0 + "/cpufreq/boost")));
    facts.put("smt", or(tree.text(CPU0 + "/smt/active")));
    facts.put(
        "clockSource",
        or(tree.text("sys/devices/system/clocksource/clocksource0/current_clocksource")));
    facts.put("addressRandomisation", or(tree.text("proc/sys/kernel/randomize_va_space")));
    facts.put("hugePages", or(tree.chosen("sys/kernel/mm/transparent_hugepage/enabled")));
    facts.put("perfEventParanoid", or(tree.text("proc/sys/kernel/perf_event_paranoid")));
    facts.put("distribution", or(distribution(tree)));
    facts.put("harnessJava", Runtime.version().toString());
    facts.put("user", Integer.toString(SystemInfo.effectiveUser()));
    return facts;
  }

  private static String or(Optional<String> value) {
    return value.orElse(UNPUBLISHED);
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
