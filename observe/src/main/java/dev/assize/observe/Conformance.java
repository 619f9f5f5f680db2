package dev.assize.observe;

import dev.assize.evidence.Observation;
import dev.assize.evidence.Reading;
import java.io.File;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Tries a process against the counter protocol. */
public final class Conformance {
  private static final Duration BETWEEN = Duration.ofMillis(200);
  private static final String NOT_TRIED = "not tried: no instance registered";

  private final List<Observation> seen = Collections.synchronizedList(new ArrayList<>());

  /** Of each instance, and what was found wrong: written under the server's lock. */
  private final Map<String, Map<String, Reading>> last = new HashMap<>();

  private final Map<ProtocolRule, List<String>> broken = new EnumMap<>(ProtocolRule.class);

  private Conformance() {}

  /**
   * What a rule asks for, and whether it was kept.
   *
   * @param rule in words
   * @param found what was seen; how it was broken when it was
   */
  public record Finding(String rule, boolean kept, String found) {}

  /**
   * Starts a command with the socket in its environment, waits until it registers, asks it twice
   * for its counters, ends it by SIGTERM when it does not end by itself, and waits for its final
   * record. What the command writes to stdout is dropped; its stderr is this process's.
   *
   * @param patience for each of the steps
   * @throws IOException when the command can't be started
   */
  public static List<Finding> check(List<String> command, Duration patience)
      throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("assize-conform-");
    Path socket = directory.resolve("counters");
    try {
      return new Conformance().check(command, patience, socket);
    } finally {
      Files.deleteIfExists(socket);
      Files.deleteIfExists(directory);
    }
  }

  private List<Finding> check(List<String> command, Duration patience, Path socket)
      throws IOException, InterruptedException {
    try (CounterServer server = CounterServer.start(socket, Map.of(), seen::add, this::compare)) {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.INHERIT);
      builder.environment().put(CounterServer.VARIABLE, socket.toString());
      Process process = builder.start();
      try {
        if (server.awaitRegistered(1, patience)) {
          server.checkpoint("conform-1", patience);
          Thread.sleep(BETWEEN);
          server.checkpoint("conform-2", patience);
          if (!process.waitFor(BETWEEN.toMillis(), TimeUnit.MILLISECONDS)) {
            process.destroy();
            process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
          }
        }
      } finally {
        process.destroyForcibly().waitFor();
      }
      server.finish(patience);
      return findings(server);
    }
  }

  private List<Finding> findings(CounterServer server) {
    for (CounterServer.Broken fault : server.broken()) {
      add(fault.rule(), fault.fault().fault());
    }
    List<Observation> all = List.copyOf(seen);
    boolean registered = !server.registered().isEmpty();
    if (!registered) {
      add(
          ProtocolRule.REGISTERS,
          "no 'ready' came through the socket in $" + CounterServer.VARIABLE);
    }
    long answers = all.stream().filter(Observation.Checkpoint.class::isInstance).count();
    if (registered && answers == 0) {
      add(ProtocolRule.ANSWERS, "it ended before it answered any");
    }
    List<Finding> findings = new ArrayList<>();
    for (ProtocolRule rule : ProtocolRule.values()) {
      List<String> faults = broken.getOrDefault(rule, List.of());
      boolean tried = registered || rule == ProtocolRule.REGISTERS || !faults.isEmpty();
      findings.add(
          new Finding(
              rule.text(),
              tried && faults.isEmpty(),
              tried
                  ? faults.isEmpty() ? kept(rule, server, answers) : String.join("; ", faults)
                  : NOT_TRIED));
    }
    return findings;
  }

  private static String kept(ProtocolRule rule, CounterServer server, long answers) {
    return switch (rule) {
      case REGISTERS ->
          String.join(
              ", ",
              server.registered().stream().map(r -> r.component() + " " + r.instance()).toList());
      case ANSWERS -> answers + " answers";
      default -> "";
    };
  }

  /** Compares a record with the one before of the same instance. */
  private void compare(Instance instance, Map<String, Reading> counters) {
    Map<String, Reading> before = last.put(instance.component() + " " + instance.name(), counters);
    if (before == null) {
      return;
    }
    if (!before.keySet().equals(counters.keySet())) {
      add(ProtocolRule.SAME_NAMES, before.keySet() + " and later " + counters.keySet());
    }
    before.forEach(
        (name, value) -> {
          Reading later = counters.get(name);
          if (later != null && number(later).compareTo(number(value)) < 0) {
            add(ProtocolRule.NEVER_FALLS, name + " from " + number(value) + " to " + number(later));
          }
        });
  }

  private void add(ProtocolRule rule, String fault) {
    broken.computeIfAbsent(rule, _ -> new ArrayList<>()).add(fault);
  }

  private static BigDecimal number(Reading reading) {
    return switch (reading) {
      case Reading.Whole(long value) -> BigDecimal.valueOf(value);
      case Reading.Decimal(String text) -> new BigDecimal(text);
      default -> BigDecimal.ZERO;
    };
  }
}
