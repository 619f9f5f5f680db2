package dev.assize.report;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Numbers as text: rounded here and nowhere earlier, with a point in every locale. A minus is
 * U+2212 and a number and its unit are joined by a no-break space.
 */
final class Numbers {
  static final String MINUS = "\u2212";
  static final String NBSP = "\u00a0";

  private Numbers() {}

  /** Returns the value with so many decimals; infinities as signs of infinity. */
  static String fixed(double value, int decimals) {
    if (Double.isNaN(value)) {
      return "undefined";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "\u221e" : MINUS + "\u221e";
    }
    String text =
        BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
    return text.startsWith("-") ? MINUS + text.substring(1) : text;
  }

  /** As {@link #fixed}, with a plus before a value that does not round to zero. */
  static String signed(double value, int decimals) {
    String text = fixed(value, decimals);
    boolean zero = text.chars().noneMatch(c -> (c >= '1' && c <= '9') || c == '\u221e' || c == 'u');
    return value > 0 && !zero ? "+" + text : text;
  }

  /**
   * Returns how many decimals show two significant digits of an interval's width; more would be
   * noise, fewer would hide it.
   */
  static int decimalsFor(double width) {
    if (!Double.isFinite(width) || width <= 0) {
      return 2;
    }
    return Math.clamp(1 - (long) Math.floor(Math.log10(width)), 0, 4);
  }

  /** Returns the value with four significant digits, or all its digits when it is whole. */
  static String significant(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e9) {
      return fixed(value, 0);
    }
    double size = Math.abs(value);
    int decimals = size == 0 ? 0 : Math.clamp(3 - (long) Math.floor(Math.log10(size)), 0, 6);
    return fixed(value, decimals);
  }

  /** Returns a p-value: three decimals, or that it is smaller. */
  static String probability(double p) {
    return p < 0.001 ? "<" + NBSP + "0.001" : fixed(p, 3);
  }

  /** Returns a fraction as a percentage without needless decimals: 0.95 is 95 %. */
  static String percent(double fraction) {
    String text =
        BigDecimal.valueOf(fraction)
            .movePointRight(2)
            .setScale(4, RoundingMode.HALF_EVEN)
            .stripTrailingZeros()
            .toPlainString();
    return text.replace("-", MINUS) + NBSP + "%";
  }
}
