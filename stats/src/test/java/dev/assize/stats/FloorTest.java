package dev.assize.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;

class FloorTest {

  /**
   * A published cell in thousands of requests a second: A1 394.9, B 394.1, A2 347.1, with d = +6.22
   * % beyond the floor of 6.16 %, though B lies between the twins. The printed inputs are rounded.
   */
  @Test
  void reproducesThePublishedCellThatCrossedItsFloorBetweenItsTwins() {
    Floor floor = Floor.of(new double[] {0.0616}, 0.03);

    TwinVote vote = floor.vote(394.9, 347.1, 394.1);

    assertThat(100 * vote.change()).isCloseTo(6.22, within(0.02));
    assertThat(vote.beyondFloor()).isTrue();
    assertThat(vote.beyondTwins()).isFalse();
    assertThat(vote.votes()).isFalse();
    assertThat(100 * Floor.spread(394.9, 347.1)).isCloseTo(12.90, within(0.03));
  }

  /**
   * The published floors stand on 21 cells, where nearest rank and type 7 both take the 19th
   * smallest spread: median, p90 and maximum 1.44, 6.16 and 12.90 %.
   */
  @Test
  void takesTheNineteenthOfTwentyOneSpreads() {
    double[] spreads =
        Numbers.parse(
            "0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1.0 1.44 2 2.1 2.2 2.3 2.4 2.5 2.6 6.16 8 12.9");

    assertThat(Floor.of(Numbers.times(0.01, spreads), 0.03))
        .isEqualTo(new Floor(0.0616, 0.03, 0.0616, 21));
    assertThat(Quantiles.type7(Numbers.times(0.01, spreads), 0.9)).isEqualTo(0.0616);
    assertThat(Floor.of(Numbers.times(0.01, spreads), 0.07))
        .isEqualTo(new Floor(0.07, 0.07, 0.0616, 21));
  }

  @Test
  void underTenCellsIsTheirLargestSpread() {
    double[] nine = Numbers.parse("0.01 0.09 0.02 0.03 0.04 0.05 0.06 0.07 0.08");
    assertThat(Floor.of(nine, 0).value()).isEqualTo(0.09);
    assertThat(Floor.of(Arrays.copyOf(nine, 10), 0).value()).isEqualTo(0.08);
  }

  @Property
  void floorIsNeverUnderTheStatedMinimumAndCoversNineTenthsOfTheCells(
      @ForAll("spreads") double[] spreads,
      @ForAll @Scale(6) @DoubleRange(min = 0, max = 0.5) double minimum) {
    Floor floor = Floor.of(spreads, minimum);

    assertThat(floor.value()).isEqualTo(Math.max(minimum, floor.p90()));
    assertThat(spreads).contains(floor.p90());
    long covered = Arrays.stream(spreads).filter(spread -> spread <= floor.p90()).count();
    assertThat(10 * covered).isGreaterThanOrEqualTo(9L * spreads.length);
    assertThat(floor.cells()).isEqualTo(spreads.length);
    assertThat(floor.statedMinimum()).isEqualTo(minimum);
  }

  @Property
  void spreadIsTheSameEitherWayRoundAndForAnyUnit(
      @ForAll @Scale(6) @DoubleRange(min = 1e-3, max = 1e6) double first,
      @ForAll @Scale(6) @DoubleRange(min = 1e-3, max = 1e6) double second) {
    double spread = Floor.spread(first, second);

    assertThat(spread)
        .isCloseTo(Math.abs(first - second) / ((first + second) / 2), within(1e-14))
        .isBetween(0.0, 2.0)
        .isCloseTo(Floor.spread(second, first), within(1e-14))
        .isEqualTo(Floor.spread(4 * first, 4 * second));
    assertThat(Floor.spread(first, first)).isZero();
  }

  @Property
  void votesWhenBeyondTheFloorAndBothTwins(
      @ForAll @Scale(6) @DoubleRange(min = 1, max = 100) double first,
      @ForAll @Scale(6) @DoubleRange(min = 1, max = 100) double second,
      @ForAll @Scale(6) @DoubleRange(min = 1, max = 100) double candidate,
      @ForAll @Scale(6) @DoubleRange(min = 0, max = 0.5) double value) {
    TwinVote vote = new Floor(value, value, 0, 1).vote(first, second, candidate);

    double mean = (first + second) / 2;
    double change = (candidate - mean) / mean;
    boolean beyond =
        (candidate > first && candidate > second) || (candidate < first && candidate < second);
    assertThat(vote.change()).isCloseTo(change, within(1e-13));
    assertThat(vote.beyondFloor()).isEqualTo(Math.abs(vote.change()) > value);
    assertThat(vote.beyondTwins()).isEqualTo(beyond);
    assertThat(vote.votes()).isEqualTo(beyond && vote.beyondFloor());
  }

  @Test
  void aChangeAtTheFloorOrAtATwinDoesNotVote() {
    Floor tenth = new Floor(0.25, 0.25, 0, 1);
    assertThat(tenth.vote(4, 4, 5)).isEqualTo(new TwinVote(0.25, false, true));
    assertThat(tenth.vote(4, 4, 3)).isEqualTo(new TwinVote(-0.25, false, true));
    Floor none = new Floor(0, 0, 0, 1);
    assertThat(none.vote(3, 5, 5)).isEqualTo(new TwinVote(0.25, true, false));
    assertThat(none.vote(3, 5, 3)).isEqualTo(new TwinVote(-0.25, true, false));
    assertThat(none.vote(3, 5, 6)).isEqualTo(new TwinVote(0.5, true, true));
    assertThat(none.vote(3, 5, 2)).isEqualTo(new TwinVote(-0.5, true, true));
  }

  @Test
  void refusesWhatIsNoMeasurement() {
    assertThatThrownBy(() -> Floor.spread(1, 0)).hasMessageStartingWith("twins[1]: expected");
    assertThatThrownBy(() -> Floor.of(new double[0], 0.03)).hasMessageContaining("found none");
    assertThatThrownBy(() -> Floor.of(new double[] {0.1, -0.1}, 0.03))
        .hasMessage("spreads[1]: expected a fraction of zero or more, found -0.1");
    assertThatThrownBy(() -> Floor.of(new double[] {0.1, Double.NaN}, 0.03))
        .hasMessageStartingWith("spreads[1]");
    for (double minimum : new double[] {-0.01, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> Floor.of(new double[] {0.1}, minimum))
          .hasMessage("stated minimum: expected a fraction of zero or more, found " + minimum);
    }
    Floor floor = Floor.of(new double[] {0.1}, 0);
    assertThatThrownBy(() -> floor.vote(0, 1, 1)).hasMessageStartingWith("twins[0]");
    assertThatThrownBy(() -> floor.vote(1, 1, 0)).hasMessageStartingWith("candidate[0]");
  }

  @Provide
  Arbitrary<double[]> spreads() {
    return Arbitraries.doubles()
        .between(0, 2)
        .ofScale(6)
        .array(double[].class)
        .ofMinSize(1)
        .ofMaxSize(30);
  }
}
