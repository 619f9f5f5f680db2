package dev.assize.lab;

import dev.assize.experiment.Readiness;
import dev.assize.experiment.Server;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/**
 * Waits until a server is ready: its sign of readiness is there, and it listens on each of its
 * named ports. That somebody else gives the sign or has a port is a failure at once.
 */
final class ServerReadiness {
  private static final long POLL_NANOS = 3_000_000;
  private static final int RARELY = 32;

  private final Server server;
  private final ServerPorts ports;
  private final ServerLogs logs;
  private final Path directory;
  private final Readiness rule;
  private final String words;
  private final ReadinessWatch.Lines lines;
  private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
  private long read;

  /**
   * @param directory in which the server runs, for a rule about a file, its path filled in
   */
  ServerReadiness(
      Server server, Readiness rule, ServerPorts ports, ServerLogs logs, Path directory) {
    this.server = server;
    this.rule = rule;
    this.ports = ports;
    this.logs = logs;
    this.directory = directory;
    this.lines =
        new ReadinessWatch.Lines(
            Pattern.compile(rule instanceof Readiness.StdoutLine(String regex) ? regex : ""));
    this.words =
        switch (rule) {
          case Readiness.StdoutLine(String regex) ->
              "a line on its stdout that matches '" + regex + "'";
          case Readiness.FileExists(String path) -> "the file " + path;
          case Readiness.Port(int port) -> "a listener of its own on port " + port;
        };
  }

  /**
   * Looks before the launch whether something else gives the sign.
   *
   * @throws CannotStart when it does
   */
  void requireUnready() throws CannotStart, IOException {
    new ReadinessWatch(rule, directory, logs.stdout()).requireUnready();
  }

  /**
   * Waits.
   *
   * @throws CannotStart when the server ends, its time is up, or a stranger is in its place
   * @throws Interrupted when the run is to stop
   */
  void await(RunningServer running, Stop stop) throws CannotStart, Interrupted, IOException {
    long begin = System.nanoTime();
    boolean sign = false;
    for (int look = 0; ; look++) {
      if (stop.requested().isPresent()) {
        throw new Interrupted(stop.requested().get());
      }
      boolean alive = running.isAlive();
      boolean late = System.nanoTime() - begin > server.readyTimeout().value();
      sign = sign || isThere(running);
      // Who listens costs a look at all processes: not at every turn, for the server has work to
      // do.
      if (sign || !alive || late || look % RARELY == 0) {
        ServerPorts.Seen seen = ports.look(running);
        List<String> strangers = new ArrayList<>(seen.strangers());
        strangers.addAll(strangersAtRule(running));
        if (!strangers.isEmpty()) {
          throw new CannotStart(
              "expected that only the server listens on its ports, found that "
                  + String.join(", and ", strangers)
                  + "; end that process, or let the lab choose another port"
                  + ended(running)
                  + logs.tail());
        }
        if (!alive) {
          throw new CannotStart(
              "expected the server to stay and give "
                  + words
                  + ", found that it "
                  + running.ended().orElse("ended")
                  + " before it was ready; a server must stay in the foreground"
                  + logs.tail());
        }
        if (sign && seen.silent().isEmpty()) {
          return;
        }
        if (late) {
          throw new CannotStart(late(sign, seen.silent()) + logs.tail());
        }
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private List<String> strangersAtRule(RunningServer running) throws IOException {
    return rule instanceof Readiness.Port(int port)
        ? ports.listeners(port, running).stream()
            .filter(listener -> !listener.ours())
            .map(listener -> listener.words() + " listens on port " + port)
            .toList()
        : List.of();
  }

  private static String ended(RunningServer running) {
    return running.ended().map(how -> "; the server " + how).orElse("");
  }

  private String late(boolean sign, List<String> silent) {
    return "expected the server to be ready within "
        + Texts.seconds(server.readyTimeout().value())
        + ", "
        + (sign
            ? "saw " + words + ", but nobody listens on port " + String.join(", ", silent)
            : "did not see " + words);
  }

  private boolean isThere(RunningServer running) throws IOException {
    return switch (rule) {
      case Readiness.StdoutLine _ -> lineIsThere();
      case Readiness.FileExists(String path) -> Files.exists(directory.resolve(path));
      case Readiness.Port(int port) ->
          ports.listeners(port, running).stream().anyMatch(ServerPorts.Listener::ours);
    };
  }

  private boolean lineIsThere() throws IOException {
    try (FileChannel channel = FileChannel.open(logs.stdout(), StandardOpenOption.READ)) {
      while (true) {
        buffer.clear();
        int n = channel.read(buffer, read);
        if (n <= 0) {
          return false;
        }
        read += n;
        if (lines.match(buffer.flip())) {
          return true;
        }
      }
    }
  }
}
