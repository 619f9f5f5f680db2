package dev.assize.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assize.stats.Change.AllEqual;
import dev.assize.stats.Change.BothZero;
import dev.assize.stats.Change.Difference;
import dev.assize.stats.Change.NoPercentage;
import dev.assize.stats.Change.Relative;
import java.util.Arrays;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChangeTest {

  @Test
  void isTheRatioLessOne() {
    assertThat(Change.between(4, 5)).isEqualTo(new Relative(0.25));
    assertThat(Change.between(4, 0)).isEqualTo(new Relative(-1));
    assertThat(Change.between(4, 4)).isEqualTo(new Relative(0));
    assertThat(new Relative(0.25).percent()).isEqualTo(25);
  }

  @Test
  void zeroAgainstZeroIsEqual() {
    assertThat(Change.between(0, 0)).isEqualTo(new BothZero());
    assertThat(Change.between(0, -0.0)).isEqualTo(new BothZero());
  }

  @Test
  void zeroAgainstAnythingElseHasNoPercentageAndSaysSo() {
    Change change = Change.between(0, 7);

    assertThat(change).isEqualTo(new NoPercentage(0, 7));
    assertThat(((NoPercentage) change).reason())
        .isEqualTo("no percentage: the baseline is 0.0 and the candidate 7.0");
    assertThat(Change.between(-2, 7)).isEqualTo(new NoPercentage(-2, 7));
  }

  @Property
  void takingTheChangeBackGivesTheCandidate(
      @ForAll @net.jqwik.api.constraints.Scale(9) @DoubleRange(min = 1e-6, max = 1e9)
          double baseline,
      @ForAll @net.jqwik.api.constraints.Scale(9) @DoubleRange(min = 0, max = 1e9)
          double candidate) {
    Relative change = (Relative) Change.between(baseline, candidate);

    assertThat(baseline * (1 + change.fraction()))
        .isCloseTo(candidate, within((baseline + candidate) * 0x1p-50));
  }

  @Property
  void ofMediansOnTheRatioScaleIsTheRatioOfMedians(
      @ForAll("positive") double[] baseline, @ForAll("positive") double[] candidate) {
    Change change = Change.ofMedians(baseline, candidate, Scale.RATIO);

    double expected = Quantiles.median(candidate) / Quantiles.median(baseline) - 1;
    if (change instanceof AllEqual(double value)) {
      assertThat(baseline).containsOnly(value);
      assertThat(candidate).containsOnly(value);
    } else {
      assertThat(change).isEqualTo(new Relative(expected));
    }
  }

  @Property
  void ofMediansOnTheDifferenceScaleIsTheDifferenceAndAPercentageWhereThereIsOne(
      @ForAll("values") double[] baseline, @ForAll("values") double[] candidate) {
    double a = Quantiles.median(baseline);
    double b = Quantiles.median(candidate);

    assertThat(Change.ofMedians(baseline, candidate, Scale.DIFFERENCE))
        .isIn(new Difference(b - a, Change.between(a, b)), new AllEqual(a));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void allValuesEqualOnBothSidesIsAFindingOfItsOwn(int n) {
    double[] baseline = new double[n];
    Arrays.fill(baseline, 10);

    assertThat(Change.ofMedians(baseline, new double[] {10, 10}, Scale.RATIO))
        .isEqualTo(new AllEqual(10));
    assertThat(Change.ofMedians(baseline, new double[] {10, 10}, Scale.DIFFERENCE))
        .isEqualTo(new AllEqual(10));
    assertThat(Change.ofMedians(baseline, new double[] {10, 10, 11}, Scale.RATIO))
        .isEqualTo(new Relative(0));
    assertThat(Change.ofMedians(new double[] {10, 10, 11}, baseline, Scale.RATIO))
        .isEqualTo(new Relative(0));
    assertThat(Change.ofMedians(baseline, new double[] {20, 20}, Scale.RATIO))
        .isEqualTo(new Relative(1));
  }

  @Property
  void aZeroInRatioDataIsAnErrorThatNamesTheSample(
      @ForAll("positive") double[] values, @ForAll @IntRange(min = 0, max = 11) int at) {
    int index = at % values.length;
    double[] broken = values.clone();
    broken[index] = 0;

    assertThatThrownBy(() -> Change.ofMedians(values, broken, Scale.RATIO))
        .isInstanceOfSatisfying(SampleException.class, e -> assertThat(e.index()).isEqualTo(index))
        .hasMessageStartingWith(
            "candidate[%d]: expected a value above zero on the ratio scale".formatted(index))
        .hasMessageEndingWith("found 0.0");
    assertThatThrownBy(() -> Change.ofMedians(broken, values, Scale.RATIO))
        .hasMessageStartingWith("baseline[%d]: expected".formatted(index));
    assertThat(Change.ofMedians(new double[] {0, 0}, new double[] {0, 2}, Scale.DIFFERENCE))
        .isEqualTo(new Difference(1, new NoPercentage(0, 1)));
  }

  @Test
  void refusesNonNumbers() {
    assertThatThrownBy(() -> Change.between(Double.NaN, 1)).hasMessageStartingWith("baseline[0]");
    assertThatThrownBy(() -> Change.between(1, 1 / 0.0)).hasMessageStartingWith("candidate[0]");
    assertThatThrownBy(
            () ->
                Change.ofMedians(new double[] {1}, new double[] {1, Double.NaN}, Scale.DIFFERENCE))
        .hasMessageStartingWith("candidate[1]");
  }

  @Provide
  Arbitrary<double[]> positive() {
    return Numbers.positive(1, 12);
  }

  @Provide
  Arbitrary<double[]> values() {
    return Numbers.values(1, 12);
  }
}
