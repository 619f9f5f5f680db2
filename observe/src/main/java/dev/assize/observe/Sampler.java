package dev.assize.observe;

import dev.assize.evidence.Observation;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Takes samples of one source. All calls but the constructor's come from one thread. */
interface Sampler extends AutoCloseable {
  /** The source's name. */
  String source();

  /** All sources that it is for: each gets a last line. */
  default List<String> sources() {
    return List.of(source());
  }

  /** Prepares the thread: enters a namespace, for instance. */
  default void begin() throws IOException {}

  /**
   * Takes a sample.
   *
   * @param thorough the caller waits for it: what is read less often is to be read now
   * @return empty when there is nothing to be sampled yet
   * @throws IOException when the source can give nothing any more; the message is its last line
   */
  Optional<Observation.Sample> sample(boolean thorough) throws IOException;

  /** Returns what the source failed with up to now; empty when its last sample was good. */
  default Optional<String> complaint() {
    return Optional.empty();
  }

  @Override
  void close();
}
