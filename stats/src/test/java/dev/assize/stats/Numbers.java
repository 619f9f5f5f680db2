package dev.assize.stats;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Numbers for tests. */
final class Numbers {
  private Numbers() {}

  /** Reads numbers separated by blanks. */
  static double[] parse(String numbers) {
    return Arrays.stream(numbers.strip().split("\\s+", -1))
        .mapToDouble(Double::parseDouble)
        .toArray();
  }

  /** Values of either sign, with ties and zeros among them. */
  static Arbitrary<double[]> values(int min, int max) {
    return arrays(
        Arbitraries.oneOf(
            Arbitraries.doubles().between(-1e6, 1e6).ofScale(9),
            Arbitraries.integers().between(-3, 3).map(Integer::doubleValue)),
        min,
        max);
  }

  /** Values above zero, with ties among them. */
  static Arbitrary<double[]> positive(int min, int max) {
    return arrays(
        Arbitraries.oneOf(
            Arbitraries.doubles().between(1e-3, 1e6).ofScale(9),
            Arbitraries.integers().between(1, 4).map(Integer::doubleValue)),
        min,
        max);
  }

  /** Quantiles that have three decimals, 0 and 1 included. */
  static Arbitrary<Double> quantiles() {
    return Arbitraries.integers().between(0, 1000).map(thousandths -> thousandths / 1000.0);
  }

  private static Arbitrary<double[]> arrays(Arbitrary<Double> value, int min, int max) {
    return value
        .list()
        .ofMinSize(min)
        .ofMaxSize(max)
        .map(list -> list.stream().mapToDouble(Double::doubleValue).toArray());
  }

  static double[] sorted(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted;
  }

  static double[] shuffled(double[] values, long seed) {
    List<Double> list = Arrays.asList(Arrays.stream(values).boxed().toArray(Double[]::new));
    Collections.shuffle(list, new Random(seed));
    return list.stream().mapToDouble(Double::doubleValue).toArray();
  }

  static double[] times(double factor, double[] values) {
    return Arrays.stream(values).map(value -> factor * value).toArray();
  }

  static BigDecimal exactSum(double[] values) {
    return Arrays.stream(values).mapToObj(BigDecimal::new).reduce(BigDecimal.ZERO, BigDecimal::add);
  }
}
