package dev.assize.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class NumbersTest {
  @Test
  void decimalsFollowTheWidth() {
    assertThat(Numbers.decimalsFor(34)).isZero();
    assertThat(Numbers.decimalsFor(3.4)).isEqualTo(1);
    assertThat(Numbers.decimalsFor(0.34)).isEqualTo(2);
    assertThat(Numbers.decimalsFor(0)).isEqualTo(2);
    assertThat(Numbers.decimalsFor(Double.POSITIVE_INFINITY)).isEqualTo(2);
    assertThat(Numbers.decimalsFor(1e-12)).isEqualTo(4);
  }

  @Test
  void signsAndZero() {
    assertThat(Numbers.signed(2.04, 1)).isEqualTo("+2.0");
    assertThat(Numbers.signed(-2.06, 1)).isEqualTo("−2.1");
    assertThat(Numbers.signed(-0.04, 1)).isEqualTo("0.0");
    assertThat(Numbers.signed(0.04, 1)).isEqualTo("0.0");
    assertThat(Numbers.signed(Double.NEGATIVE_INFINITY, 1)).isEqualTo("−∞");
    assertThat(Numbers.fixed(Double.NaN, 1)).isEqualTo("undefined");
    assertThat(Numbers.percent(0.95)).isEqualTo("95\u00a0%");
    assertThat(Numbers.probability(0.0004)).isEqualTo("<\u00a00.001");
  }

  @Test
  void unitsOfPeople() {
    assertThat(shown("ns", 950)).isEqualTo("950\u00a0ns");
    assertThat(shown("ns", 12_345_678)).isEqualTo("12.35\u00a0ms");
    assertThat(shown("ns", 61e9)).isEqualTo("61\u00a0s");
    assertThat(shown("B", 1536)).isEqualTo("1.500\u00a0KiB");
    assertThat(shown("count", 3)).isEqualTo("3");
    assertThat(shown("req/s", 1234.5678)).isEqualTo("1235\u00a0req/s");
    assertThat(shown("ns", Double.NaN)).isEqualTo("none");
  }

  private static String shown(String unit, double value) {
    return DisplayUnit.of(unit, DoubleStream.of(value)).show(value);
  }

  @Property
  void fixedNumbersReadBackWithinHalfAUnitOfTheLastPlace(
      @ForAll @DoubleRange(min = -1e9, max = 1e9) double value,
      @ForAll @IntRange(min = 0, max = 4) int decimals) {
    double read = Double.parseDouble(Numbers.fixed(value, decimals).replace("−", "-"));

    assertThat(Math.abs(read - value)).isLessThanOrEqualTo(0.5 * Math.pow(10, -decimals) * 1.0001);
  }

  @Property
  void fewerValuesKeepTheirEndsAndOrder(
      @ForAll @IntRange(min = 1, max = 5000) int size,
      @ForAll @IntRange(min = 2, max = 500) int most) {
    double[] sorted = DoubleStream.iterate(0, d -> d + 1).limit(size).toArray();

    double[] kept = Thinning.evenly(sorted, most);

    assertThat(kept).hasSize(Math.min(size, most)).isSorted().doesNotHaveDuplicates();
    assertThat(kept[0]).isZero();
    assertThat(kept[kept.length - 1]).isEqualTo(size - 1.0);
  }

  @Property
  void wrappedTextKeepsItsWordsAndItsWidth(
      @ForAll String text, @ForAll @IntRange(min = 4, max = 60) int width) {
    String visible = Visible.line(text);

    var lines = Layout.wrap(visible, width);

    assertThat(lines)
        .allSatisfy(line -> assertThat(Visible.width(line)).isLessThanOrEqualTo(width));
    assertThat(String.join("", lines).replace(" ", "")).isEqualTo(visible.replace(" ", ""));
  }
}
