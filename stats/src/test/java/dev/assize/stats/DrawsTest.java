package dev.assize.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The draws that verdicts stand on, against the published sequence and a second program. */
class DrawsTest {

  @Test
  void givesThePublishedSequence() {
    SplitMix64 source = new SplitMix64(1_234_567);

    assertThat(source.nextLong()).isEqualTo(6457827717110365317L);
    assertThat(source.nextLong()).isEqualTo(3203168211198807973L);
    assertThat(source.nextLong()).isEqualTo(Long.parseUnsignedLong("9817491932198370423"));
    assertThat(source.nextLong()).isEqualTo(4593380528125082431L);
  }

  @Test
  void givesTheDrawsOfASecondProgram() {
    assertThat(draws(7)).containsExactly(5, 1, 1, 2, 0, 6, 1, 5);
    assertThat(draws(1)).containsOnly(0);
    assertThat(draws(Integer.MAX_VALUE))
        .containsExactly(
            1592498450,
            343404953,
            598291371,
            739143935,
            81669164,
            1864505596,
            469021581,
            1719343862);
  }

  /** A quarter of the inputs is thrown away at this bound; one of the first nine is. */
  @Test
  void throwsAwayWhatWouldMakeSomeValuesLikelier() {
    assertThat(draws(3 << 29))
        .containsExactly(
            1194373838,
            448718528,
            554357951,
            61251873,
            1398379197,
            351766186,
            1289507897,
            547497260);
  }

  @Test
  void goesOnThrowingAwayUntilAnInputCounts() {
    // With this seed the first four inputs are thrown away.
    SplitMix64 source = new SplitMix64(57);

    assertThat(source.nextInt(3 << 29)).isEqualTo(773311465);
    assertThat(source.nextInt(3 << 29)).isEqualTo(551202202);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1})
  void refusesABoundBelowOne(int bound) {
    assertThatThrownBy(() -> new SplitMix64(1).nextInt(bound))
        .hasMessage("expected a bound above 0, found " + bound);
  }

  private static int[] draws(int bound) {
    SplitMix64 source = new SplitMix64(42);
    return IntStream.range(0, 8).map(i -> source.nextInt(bound)).toArray();
  }

  @Property
  void staysBelowItsBound(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = Integer.MAX_VALUE) int bound) {
    SplitMix64 source = new SplitMix64(seed);
    for (int i = 0; i < 20; i++) {
      assertThat(source.nextInt(bound)).isBetween(0, bound - 1);
    }
  }
}
