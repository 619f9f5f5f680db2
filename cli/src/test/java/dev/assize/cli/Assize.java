package dev.assize.cli;

import dev.assize.linux.ProcessTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The real command in a JVM of its own, started in a directory. */
final class Assize {
  /** Long, because the machine may be busy; nothing is measured by it. */
  private static final long PATIENCE_SECONDS = 600;

  private final Path directory;
  private final Map<String, String> environment = new HashMap<>();

  Assize(Path directory) {
    this.directory = directory;
  }

  Assize with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /** What a command left: its exit status and everything that it wrote, which must be UTF-8. */
  record Result(int status, String out, String err) {
    /** Reads stdout, which must be one JSON document and white space. */
    JsonNode json() {
      try (JsonParser parser = new JsonMapper().createParser(out)) {
        JsonNode document = parser.readValueAsTree();
        if (parser.nextToken() != null) {
          throw new AssertionError("expected one document, found more: " + out);
        }
        return document;
      }
    }

    @Override
    public String toString() {
      return "status " + status + "\nstdout:\n" + out + "\nstderr:\n" + err;
    }
  }

  static List<String> command(String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  /** Runs the command to its end, without a terminal. */
  Result run(String... arguments) throws IOException, InterruptedException {
    return finish(start(arguments));
  }

  Running start(String... arguments) throws IOException {
    return start(command(arguments));
  }

  Running start(List<String> command) throws IOException {
    Path out = Files.createTempFile("assize-test-", ".out");
    Path err = Files.createTempFile("assize-test-", ".err");
    // Whoever started this build in the background left SIGINT ignored, and a JVM keeps that.
    List<String> line = new ArrayList<>(List.of("env", "--default-signal"));
    line.addAll(command);
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(directory.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().keySet().removeAll(List.of("ASSIZE_RUNS", "NO_COLOR"));
    builder.environment().putAll(environment);
    return new Running(builder.start(), out, err);
  }

  /** A command that was started. */
  record Running(Process process, Path out, Path err) {
    /** Waits until a file of the run satisfies the condition, or the command has ended. */
    void until(Path file, Predicate<String> condition) throws IOException, InterruptedException {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
      while (process.isAlive() && System.nanoTime() < end) {
        if (Files.exists(file) && condition.test(Files.readString(file))) {
          return;
        }
        Thread.sleep(20);
      }
      throw new AssertionError("it ended or waited too long: " + Files.readString(err));
    }

    /** Sends the signal, named as by kill(1). */
    void signal(String name) throws IOException, InterruptedException {
      int status =
          new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
      if (status != 0) {
        throw new AssertionError("kill ended with status " + status);
      }
    }
  }

  static Result finish(Running running) throws IOException, InterruptedException {
    try {
      if (!running.process().waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("still running: " + Files.readString(running.err()));
      }
      return new Result(
          running.process().exitValue(),
          Files.readString(running.out()),
          Files.readString(running.err()));
    } finally {
      running.process().destroyForcibly();
      Files.deleteIfExists(running.out());
      Files.deleteIfExists(running.err());
    }
  }

  /** Runs the command on a terminal of its own and returns what the terminal got. */
  Result onTerminal(String... arguments) throws IOException, InterruptedException {
    String line =
        command(arguments).stream()
            .map(word -> "'" + word.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
    return finish(start(List.of("script", "-qec", "exec " + line, "/dev/null")));
  }

  /** The only run directory under {@code runs} of the directory. */
  Path onlyRun() throws IOException {
    try (Stream<Path> runs = Files.walk(directory.resolve("runs"), 2)) {
      List<Path> found = runs.filter(path -> Files.exists(path.resolve("seal.json"))).toList();
      if (found.size() != 1) {
        throw new AssertionError("expected one run, found " + found);
      }
      return found.getFirst();
    }
  }

  /** Command lines of living processes that contain the text. */
  static List<String> processesWith(String text) throws IOException {
    return ProcessTable.snapshot().stream()
        .filter(process -> !process.isZombie())
        .map(process -> String.join(" ", ProcessTable.commandLine(process.pid())))
        .filter(line -> line.contains(text))
        .toList();
  }
}
