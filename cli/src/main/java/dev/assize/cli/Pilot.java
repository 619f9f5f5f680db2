package dev.assize.cli;

import dev.assize.evidence.DamagedEvidenceException;
import dev.assize.evidence.Entry;
import dev.assize.evidence.Event;
import dev.assize.evidence.RunDirectory;
import dev.assize.judge.Comparison;
import dev.assize.judge.Judge;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What an earlier run tells about the next.
 *
 * @param noise largest standard deviation of the log ratio of paired trials over primary
 *     comparisons
 */
record Pilot(Optional<Double> noise) {
  static Pilot of(RunDirectory run) throws DamagedEvidenceException {
    double worst = -1;
    for (Comparison comparison : Judge.judge(run).comparisons()) {
      if (comparison.primary() && comparison.blocks().size() >= 2) {
        worst = Math.max(worst, deviationOfLogRatios(comparison));
      }
    }
    return new Pilot(worst >= 0 ? Optional.of(worst) : Optional.empty());
  }

  private static double deviationOfLogRatios(Comparison comparison) {
    int n = comparison.blocks().size();
    double[] logs = new double[n];
    double sum = 0;
    for (int i = 0; i < n; i++) {
      logs[i] = Math.log(comparison.candidate().get(i) / comparison.baseline().get(i));
      if (!Double.isFinite(logs[i])) {
        return -1;
      }
      sum += logs[i];
    }
    double squares = 0;
    for (double log : logs) {
      squares += (log - sum / n) * (log - sum / n);
    }
    return Math.sqrt(squares / (n - 1));
  }

  /** From a trial's start to its end, on average. */
  static Optional<Duration> meanTrialTime(List<Entry> entries) {
    Duration total = Duration.ZERO;
    int count = 0;
    Entry started = null;
    for (Entry entry : entries) {
      if (entry.event() instanceof Event.TrialStarted) {
        started = entry;
      } else if (entry.event() instanceof Event.TrialEnded && started != null) {
        total = total.plus(Duration.between(started.at(), entry.at()));
        count++;
        started = null;
      }
    }
    return count == 0 ? Optional.empty() : Optional.of(total.dividedBy(count));
  }
}
