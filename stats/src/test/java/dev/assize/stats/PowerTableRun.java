package dev.assize.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Makes the table of docs/statistics/power.md. Not part of the normal tests; run with
 *
 * <pre>mvn -pl stats test -Dtest=PowerTableRun -Dassize.power=2000</pre>
 *
 * where 2000 is the number of simulated experiments a cell. Same number, same table.
 */
@EnabledIfSystemProperty(named = "assize.power", matches = "\\d+")
class PowerTableRun {
  private static final int[] BLOCKS = {10, 20, 30};
  private static final double EFFECT = 0.03;
  private static final double ALPHA = 0.05;
  private static final double MOST_FALSE_ALARMS = 0.06;
  private static final int DRAWS = 1_999;
  private static final List<String> METHODS =
      List.of("Welch t", "Mann–Whitney", "bootstrap of medians", "paired t", "min-p");

  @Test
  void writesTheTable() throws IOException {
    int experiments = Integer.getInteger("assize.power");
    List<String> rows = new ArrayList<>();
    rows.add(
        "| noise | blocks | " + String.join(" | ", METHODS) + " | best valid | gap of min-p |");
    rows.add("|---|---|" + "---|".repeat(METHODS.size() + 2));
    double widestGap = 0;
    double mostAlarms = 0;
    for (NoiseModel noise : NoiseModel.values()) {
      for (int blocks : BLOCKS) {
        double[] power = rates(noise, blocks, EFFECT, experiments);
        double[] alarms = rates(noise, blocks, 0, experiments);
        int best = METHODS.size() - 1;
        StringBuilder row = new StringBuilder("| " + noise.label() + " | " + blocks + " |");
        for (int m = 0; m < METHODS.size(); m++) {
          if (alarms[m] <= MOST_FALSE_ALARMS && power[m] > power[best]) {
            best = m;
          }
          row.append(String.format(Locale.ROOT, " %.3f (%.3f) |", power[m], alarms[m]));
        }
        double gap = power[best] - power[METHODS.size() - 1];
        widestGap = Math.max(widestGap, gap);
        mostAlarms = Math.max(mostAlarms, alarms[METHODS.size() - 1]);
        row.append(String.format(Locale.ROOT, " %s | %.3f |", METHODS.get(best), gap));
        rows.add(row.toString());
      }
    }
    Path file = Path.of("target", "power-table.md");
    Files.write(file, rows);
    System.out.println(String.join("\n", rows));
    assertThat(widestGap).as("gap to the best valid method").isLessThanOrEqualTo(0.10);
    assertThat(mostAlarms).as("false alarms of min-p").isLessThanOrEqualTo(MOST_FALSE_ALARMS);
  }

  private static double[] rates(NoiseModel noise, int blocks, double effect, int experiments) {
    double[] tail = Rivals.mannWhitneyTail(blocks);
    int[] found =
        IntStream.range(0, experiments)
            .parallel()
            .mapToObj(i -> rejections(noise, blocks, effect, i, tail))
            .reduce(new int[METHODS.size()], PowerTableRun::sum);
    return Arrays.stream(found).mapToDouble(f -> (double) f / experiments).toArray();
  }

  private static int[] rejections(
      NoiseModel noise, int blocks, double effect, int experiment, double[] tail) {
    Random random = new Random(1_000_003L * experiment + 31L * blocks + noise.label().hashCode());
    NoiseModel.Experiment run = noise.run(random, blocks, effect);
    double[] a = Arrays.stream(run.baseline()).map(Math::log).toArray();
    double[] b = Arrays.stream(run.candidate()).map(Math::log).toArray();
    double minP =
        RandomisationTest.of(ReferenceSet.balanced(run.lead()), experiment, DRAWS)
            .pValue(run.baseline(), run.candidate(), Scale.RATIO);
    return new int[] {
      Rivals.welch(a, b) <= ALPHA ? 1 : 0,
      Rivals.mannWhitney(a, b, tail) <= ALPHA ? 1 : 0,
      Rivals.bootstrapExcludesZero(a, b, random, DRAWS) ? 1 : 0,
      Rivals.pairedT(a, b) <= ALPHA ? 1 : 0,
      minP <= ALPHA ? 1 : 0
    };
  }

  private static int[] sum(int[] one, int[] other) {
    int[] sum = one.clone();
    Arrays.setAll(sum, m -> one[m] + other[m]);
    return sum;
  }
}
