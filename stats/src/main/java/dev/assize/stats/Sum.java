package dev.assize.stats;

/** Sums that form a trial's value from its parts. */
public final class Sum {
  private Sum() {}

  /**
   * Returns the sum of the values: the value of a trial from the operations and rounds inside it.
   * Rounds of one trial are dependent; summed here, they enter no estimator as samples of their
   * own.
   *
   * <p>Integers below 2^53 add up exactly. Other values lose at most an ulp or so of the result
   * whatever their order (A. Neumaier's compensated sum, ZAMM 54, 1974), unless they cancel.
   *
   * @param values finite, in one unit; at least one
   */
  public static double of(double[] values) {
    Samples.requireFinite("values", values);
    double sum = 0;
    double lost = 0;
    for (double value : values) {
      double next = sum + value;
      lost += Math.abs(sum) >= Math.abs(value) ? (sum - next) + value : (value - next) + sum;
      sum = next;
    }
    return sum + lost;
  }

  /**
   * Returns the sum over all rounds and all operations of one trial.
   *
   * @param rounds {@code rounds[r][o]}: operation {@code o} of round {@code r}. Every round has the
   *     same operations; a round that lacks one would make the trial look fast, and is refused
   */
  public static double ofRounds(double[][] rounds) {
    if (rounds.length == 0) {
      throw new IllegalArgumentException("rounds: expected at least one round, found none");
    }
    double[] sums = new double[rounds.length];
    for (int r = 0; r < rounds.length; r++) {
      if (rounds[r].length != rounds[0].length) {
        throw new IllegalArgumentException(
            "rounds[%d]: expected %d operations as in rounds[0], found %d"
                .formatted(r, rounds[0].length, rounds[r].length));
      }
      sums[r] = of(rounds[r]);
    }
    return of(sums);
  }
}
