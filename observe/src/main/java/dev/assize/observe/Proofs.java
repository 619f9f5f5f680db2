package dev.assize.observe;

import dev.assize.evidence.Digest;
import dev.assize.evidence.Observation;
import dev.assize.evidence.ProofRecord;
import dev.assize.experiment.Placeholders;
import dev.assize.experiment.Proof;
import dev.assize.linux.KernelText;
import dev.assize.linux.ProcessTable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Takes the proofs of an arm from the treated process. */
public final class Proofs {
  private final int pid;
  private final List<Path> logs;
  private final List<Observation.Registered> registered;
  private final Map<String, String> placeholders;

  private Proofs(
      int pid,
      List<Path> logs,
      List<Observation.Registered> registered,
      Map<String, String> placeholders) {
    this.pid = pid;
    this.logs = logs;
    this.registered = registered;
    this.placeholders = placeholders;
  }

  /** What a proof expected and found. */
  private record Answer(String expected, String found, boolean held) {}

  /**
   * Takes each proof, in order. What can't be read is a proof that does not hold, with the reason
   * in what was found.
   *
   * @param pid of the process, alive
   * @param stdout the file that has its output so far; it is searched before stderr
   * @param stderr likewise
   * @param registered instances known through the counter protocol
   * @param placeholders values of the <code>${name}</code> places in expected values
   */
  public static List<ProofRecord> take(
      List<Proof> proofs,
      int pid,
      Path stdout,
      Path stderr,
      List<Observation.Registered> registered,
      Map<String, String> placeholders) {
    Proofs taker = new Proofs(pid, List.of(stdout, stderr), registered, placeholders);
    return proofs.stream().map(taker::take).toList();
  }

  private ProofRecord take(Proof proof) {
    Answer answer;
    try {
      answer =
          switch (proof) {
            case Proof.Environment(String name, String value) -> environment(name, filled(value));
            case Proof.CommandLine(String regex) -> commandLine(filled(regex));
            case Proof.Executable(String sha256) -> executable(sha256);
            case Proof.Log(String regex, Map<String, String> captures) ->
                log(filled(regex), captures);
            case Proof.Setting setting -> setting(setting);
          };
    } catch (PatternSyntaxException malformed) {
      answer = new Answer("a regular expression", String.valueOf(malformed.getMessage()), false);
    } catch (IOException unreadable) {
      answer =
          new Answer("process " + pid + " to be readable", "not readable: " + unreadable, false);
    }
    return new ProofRecord(name(proof), pid, answer.expected, answer.found, answer.held);
  }

  private String filled(String text) {
    return Placeholders.expand(text, placeholders);
  }

  private static String name(Proof proof) {
    return switch (proof) {
      case Proof.Environment(String name, String _) -> "environment " + name;
      case Proof.CommandLine(String regex) -> "command-line " + regex;
      case Proof.Executable _ -> "executable";
      case Proof.Log(String regex, Map<String, String> _) -> "log " + regex;
      case Proof.Setting setting -> "setting " + setting.component() + "." + setting.name();
    };
  }

  private Answer environment(String name, String value) throws IOException {
    String all = KernelText.decode(Files.readAllBytes(Path.of("/proc/" + pid + "/environ")));
    for (String entry : all.split("\0", -1)) {
      if (entry.startsWith(name + "=")) {
        String found = entry.substring(name.length() + 1);
        return new Answer(value, found, found.equals(value));
      }
    }
    return new Answer(
        value, all.isEmpty() ? "no environment: the process has ended" : "not set", false);
  }

  private Answer commandLine(String regex) {
    String line = String.join(" ", ProcessTable.commandLine(pid));
    return new Answer(
        "a match of " + regex,
        line.isEmpty() ? "no arguments: the process has ended" : line,
        !line.isEmpty() && Pattern.compile(regex).matcher(line).find());
  }

  private Answer executable(String sha256) throws IOException {
    String found = Digest.sha256(Path.of("/proc/" + pid + "/exe"));
    return new Answer(sha256, found, found.equals(sha256));
  }

  private Answer log(String regex, Map<String, String> captures) throws IOException {
    Pattern pattern = Pattern.compile(regex);
    Map<String, String> wanted = new TreeMap<>();
    captures.forEach((group, value) -> wanted.put(group, filled(value)));
    String expected = "a line that matches " + regex + (wanted.isEmpty() ? "" : " with " + wanted);
    Optional<String> line = Optional.empty();
    for (Path log : logs) {
      line = line.isPresent() ? line : firstMatch(pattern, log);
    }
    if (line.isEmpty()) {
      return new Answer(expected, "no such line in stdout or stderr", false);
    }
    Matcher matcher = pattern.matcher(line.get());
    boolean held = matcher.find();
    for (var capture : wanted.entrySet()) {
      if (!pattern.namedGroups().containsKey(capture.getKey())) {
        return new Answer(
            expected, "the expression has no group (?<" + capture.getKey() + ">…)", false);
      }
      held &= capture.getValue().equals(matcher.group(capture.getKey()));
    }
    return new Answer(expected, line.get(), held);
  }

  // Latin-1 would keep every byte, but expressions are written in UTF-8: malformed bytes become
  // U+FFFD.
  private static Optional<String> firstMatch(Pattern pattern, Path log) throws IOException {
    if (!Files.exists(log)) {
      return Optional.empty();
    }
    try (var in = Files.newInputStream(log);
        var reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (pattern.matcher(line).find()) {
          return Optional.of(line);
        }
      }
    }
    return Optional.empty();
  }

  private Answer setting(Proof.Setting setting) {
    String enabled = filled(setting.enabled());
    Optional<String> requested = setting.requested().map(this::filled);
    String expected =
        requested.map(value -> "requested " + value + ", ").orElse("") + "enabled " + enabled;
    List<String> found = new ArrayList<>();
    boolean held = true;
    for (Observation.Registered instance : registered) {
      if (instance.component().equals(setting.component())) {
        String asked = instance.requested().getOrDefault(setting.name(), "not stated");
        String inForce = instance.enabled().getOrDefault(setting.name(), "not stated");
        held &= inForce.equals(enabled) && requested.map(asked::equals).orElse(true);
        found.add("requested " + asked + ", enabled " + inForce);
      }
    }
    return found.isEmpty()
        ? new Answer(
            expected, "no instance of component " + setting.component() + " registered", false)
        : new Answer(expected, String.join("; ", new TreeSet<>(found)), held);
  }
}
