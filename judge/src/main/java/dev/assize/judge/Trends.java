package dev.assize.judge;

import dev.assize.experiment.Metric;
import dev.assize.judge.Comparing.Compared;
import dev.assize.judge.Verdict.Trend;
import dev.assize.stats.Scale;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Drift of the machine: the mean of both arms, block by block. Pairing protects the contrast from
 * it; the reader should know of it all the same.
 */
final class Trends {
  private Trends() {}

  static List<Trend> of(List<Compared> compared) {
    List<Trend> trends = new ArrayList<>();
    for (Compared one : compared) {
      Comparison comparison = one.comparison();
      Pairs pairs = one.pairs();
      if (comparison.primary()
          && pairs.n() >= MannKendall.FEWEST
          && (comparison.metric().scale() == Scale.DIFFERENCE || allPositive(pairs))) {
        trends.add(trend(comparison, pairs));
      }
    }
    return trends;
  }

  private static Trend trend(Comparison comparison, Pairs pairs) {
    Metric metric = comparison.metric();
    boolean ratio = metric.scale() == Scale.RATIO;
    double[] series =
        IntStream.range(0, pairs.n())
            .mapToDouble(
                i ->
                    ratio
                        ? StrictMath.log(pairs.baseline()[i]) / 2
                            + StrictMath.log(pairs.candidate()[i]) / 2
                        : pairs.baseline()[i] / 2 + pairs.candidate()[i] / 2)
            .toArray();
    MannKendall test = MannKendall.of(series);
    double change = ratio ? StrictMath.expm1(test.change()) : test.change();
    return new Trend(
        comparison.cell(),
        comparison.contrast(),
        metric.name(),
        change,
        test.z(),
        test.significant() && Math.abs(change) >= comparison.threshold());
  }

  private static boolean allPositive(Pairs pairs) {
    return IntStream.range(0, pairs.n())
        .allMatch(i -> pairs.baseline()[i] > 0 && pairs.candidate()[i] > 0);
  }
}
