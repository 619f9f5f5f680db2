package dev.assize.observe;

import dev.assize.evidence.Observation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The lab's end of the counter protocol (docs/counter-protocol.md): a Unix stream socket, whose
 * path instrumented processes find in the variable {@value #VARIABLE}. Every breach of the protocol
 * is a {@link Observation.ProtocolFault}; one of them voids the trial.
 */
public final class CounterServer implements AutoCloseable {
  /** The environment variable that holds the path of the socket. */
  public static final String VARIABLE = "ASSIZE_COUNTERS";

  private CounterServer() {}

  /**
   * Listens.
   *
   * @param socket a path of at most 107 bytes where nothing is yet
   * @param sources the name of the source for each component that must register
   * @throws IOException when it can't listen there
   */
  public static CounterServer start(Path socket, Map<String, String> sources, Sink sink)
      throws IOException {
    return new CounterServer();
  }

  /**
   * Asks every instance for its counters and waits for the answers. An instance that does not
   * answer with the token in time is a fault.
   *
   * @param token without white space, never used before
   */
  public void checkpoint(String token, Duration patience) {}

  /** Returns the instances that registered so far. */
  public List<Observation.Registered> registered() {
    return List.of();
  }

  /**
   * Waits until every instance has given its final record, for as long as the patience lasts. To be
   * called when the processes have ended. Afterwards {@link #faults} is complete.
   */
  public void finish(Duration patience) {}

  /** Returns the breaches found so far. */
  public List<Observation.ProtocolFault> faults() {
    return List.of();
  }

  /** Closes the socket and removes its file. */
  @Override
  public void close() {}
}
