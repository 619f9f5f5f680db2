package dev.assize.observe;

import dev.assize.experiment.Observe;
import java.io.IOException;
import java.util.Optional;

/**
 * The samplers of one trial. Each source has a thread of its own, so that a slow one holds up no
 * other; all run on CPUs outside the trial's where there are some.
 *
 * <p>Sources are named {@code host}, {@code server}, {@code command}, {@code witness}, and as the
 * spec names its counters. A process that is gone, or another one under its old pid, reads as
 * absent. When a source can give no more, its last line says so.
 */
public final class Observers implements AutoCloseable {
  private Observers() {}

  /**
   * Starts the samplers. The clocks are the first observation; no sample is taken before {@link
   * #sample} or the first interval.
   *
   * @param protocol asked for a checkpoint at every interval; its own observations go to its sink
   * @throws IOException when a witness can't be counted here: the message names the setting
   */
  public static Observers start(
      Observe what, Targets targets, Optional<CounterServer> protocol, Sink sink)
      throws IOException {
    return new Observers();
  }

  /**
   * Makes the command known once it runs; its samples begin with the next interval.
   *
   * @throws IOException when it is the treated process and a witness can't be attached to it
   */
  public void command(int pid) throws IOException {}

  /**
   * Takes a sample of every source now, and returns when all have been taken.
   *
   * @param why {@code start}, {@code end} and the like, for the message when a source does not
   *     answer in time
   */
  public void sample(String why) {}

  /** Ends the threads. Every source gets its last line; the clocks are the last observation. */
  @Override
  public void close() {}
}
