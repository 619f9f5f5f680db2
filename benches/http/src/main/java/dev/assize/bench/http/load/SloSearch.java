package dev.assize.bench.http.load;

import dev.assize.bench.http.message.BenchFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Looks for the highest rate that keeps p99 within a limit. A closed run finds the saturation rate;
 * between zero and that the rate is halved by trial until it is known to 3 %. Each trial is an open
 * run of its own. The search takes p99 to rise with the rate; a trial that fails by bad luck leaves
 * the answer too low, never too high for the trials that were made.
 */
final class SloSearch {
  private static final double RESOLUTION = 1.03;
  private static final int MOST_TRIALS = 12;
  private static final double ACHIEVED = 0.98;
  private static final double ABOVE_SATURATION = 1.1;
  private static final double LOWEST_SHARE = 0.02;

  /** Carries out one run. */
  interface Runner {
    Outcome run(RunSettings settings) throws BenchFailure;
  }

  /**
   * One trial.
   *
   * @param p99 ns; Long.MAX_VALUE when too little was answered to know it
   * @param sustained the server kept up with the rate
   */
  record Trial(double rate, long p99, boolean sustained, boolean generatorIsBottleneck) {
    boolean keeps(Duration limit) {
      return sustained && !generatorIsBottleneck && p99 <= limit.toNanos();
    }
  }

  /**
   * The answer for one limit.
   *
   * @param rate the highest that kept it; 0 when none did
   * @param p99 at that rate
   */
  record Answer(Duration limit, double rate, long p99) {}

  private final RunSettings settings;
  private final Runner runner;
  private final Consumer<Trial> watcher;
  private final List<Trial> trials = new ArrayList<>();

  SloSearch(RunSettings settings, Runner runner, Consumer<Trial> watcher) {
    this.settings = settings;
    this.runner = runner;
    this.watcher = watcher;
  }

  List<Answer> search(List<Duration> limits) throws BenchFailure {
    Outcome saturation = runner.run(settings.at(new Pacing.Closed(4)));
    if (saturation.recorder().endedInside() == 0) {
      throw BenchFailure.failed(
          "expected answers inside the window of "
              + settings.duration().toMillis()
              + " ms, found none; is the server stuck?");
    }
    double top = saturation.perSecond() * ABOVE_SATURATION / perStart();
    List<Answer> answers = new ArrayList<>();
    for (Duration limit : limits) {
      answers.add(answer(limit, top));
    }
    return answers;
  }

  /** Answers that one start brings: every subscriber's, or one. */
  private double perStart() {
    return settings.scenario().fansOut() ? settings.connections() : 1;
  }

  private Answer answer(Duration limit, double top) throws BenchFailure {
    double low = 0;
    double high = top;
    long p99 = 0;
    for (Trial trial : trials) {
      if (trial.keeps(limit)) {
        if (trial.rate() > low) {
          low = trial.rate();
          p99 = trial.p99();
        }
      } else {
        high = Math.min(high, trial.rate());
      }
    }
    for (int made = 0;
        made < MOST_TRIALS && high > low * RESOLUTION && high > top * LOWEST_SHARE;
        made++) {
      Trial trial = attempt((low + high) / 2);
      if (trial.keeps(limit)) {
        low = trial.rate();
        p99 = trial.p99();
      } else {
        high = trial.rate();
      }
    }
    return new Answer(limit, low, p99);
  }

  private Trial attempt(double rate) throws BenchFailure {
    Outcome outcome = runner.run(settings.at(new Pacing.Open(rate)));
    long n = outcome.latencies().getTotalCount();
    Trial trial =
        new Trial(
            rate,
            n >= 100 ? outcome.latencies().getValueAtPercentile(99) : Long.MAX_VALUE,
            outcome.unanswered() == 0 && outcome.perSecond() / perStart() >= rate * ACHIEVED,
            outcome.generatorIsBottleneck());
    trials.add(trial);
    watcher.accept(trial);
    return trial;
  }
}
