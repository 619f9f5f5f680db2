package dev.assize.stats;

/**
 * How a candidate differs from a baseline. Which sign is good, the metric says. A reduction is the
 * change with its sign turned.
 */
public sealed interface Change {

  /**
   * {@code candidate / baseline - 1}: 0.05 is 5 % more.
   *
   * @param fraction above -1 when both sides are above zero
   */
  record Relative(double fraction) implements Change {
    /** Returns the change in percent. */
    public double percent() {
      return 100 * fraction;
    }
  }

  /**
   * {@code candidate - baseline}, in the metric's unit.
   *
   * @param amount of the change
   * @param relative the same change as a percentage where there is one: a {@link Relative}, a
   *     {@link BothZero} or a {@link NoPercentage}
   */
  record Difference(double amount, Change relative) implements Change {}

  /** Zero against zero: equal, and no percentage is needed to say so. */
  record BothZero() implements Change {}

  /**
   * The baseline is zero or negative, so that no percentage of it means anything.
   *
   * @param baseline the value compared against
   * @param candidate the value compared
   */
  record NoPercentage(double baseline, double candidate) implements Change {
    /** Returns a clause that says why. */
    public String reason() {
      return "no percentage: the baseline is %s and the candidate %s"
          .formatted(baseline, candidate);
    }
  }

  /**
   * Every value of both sides is the same number. For a duration or a rate this says more about the
   * clock than about the arms: its resolution is too coarse, or it stands still.
   *
   * @param value the number
   */
  record AllEqual(double value) implements Change {}

  /** Compares two finite values: {@link Relative}, {@link BothZero} or {@link NoPercentage}. */
  static Change between(double baseline, double candidate) {
    Samples.requireFinite("baseline", new double[] {baseline});
    Samples.requireFinite("candidate", new double[] {candidate});
    if (baseline == 0 && candidate == 0) {
      return new BothZero();
    }
    return baseline > 0
        ? new Relative(Scale.RATIO.change(baseline, candidate))
        : new NoPercentage(baseline, candidate);
  }

  /**
   * Compares the medians of two sides: {@link AllEqual} when no value differs from any other, else
   * {@link Relative} on the ratio scale and {@link Difference} on the difference scale.
   *
   * @throws SampleException naming the first value that is not finite, or on the ratio scale not
   *     above zero
   */
  static Change ofMedians(double[] baseline, double[] candidate, Scale scale) {
    Samples.requireFits("baseline", baseline, scale);
    Samples.requireFits("candidate", candidate, scale);
    Summary a = Summary.of(baseline);
    Summary b = Summary.of(candidate);
    if (a.constant() && b.constant() && a.median() == b.median()) {
      return new AllEqual(a.median());
    }
    double change = scale.change(a.median(), b.median());
    return switch (scale) {
      case RATIO -> new Relative(change);
      case DIFFERENCE -> new Difference(change, between(a.median(), b.median()));
    };
  }
}
