package dev.assize.stats;

/** Tails of the binomial distribution. */
final class BinomialTail {
  private BinomialTail() {}

  /**
   * Returns the rate p at which {@code P(X >= events)} is {@code probability}, for X binomial. The
   * tail grows with p from 0 to 1, so bisection finds it; it stops when no double lies between.
   *
   * @param events from 1 to {@code trials}
   * @param probability above 0 and below 1/2
   */
  static double rateOf(int events, int trials, double probability) {
    double low = 0;
    // P(X >= events) exceeds 1/2 at a rate of events/trials: the binomial's median is at most one
    // from its mean, and at an integer mean equal to it.
    double high = (double) events / trials;
    while (true) {
      double middle = low + (high - low) / 2;
      if (middle <= low || middle >= high) {
        return middle;
      }
      if (atLeast(events, trials, middle) < probability) {
        low = middle;
      } else {
        high = middle;
      }
    }
  }

  /**
   * Returns {@code P(X >= events)} at a rate p below {@code events / trials}: above the mean the
   * terms fall, so they are summed from the first until they no longer count.
   */
  static double atLeast(int events, int trials, double p) {
    double odds = p / (1 - p);
    double term = StrictMath.exp(logProbability(events, trials, p));
    double sum = 0;
    for (int k = events; k <= trials && term > sum * 0x1p-60; k++) {
      sum += term;
      term *= odds * (trials - k) / (k + 1);
    }
    return sum;
  }

  /**
   * Returns {@code log P(X = k)} without the cancellation of large log-gammas: C. Loader, "Fast and
   * accurate computation of binomial probabilities" (2000).
   */
  private static double logProbability(int k, int n, double p) {
    if (k == n) {
      return n * StrictMath.log(p);
    }
    int rest = n - k;
    return stirlingError(n)
        - stirlingError(k)
        - stirlingError(rest)
        - deviance(k, n * p)
        - deviance(rest, n * (1 - p))
        + 0.5 * StrictMath.log((double) n / (2 * Math.PI * k * rest));
  }

  /** Returns {@code log(n!)} less Stirling's formula for it; {@code n} ≥ 1. */
  private static double stirlingError(int n) {
    if (n < 16) {
      double logFactorial = 0;
      for (int i = 2; i <= n; i++) {
        logFactorial += StrictMath.log(i);
      }
      return logFactorial - (n + 0.5) * StrictMath.log(n) + n - 0.5 * StrictMath.log(2 * Math.PI);
    }
    double square = (double) n * n;
    double series = 1.0 / 1260 - (1.0 / 1680 - 1.0 / 1188 / square) / square;
    return (1.0 / 12 - (1.0 / 360 - series / square) / square) / n;
  }

  /** Returns {@code x log(x / mean) + mean - x}, also where x is close to the mean. */
  private static double deviance(double x, double mean) {
    double v = (x - mean) / (x + mean);
    if (Math.abs(v) >= 0.1) {
      return x * StrictMath.log(x / mean) + mean - x;
    }
    double sum = (x - mean) * v;
    double power = 2 * x * v;
    for (int j = 3; ; j += 2) {
      power *= v * v;
      double next = sum + power / j;
      if (next == sum) {
        return sum;
      }
      sum = next;
    }
  }
}
