package dev.assize.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assize.stats.RangeOverlap.Range;
import java.util.Arrays;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class RangeOverlapTest {

  @Test
  void describesOverlappingRanges() {
    RangeOverlap overlap = RangeOverlap.of(Numbers.parse("1 6 3"), Numbers.parse("9 3 4 5"));

    assertThat(overlap).isEqualTo(new RangeOverlap(new Range(1, 6), new Range(3, 9), 2, 3));
    assertThat(overlap.overlaps()).isTrue();
    assertThat(overlap.gap()).isZero();
  }

  @Test
  void describesDisjointRanges() {
    RangeOverlap overlap = RangeOverlap.of(Numbers.parse("1 2"), Numbers.parse("5 7"));

    assertThat(overlap).isEqualTo(new RangeOverlap(new Range(1, 2), new Range(5, 7), 0, 0));
    assertThat(overlap.overlaps()).isFalse();
    assertThat(overlap.gap()).isEqualTo(3);
    assertThat(RangeOverlap.of(Numbers.parse("5 7"), Numbers.parse("1 2")).gap()).isEqualTo(3);
    assertThat(RangeOverlap.of(Numbers.parse("5 7"), Numbers.parse("1 2")).overlaps()).isFalse();
  }

  @Test
  void touchingRangesOverlap() {
    assertThat(RangeOverlap.of(Numbers.parse("1 2"), Numbers.parse("2 3")).overlaps()).isTrue();
    assertThat(RangeOverlap.of(Numbers.parse("2 3"), Numbers.parse("1 2")).overlaps()).isTrue();
  }

  @Property
  void followsFromTheExtremes(
      @ForAll("values") double[] baseline, @ForAll("values") double[] candidate) {
    RangeOverlap overlap = RangeOverlap.of(baseline, candidate);
    RangeOverlap mirrored = RangeOverlap.of(candidate, baseline);
    double minA = Arrays.stream(baseline).min().orElseThrow();
    double maxA = Arrays.stream(baseline).max().orElseThrow();
    double minB = Arrays.stream(candidate).min().orElseThrow();
    double maxB = Arrays.stream(candidate).max().orElseThrow();

    assertThat(overlap.baselineInside())
        .isEqualTo((int) Arrays.stream(baseline).filter(v -> v >= minB && v <= maxB).count());
    assertThat(overlap.candidateInside())
        .isEqualTo((int) Arrays.stream(candidate).filter(v -> v >= minA && v <= maxA).count());
    assertThat(overlap.overlaps())
        .isEqualTo(Math.max(minA, minB) <= Math.min(maxA, maxB))
        .isEqualTo(overlap.gap() == 0);
    assertThat(overlap.gap()).isEqualTo(Math.max(0, Math.max(minA, minB) - Math.min(maxA, maxB)));
    assertThat(mirrored.baseline()).isEqualTo(overlap.candidate());
    assertThat(mirrored.candidate()).isEqualTo(overlap.baseline());
    assertThat(mirrored.baselineInside()).isEqualTo(overlap.candidateInside());
    assertThat(mirrored.candidateInside()).isEqualTo(overlap.baselineInside());
    assertThat(mirrored.overlaps()).isEqualTo(overlap.overlaps());
    assertThat(mirrored.gap()).isEqualTo(overlap.gap());
    assertThat(overlap.baseline().contains(minA)).isTrue();
    assertThat(overlap.baseline().contains(maxA)).isTrue();
    assertThat(overlap.baseline().contains(Math.nextDown(minA))).isFalse();
    assertThat(overlap.baseline().contains(Math.nextUp(maxA))).isFalse();
  }

  @Test
  void namesTheSideItRefuses() {
    double[] one = {1};
    assertThatThrownBy(() -> RangeOverlap.of(new double[0], one))
        .hasMessageStartingWith("baseline:");
    assertThatThrownBy(() -> RangeOverlap.of(one, new double[] {Double.NaN}))
        .hasMessageStartingWith("candidate[0]");
  }

  @Provide
  Arbitrary<double[]> values() {
    return Numbers.values(1, 12);
  }
}
