package dev.assize.lab;

import dev.assize.evidence.RunDirectory;
import dev.assize.experiment.Isolation;
import dev.assize.experiment.Placeholders;
import dev.assize.linux.KernelText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The environment of a command: the inherited variables that the spec allows, over them the
 * variant's, over them the arm's, over them the lab's own. Sorted by name, so that the layout of
 * the initial stack is the same in every trial but for what the arm sets.
 */
final class Environments {
  /**
   * Marks every process of a run with the run directory's path, by which they are found after a
   * crash of the lab. The same in all arms. Not the run's id: two directories may have the same
   * name.
   */
  static final String RUN = "ASSIZE_RUN";

  /** The file for operation clocks. */
  static final String CLOCK = "ASSIZE_CLOCK";

  /** As many {@code x} as the plan says. */
  static final String PADDING = "ASSIZE_PADDING";

  /** Where programs are looked up when no PATH is set, as the C library does. */
  static final String DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

  private static final String OWN = "ASSIZE_";

  private final Map<String, String> inherited;
  private final String run;

  Environments(Isolation isolation, RunDirectory run) throws IOException {
    this.inherited = allowed(ofThisProcess(), isolation);
    this.run = value(run);
  }

  /** The entry that every process of the run has in its environment. */
  static String mark(RunDirectory run) {
    return RUN + "=" + value(run);
  }

  private static String value(RunDirectory run) {
    return run.path().toString();
  }

  /**
   * The environment of a setup, prepare, check or cleanup command.
   *
   * @param set the variant's and the arm's variables
   */
  Map<String, String> ofHelper(Map<String, String> set, Map<String, String> placeholders) {
    Map<String, String> all = new TreeMap<>(inherited);
    set.forEach((name, value) -> all.put(name, Placeholders.expand(value, placeholders)));
    all.put(RUN, run);
    return all;
  }

  /** The environment of the measured command: the helper's, and the lab's own. */
  static Map<String, String> ofTrial(Map<String, String> helper, Path clock, int padding) {
    Map<String, String> all = new TreeMap<>(helper);
    all.put(CLOCK, clock.toString());
    all.put(PADDING, "x".repeat(padding));
    return all;
  }

  /** The entries as the kernel takes them. */
  static List<String> entries(Map<String, String> environment) {
    return environment.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList();
  }

  static String path(Map<String, String> environment) {
    return environment.getOrDefault("PATH", DEFAULT_PATH);
  }

  /**
   * Reads the variables as the kernel holds them: the JDK's own map has replaced bytes that are not
   * text in its charset.
   */
  static Map<String, String> ofThisProcess() throws IOException {
    Map<String, String> all = new TreeMap<>();
    String text = KernelText.decode(Files.readAllBytes(Path.of("/proc/self/environ")));
    for (String entry : text.split("\0", 0)) {
      int equals = entry.indexOf('=');
      if (equals > 0) {
        all.putIfAbsent(entry.substring(0, equals), entry.substring(equals + 1));
      }
    }
    return all;
  }

  static Map<String, String> allowed(Map<String, String> all, Isolation isolation) {
    Map<String, String> some = new TreeMap<>(all);
    some.keySet().removeIf(name -> name.startsWith(OWN));
    isolation.environment().ifPresent(names -> some.keySet().retainAll(names));
    return some;
  }
}
