package dev.assize.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assize.stats.Clusters.Cluster;
import dev.assize.stats.Clusters.Split;
import java.util.Arrays;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class ClustersTest {
  // Ten values a unit apart below, one gap, ten above; the median is the middle of the gap.
  private static double[] twoGroups(double gap) {
    double[] values = new double[20];
    Arrays.setAll(values, i -> i < 10 ? i : 9 + gap + (i - 10));
    return values;
  }

  @Test
  void tellsTwoGroupsWithTheirMediansAndCounts() {
    double[] values = Numbers.parse("156 78 79 151 80 154 78.5 152 79.5 155 150 153");

    Clusters clusters = Clusters.of(values);

    assertThat(clusters)
        .isEqualTo(
            new Clusters(
                12,
                Optional.of(new Split(new Cluster(5, 79, 78, 80), new Cluster(7, 153, 150, 156))),
                false));
    assertThat(clusters.split().orElseThrow().gap()).isEqualTo(70);
    assertThat(clusters.withholdsRanking()).isTrue();
  }

  @Test
  void underTenValuesASplitIsADescription() {
    Clusters clusters = Clusters.of(Numbers.parse("78 79 80 150 151 152 78 79 150"));

    assertThat(clusters.split()).isPresent();
    assertThat(clusters.descriptive()).isTrue();
    assertThat(clusters.withholdsRanking()).isFalse();
    assertThat(Clusters.of(Numbers.parse("78 79 80 150 151 152 78 79 150 150")).descriptive())
        .isFalse();
  }

  @Test
  void theGapIsAtLeastThreeTimesTheLargestInside() {
    assertThat(Clusters.of(twoGroups(3)).split()).isPresent();
    assertThat(Clusters.of(twoGroups(2.999)).split()).isEmpty();
  }

  @Test
  void theLargestGapInsideCountsInEitherGroupAndAtEitherEnd() {
    // Clear of the median rule: the groups lie around 0 and 20.
    assertThat(Clusters.of(Numbers.parse("0 0 0 0 0 20 20 20 20 20")).split()).isPresent();
    assertThat(Clusters.of(Numbers.parse("0 7 7 7 7 27 27 27 27 27")).split()).isEmpty();
    assertThat(Clusters.of(Numbers.parse("0 0 0 0 7 27 27 27 27 27")).split()).isEmpty();
    assertThat(Clusters.of(Numbers.parse("0 0 0 0 0 20 27 27 27 27")).split()).isEmpty();
    assertThat(Clusters.of(Numbers.parse("0 0 0 0 0 20 20 20 20 27")).split()).isEmpty();
  }

  @Test
  void theGapIsAtLeastATenthOfTheMedian() {
    // Six values at 100 make it the median; the gap is 10 or a little less.
    assertThat(Clusters.of(Numbers.parse("100 100 100 100 100 100 110 110 110 110")).split())
        .isPresent();
    assertThat(Clusters.of(Numbers.parse("100 100 100 100 100 100 109.9 109.9 110 110")).split())
        .isEmpty();
    assertThat(
            Clusters.of(Numbers.parse("-100 -100 -100 -100 -100 -100 -110 -110 -110 -110")).split())
        .isPresent();
    assertThat(
            Clusters.of(Numbers.parse("-100 -100 -100 -100 -100 -100 -109 -109 -109 -109")).split())
        .isEmpty();
  }

  @Test
  void fewerThanATenthOfTheValuesAreNoGroup() {
    double[] twenty = new double[20];
    Arrays.fill(twenty, 1);
    twenty[18] = 5;
    twenty[19] = 5;
    assertThat(Clusters.of(twenty).split()).isPresent();

    double[] twentyOne = new double[21];
    Arrays.fill(twentyOne, 1);
    twentyOne[19] = 5;
    twentyOne[20] = 5;
    assertThat(Clusters.of(twentyOne).split()).isEmpty();
  }

  @Test
  void outliersAreNoGroup() {
    assertThat(Clusters.of(Numbers.parse("1 1 1 1 1 1 1 1 1 50")).split()).isEmpty();
    assertThat(Clusters.of(Numbers.parse("1 2 100")).split()).isEmpty();
    assertThat(Clusters.of(Numbers.parse("1 1 100 100")).split()).isPresent();
    assertThat(Clusters.of(Numbers.parse("5")).split()).isEmpty();
  }

  @Test
  void equalValuesAreOneGroup() {
    assertThat(Clusters.of(new double[12]).split()).isEmpty();
  }

  @Property
  void isTheRuleAsItIsWritten(@ForAll("bumpy") double[] values) {
    double[] sorted = Numbers.sorted(values);
    int n = sorted.length;
    int least = (int) Math.max(2, Math.ceil(n / 10.0));
    double widest = 0;
    int cut = -1;
    for (int left = least; n - left >= least; left++) {
      double gap = sorted[left] - sorted[left - 1];
      if (gap > widest) {
        widest = gap;
        cut = left;
      }
    }
    boolean separated = cut > 0 && 10 * widest >= Math.abs(Quantiles.median(values));
    for (int i = 1; i < n && separated; i++) {
      if (i != cut && widest < 3 * (sorted[i] - sorted[i - 1])) {
        separated = false;
      }
    }

    Clusters clusters = Clusters.of(values);

    assertThat(clusters.n()).isEqualTo(n);
    assertThat(clusters.descriptive()).isEqualTo(n < 10);
    assertThat(clusters.withholdsRanking()).isEqualTo(separated && n >= 10);
    assertThat(clusters.split().isPresent()).isEqualTo(separated);
    if (separated) {
      assertThat(clusters.split())
          .hasValue(
              new Split(
                  cluster(Arrays.copyOf(sorted, cut)),
                  cluster(Arrays.copyOfRange(sorted, cut, n))));
    }
  }

  private static Cluster cluster(double[] sorted) {
    return new Cluster(
        sorted.length, Quantiles.median(sorted), sorted[0], sorted[sorted.length - 1]);
  }

  @Test
  void refusesNothingAndNonNumbers() {
    assertThatThrownBy(() -> Clusters.of(new double[0])).hasMessageContaining("found none");
    assertThatThrownBy(() -> Clusters.of(new double[] {1, Double.NaN}))
        .hasMessageStartingWith("values[1]");
  }

  /** Whole numbers around two levels, so that every branch of the rule is met often. */
  @Provide
  Arbitrary<double[]> bumpy() {
    Arbitrary<Integer> level = Arbitraries.of(0, 0, 100, 130);
    Arbitrary<Integer> noise = Arbitraries.integers().between(0, 8);
    return Combinators.combine(level, noise)
        .as((l, e) -> (double) (l + e))
        .array(double[].class)
        .ofMinSize(1)
        .ofMaxSize(30);
  }
}
