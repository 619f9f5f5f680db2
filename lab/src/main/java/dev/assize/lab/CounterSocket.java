package dev.assize.lab;

import dev.assize.experiment.Observe;
import dev.assize.observe.CounterServer;
import dev.assize.observe.Sink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The socket of the counter protocol for one attempt: in the attempt's scratch directory, or in a
 * directory below {@code /tmp} where that path is too long for a socket. The length of the path is
 * the same in every trial.
 */
record CounterSocket(CounterServer server, Path path, Optional<Path> elsewhere)
    implements AutoCloseable {
  /** The longest path that the kernel takes for a Unix socket, in bytes. */
  private static final int LONGEST = 107;

  /** Listens; empty when the spec has no source that speaks the protocol. */
  static Optional<CounterSocket> open(Observe what, Path scratch, Sink sink) throws IOException {
    Map<String, String> sources =
        what.counters().stream()
            .filter(Observe.Counters.Protocol.class::isInstance)
            .map(Observe.Counters.Protocol.class::cast)
            .collect(
                Collectors.toMap(
                    Observe.Counters.Protocol::component,
                    Observe.Counters.Protocol::name,
                    (first, _) -> first));
    if (sources.isEmpty()) {
      return Optional.empty();
    }
    Path path = scratch.resolve("counters");
    Optional<Path> elsewhere = Optional.empty();
    if (path.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST) {
      Path directory =
          Path.of("/tmp/assize-" + ProcessHandle.current().pid() + "-" + scratch.getFileName());
      CrashRegister.in(scratch).directory(directory);
      Files.createDirectory(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      elsewhere = Optional.of(directory);
      path = directory.resolve("counters");
    }
    try {
      return Optional.of(
          new CounterSocket(CounterServer.start(path, sources, sink), path, elsewhere));
    } catch (IOException e) {
      if (elsewhere.isPresent()) {
        Trees.remove(elsewhere.get());
      }
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    if (elsewhere.isPresent()) {
      Trees.remove(elsewhere.get());
    }
  }
}
