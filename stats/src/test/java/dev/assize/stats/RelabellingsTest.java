package dev.assize.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Relabellings that are drawn, and their sums; {@link ReferenceSetTest} has those gone through. */
class RelabellingsTest {
  /** Five blocks led by the first arm, twelve by the other, thirteen by a third. */
  private static final int[] LEAD =
      IntStream.range(0, 30).map(b -> b < 5 ? 1 : b < 17 ? -1 : 0).toArray();

  private static final int DRAWS = 20_000;

  @Test
  void drawsWhatASecondProgramDraws() {
    Relabellings drawn = Relabellings.of(ReferenceSet.balanced(LEAD), 2026, 4);

    assertThat(IntStream.range(0, 5).mapToObj(m -> bits(drawn, m)))
        .containsExactly(
            "000000000000000000000000000000",
            "000110111101111101100001101001",
            "001001000111110110001001011101",
            "110001100101111111010000011000",
            "010101111101101100010101101110");
  }

  @Test
  void eitherArmGetsTheSurplusOfLeadsEquallyOften() {
    Relabellings drawn = Relabellings.of(ReferenceSet.balanced(LEAD), 1, DRAWS);
    int few = 0;
    for (int m = 1; m <= DRAWS; m++) {
      int leads = leads(drawn, m);
      assertThat(leads).isIn(5, 12);
      few += leads == 5 ? 1 : 0;
    }

    // Four standard deviations of a fair coin.
    assertThat((double) few / DRAWS).isCloseTo(0.5, within(0.015));
  }

  @Test
  void leadsFallOnEachBlockEquallyOften() {
    Relabellings drawn = Relabellings.of(ReferenceSet.balanced(LEAD), 3, DRAWS);
    int few = 0;
    int[] led = new int[17];
    for (int m = 1; m <= DRAWS; m++) {
      if (leads(drawn, m) == 5) {
        few++;
        for (int b = 0; b < 17; b++) {
          led[b] += firstLeads(drawn, m, b) ? 1 : 0;
        }
      }
    }
    for (int count : led) {
      assertThat((double) count / few).isCloseTo(5 / 17.0, within(0.02));
    }
  }

  @Test
  void blocksOfAThirdLeadSwapFreelyAndApart() {
    Relabellings drawn = Relabellings.of(ReferenceSet.balanced(LEAD), 5, DRAWS);
    for (int b = 17; b < 29; b++) {
      int swapped = 0;
      int alike = 0;
      for (int m = 1; m <= DRAWS; m++) {
        swapped += drawn.swapped(m, b) ? 1 : 0;
        alike += drawn.swapped(m, b) == drawn.swapped(m, b + 1) ? 1 : 0;
      }
      assertThat((double) swapped / DRAWS).isCloseTo(0.5, within(0.015));
      assertThat((double) alike / DRAWS).isCloseTo(0.5, within(0.015));
    }
  }

  /** Nineteen blocks: the last byte column holds three. Draws: more than one stretch of sums. */
  @Test
  void sumsAreThoseOfTheSigns() {
    double[] weights = IntStream.range(0, 19).mapToDouble(b -> Math.sin(b + 1)).toArray();
    Relabellings drawn = Relabellings.of(ReferenceSet.free(19), 7, 5_000);
    double[] sums = new double[drawn.count()];
    Arrays.fill(sums, 1e9);
    drawn.absoluteSums(weights, sums);

    for (int m = 0; m < drawn.count(); m++) {
      double sum = 0;
      for (int b = 0; b < 19; b++) {
        sum += drawn.swapped(m, b) ? -weights[b] : weights[b];
      }
      assertThat(sums[m]).isCloseTo(Math.abs(sum), within(1e-12));
    }
  }

  private static boolean firstLeads(Relabellings members, int member, int block) {
    return members.swapped(member, block) ? LEAD[block] == -1 : LEAD[block] == 1;
  }

  private static int leads(Relabellings members, int member) {
    return (int) IntStream.range(0, 17).filter(b -> firstLeads(members, member, b)).count();
  }

  private static String bits(Relabellings members, int member) {
    return IntStream.range(0, members.blocks())
        .mapToObj(b -> members.swapped(member, b) ? "1" : "0")
        .collect(Collectors.joining());
  }
}
