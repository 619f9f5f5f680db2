package dev.assize.stats;

import java.util.Random;

/** What disturbs a simulated trial. Every trial also has normal noise of 3 % (log scale). */
enum NoiseModel {
  INDEPENDENT("independent"),
  BLOCK("10 % shared by a block"),
  DRIFT("20 % drift over the run"),
  OUTLIERS("10 % outliers of +49 %"),
  SLOW_QUARTER("25 % of trials twice as slow");

  private static final double NOISE = 0.03;

  private final String label;

  NoiseModel(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  /** One run of a two-arm experiment in balanced order: what was measured, and the order. */
  static final class Experiment {
    private final double[] baseline;
    private final double[] candidate;
    private final int[] lead;

    Experiment(double[] baseline, double[] candidate, int[] lead) {
      this.baseline = baseline;
      this.candidate = candidate;
      this.lead = lead;
    }

    double[] baseline() {
      return baseline;
    }

    double[] candidate() {
      return candidate;
    }

    int[] lead() {
      return lead;
    }
  }

  /**
   * Simulates a run as the lab would do it: the blocks' orders are a shuffled half and half, trials
   * follow each other in time, and the noise belongs to the trial's place, not to its arm.
   *
   * @param effect relative change of the candidate, for instance 0.03
   */
  Experiment run(Random random, int blocks, double effect) {
    int[] lead = balancedOrder(random, blocks);
    double[] baseline = new double[blocks];
    double[] candidate = new double[blocks];
    for (int b = 0; b < blocks; b++) {
      double shared = this == BLOCK ? 0.10 * random.nextGaussian() : 0;
      for (int position = 0; position < 2; position++) {
        double progress = (2 * b + position) / (2 * blocks - 1.0);
        double log = NOISE * random.nextGaussian() + shared + disturbance(random, progress);
        if ((position == 0) == (lead[b] == 1)) {
          baseline[b] = Math.exp(log);
        } else {
          candidate[b] = Math.exp(log) * (1 + effect);
        }
      }
    }
    return new Experiment(baseline, candidate, lead);
  }

  private double disturbance(Random random, double progress) {
    return switch (this) {
      case INDEPENDENT, BLOCK -> 0;
      case DRIFT -> Math.log(1 + 0.2 * progress);
      case OUTLIERS -> random.nextDouble() < 0.10 ? Math.log(1.49) : 0;
      case SLOW_QUARTER -> random.nextDouble() < 0.25 ? Math.log(2) : 0;
    };
  }

  private static int[] balancedOrder(Random random, int blocks) {
    int[] lead = new int[blocks];
    int surplus = random.nextBoolean() ? 1 : -1;
    for (int b = 0; b < blocks; b++) {
      lead[b] = b == 2 * (blocks / 2) ? surplus : b % 2 == 0 ? 1 : -1;
    }
    for (int b = blocks - 1; b > 0; b--) {
      int other = random.nextInt(b + 1);
      int swap = lead[b];
      lead[b] = lead[other];
      lead[other] = swap;
    }
    return lead;
  }
}
