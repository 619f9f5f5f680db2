package dev.assize.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The ends of an interval, against shifts tried one by one. */
class InversionTest {
  private static final double ALPHA = 0.1;

  @Property(tries = 100)
  void zeroIsInsideUnlessItIsRejected(
      @ForAll @IntRange(min = 6, max = 11) int n,
      @ForAll long seed,
      @ForAll @IntRange(min = -3, max = 3) int effect) {
    Random random = new Random(seed);
    double[] a = new double[n];
    double[] b = new double[n];
    for (int i = 0; i < n; i++) {
      a[i] = random.nextGaussian();
      b[i] = random.nextGaussian() + effect / 2.0;
    }
    Contrast contrast = Contrast.of(a, b, Scale.DIFFERENCE, n);
    MinP minP = new MinP(Relabellings.of(ReferenceSet.free(n), 0, 0));
    boolean zeroRejected = contrast.rejects(minP, 0, ALPHA);
    Inversion.Ends ends = new Inversion(contrast, minP, ALPHA).ends(zeroRejected);

    assertThat(ends.low()).isLessThanOrEqualTo(ends.high());
    assertThat(ends.low() <= 0 && ends.high() >= 0).isEqualTo(!zeroRejected);
  }

  @Test
  void anEndLiesWithinATenThousandthOfAStandardErrorOfTheJump() {
    double[] zeros = new double[12];
    double[] values = {1.1, 1.3, 0.7, 0.9, 1.2, 1.6, 0.4, 1.05, 0.97, 1.21, 0.83, 1.4};
    Contrast contrast = Contrast.of(zeros, values, Scale.DIFFERENCE, 12);
    MinP minP = new MinP(Relabellings.of(ReferenceSet.free(12), 0, 0));
    Inversion.Ends ends = new Inversion(contrast, minP, 0.05).ends(true);

    double hair = 1e-4;
    assertThat(contrast.rejects(minP, ends.low() - hair, 0.05)).isTrue();
    assertThat(contrast.rejects(minP, ends.low() + hair, 0.05)).isFalse();
    assertThat(contrast.rejects(minP, ends.high() + hair, 0.05)).isTrue();
    assertThat(contrast.rejects(minP, ends.high() - hair, 0.05)).isFalse();
  }

  @Test
  void anOutlierLeavesWhatTheOtherBlocksShare() {
    endsOnBothSides(
        new double[] {1, 1, 1, 1, 1, 1, 1, 1, 1, -9},
        ends -> {
          assertThat(ends.low()).isBetween(0.0, 1.0);
          assertThat(ends.high()).isCloseTo(1, within(0.1));
        });
  }

  @Test
  void aRejectedZeroIsAWallThatTheIntervalDoesNotCross() {
    double[] values = {1, 0, 0, 4, 3, -5, 2, -7, -8, 5};
    // Shifts on both sides of zero are accepted while zero is not.
    Contrast contrast = Contrast.of(new double[10], values, Scale.DIFFERENCE, 10);
    MinP minP = new MinP(Relabellings.of(ReferenceSet.free(10), 0, 0));
    assertThat(contrast.rejects(minP, 0, 0.05)).isTrue();
    assertThat(contrast.rejects(minP, -0.4, 0.05)).isFalse();
    assertThat(contrast.rejects(minP, 1, 0.05)).isFalse();

    endsOnBothSides(
        values,
        ends -> {
          assertThat(ends.low()).isStrictlyBetween(0.0, 1.0);
          assertThat(ends.high()).isGreaterThan(1);
        });
  }

  /** The ends of the differences, zero taken as rejected; those of the mirror image are theirs. */
  private static void endsOnBothSides(double[] values, Consumer<Inversion.Ends> holds) {
    Inversion.Ends up = endsBesideZero(values);
    Inversion.Ends down = endsBesideZero(Arrays.stream(values).map(v -> -v).toArray());

    holds.accept(up);
    assertThat(down.high()).isEqualTo(-up.low());
    assertThat(down.low()).isEqualTo(-up.high());
  }

  private static Inversion.Ends endsBesideZero(double[] values) {
    int n = values.length;
    MinP minP = new MinP(Relabellings.of(ReferenceSet.free(n), 0, 0));
    return new Inversion(Contrast.of(new double[n], values, Scale.DIFFERENCE, n), minP, 0.05)
        .ends(true);
  }
}
