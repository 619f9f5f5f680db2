package dev.assize.observe;

import dev.assize.evidence.Observation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Asks the instances of the counter protocol; the server writes their samples. */
final class ProtocolSampler implements Sampler {
  private final CounterServer server;
  private final List<String> sources;
  private final Duration patience;
  private long checkpoints;

  ProtocolSampler(CounterServer server, List<String> sources, Duration patience) {
    this.server = server;
    this.sources = List.copyOf(sources);
    this.patience = patience;
  }

  @Override
  public String source() {
    return sources.getFirst();
  }

  @Override
  public List<String> sources() {
    return sources;
  }

  @Override
  public Optional<Observation.Sample> sample(boolean thorough) {
    checkpoints++;
    server.checkpoint("sample-" + checkpoints, patience);
    return Optional.empty();
  }

  @Override
  public void close() {}
}
