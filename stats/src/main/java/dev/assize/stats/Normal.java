package dev.assize.stats;

/** The standard normal distribution, as far as planning needs it. */
final class Normal {
  private Normal() {}

  /** Returns z with Φ(z) = p, 0 &lt; p &lt; 1, to about 1e-9 (Acklam's rational approximation). */
  static double quantile(double p) {
    if (p > 0.5) {
      return -quantile(1 - p);
    }
    if (p < 0.02425) {
      double q = StrictMath.sqrt(-2 * StrictMath.log(p));
      return polynomial(
              q,
              -7.784894002430293e-03,
              -3.223964580411365e-01,
              -2.400758277161838,
              -2.549732539343734,
              4.374664141464968,
              2.938163982698783)
          / polynomial(
              q,
              7.784695709041462e-03,
              3.224671290700398e-01,
              2.445134137142996,
              3.754408661907416,
              1);
    }
    double q = p - 0.5;
    double r = q * q;
    return q
        * polynomial(
            r,
            -3.969683028665376e+01,
            2.209460984245205e+02,
            -2.759285104469687e+02,
            1.383577518672690e+02,
            -3.066479806614716e+01,
            2.506628277459239)
        / polynomial(
            r,
            -5.447609879822406e+01,
            1.615858368580409e+02,
            -1.556989798598866e+02,
            6.680131188771972e+01,
            -1.328068155288572e+01,
            1);
  }

  /** Horner, highest power first. */
  private static double polynomial(double x, double... coefficients) {
    double value = 0;
    for (double c : coefficients) {
      value = value * x + c;
    }
    return value;
  }
}
