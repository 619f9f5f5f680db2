package dev.assize.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.experiment.Metric;
import dev.assize.experiment.MetricName;
import dev.assize.stats.BlockStatistic;
import dev.assize.stats.EffectInterval;
import dev.assize.stats.RandomisationResult;
import dev.assize.stats.Scale;
import java.math.BigInteger;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Estimate and interval against a threshold of 2, at its edges. */
class IntervalRuleTest {
  @ParameterizedTest
  @CsvSource({
    "-2, -3, -1, LOWER, WIN",
    "2, 1, 3, LOWER, LOSS",
    "-2, -3, -1, HIGHER, LOSS",
    "2, 1, 3, HIGHER, WIN",
    // A change of just under the threshold decides nothing by itself.
    "1.9, 1, 3, LOWER, UNDECIDED",
    "1.9, 1, 2, LOWER, NO_DIFFERENCE",
    "-1.9, -2, -1, LOWER, NO_DIFFERENCE",
    "-1.9, -2.1, -1, LOWER, UNDECIDED",
    "0, -2, 2, LOWER, NO_DIFFERENCE",
    "0, -2.1, 2, LOWER, UNDECIDED",
    "0, -2, 2.1, LOWER, UNDECIDED",
    // An interval that only touches zero includes it.
    "2, 0, 3, LOWER, UNDECIDED",
    "-2, -3, 0, LOWER, UNDECIDED"
  })
  void decides(double estimate, double low, double high, Metric.Better better, Outcome outcome) {
    Metric metric =
        new Metric(
            new MetricName("hits"),
            new Metric.Source.StdoutNumber("([0-9]+)"),
            better,
            Scale.DIFFERENCE,
            2,
            "count",
            true);
    RandomisationResult result =
        new RandomisationResult(
            0.01,
            Map.of(BlockStatistic.BIWEIGHT, 0.01),
            estimate,
            new EffectInterval(low, high, 0.95),
            12,
            BigInteger.valueOf(924),
            true,
            924,
            false);

    Ruling ruling = IntervalRule.decide(metric, result, 2);

    assertThat(ruling.outcome()).isEqualTo(outcome);
    boolean excludes = low > 0 || high < 0;
    assertThat(ruling.because())
        .startsWith(
            outcome == Outcome.NO_DIFFERENCE
                ? "the whole interval lies within ±2"
                : excludes ? "the interval excludes zero" : "the interval includes zero");
  }
}
