package dev.assize.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ReferenceSetTest {
  @Test
  void sizesAreThoseOfTheDesigns() {
    assertThat(ReferenceSet.free(5).size()).isEqualTo(32);
    assertThat(ReferenceSet.balanced(new int[] {1, -1, 1, -1, -1, 1}).size()).isEqualTo(20);
    assertThat(ReferenceSet.balanced(new int[] {1, -1, 1}).size()).isEqualTo(6);
    // Three arms: two blocks led by the first, two by the second, two by the third.
    assertThat(ReferenceSet.balanced(new int[] {1, 0, -1, -1, 0, 1}).size()).isEqualTo(24);
    assertThat(ReferenceSet.mirrored(new int[] {0, 0, 1, 1, 2, 2, 3}).size()).isEqualTo(16);
  }

  @Test
  void hugeSetsHaveExactSizesAndAreSampled() {
    ReferenceSet set = ReferenceSet.free(200);
    assertThat(set.size()).isEqualTo(BigInteger.TWO.pow(200));
    assertThat(set.enumerated()).isFalse();
    assertThat(set.smallestP()).isEqualTo(1.0 / 100_001);
  }

  @Test
  void smallestPIsTwoOverTheSize() {
    int[] eight = {1, -1, 1, -1, 1, -1, 1, -1};
    assertThat(ReferenceSet.balanced(eight).smallestP()).isEqualTo(2.0 / 70);
    assertThat(ReferenceSet.balanced(eight).canReach(0.05)).isTrue();
    assertThat(ReferenceSet.balanced(new int[] {1, -1, 1, -1, 1, -1}).canReach(0.05)).isFalse();
    assertThat(ReferenceSet.balanced(new int[] {1, -1, 1, -1, 1, -1}).canReach(1 - 0.9)).isTrue();
  }

  @Property(tries = 200)
  void enumerationIsTheFilteredPowerSet(
      @ForAll @IntRange(min = 1, max = 9) int n, @ForAll long seed) {
    int[] lead = new Random(seed).ints(n, -1, 2).toArray();
    ReferenceSet set = ReferenceSet.balanced(lead);
    Relabellings all = Relabellings.of(set, 1, 10);
    Set<Integer> masks = new HashSet<>();
    for (int m = 0; m < all.count(); m++) {
      masks.add(mask(all, m));
    }
    assertThat(mask(all, 0)).isZero();
    assertThat(masks).isEqualTo(allowed(lead)).hasSize(set.size().intValueExact());
  }

  @Test
  void aRareLeadIsEnumeratedWithoutWalkingAllSubsets() {
    int[] lead = new int[300];
    Arrays.fill(lead, -1);
    lead[17] = 1;
    assertThat(Relabellings.of(ReferenceSet.balanced(lead), 1, 1).count()).isEqualTo(600);
  }

  @Test
  void blocksOfAUnitSwapTogether() {
    Relabellings all = Relabellings.of(ReferenceSet.mirrored(new int[] {7, 7, 3, 3}), 1, 10);
    Set<Integer> masks = new HashSet<>();
    IntStream.range(0, all.count()).forEach(m -> masks.add(mask(all, m)));
    assertThat(masks).containsExactlyInAnyOrder(0b0000, 0b0011, 0b1100, 0b1111);
  }

  @Test
  void drawsAreUniformOverTheSet() {
    // 2·C(17, 8)·8 = 388,960 members: sampled. The projection on four blocks is checked.
    int[] lead = {1, 1, -1, 0, 0, 0, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1, 1};
    ReferenceSet set = ReferenceSet.balanced(lead);
    int draws = 200_000;
    Relabellings drawn = Relabellings.of(set, 42, draws);
    Map<Integer, Integer> seen = new HashMap<>();
    for (int m = 1; m <= draws; m++) {
      int leads = 0;
      for (int b = 0; b < lead.length; b++) {
        leads += lead[b] * (drawn.swapped(m, b) ? -1 : 1) == 1 ? 1 : 0;
      }
      assertThat(leads).isIn(8, 9);
      seen.merge(mask(drawn, m) & 0b1111, 1, Integer::sum);
    }
    // Leads after swapping of blocks 0 to 2 (a, b, c = first arm leads), the other 14 fill up.
    for (int four = 0; four < 16; four++) {
      int leadsOfThree = 0;
      for (int b = 0; b < 3; b++) {
        leadsOfThree += lead[b] * ((four >> b & 1) == 1 ? -1 : 1) == 1 ? 1 : 0;
      }
      double ways =
          ReferenceSet.binomial(14, 9 - leadsOfThree)
              .add(ReferenceSet.binomial(14, 8 - leadsOfThree))
              .doubleValue();
      double expected = ways * 8 / 2 / set.size().doubleValue();
      double sigma = Math.sqrt(expected * (1 - expected) / draws);
      assertThat(seen.getOrDefault(four, 0) / (double) draws)
          .isCloseTo(expected, within(5 * sigma));
    }
  }

  @Test
  void sameSeedSameDraws() {
    ReferenceSet set = ReferenceSet.free(40);
    Relabellings one = Relabellings.of(set, 5, 50);
    Relabellings two = Relabellings.of(set, 5, 50);
    Relabellings other = Relabellings.of(set, 6, 50);
    int differing = 0;
    for (int m = 0; m < one.count(); m++) {
      for (int b = 0; b < 40; b++) {
        assertThat(one.swapped(m, b)).isEqualTo(two.swapped(m, b));
        differing += one.swapped(m, b) != other.swapped(m, b) ? 1 : 0;
      }
    }
    assertThat(differing).isPositive();
  }

  @Test
  void refusesWhatIsNoDesign() {
    assertThatThrownBy(() -> ReferenceSet.free(0)).hasMessageContaining("at least 1 block");
    assertThatThrownBy(() -> ReferenceSet.balanced(new int[] {1, 2}))
        .hasMessageContaining("found 2 at block index 1");
    assertThatThrownBy(() -> ReferenceSet.free(8).canReach(0)).hasMessageContaining("alpha");
  }

  private static int mask(Relabellings all, int member) {
    int mask = 0;
    for (int b = 0; b < Math.min(31, all.blocks()); b++) {
      mask |= all.swapped(member, b) ? 1 << b : 0;
    }
    return mask;
  }

  static Set<Integer> allowed(int[] lead) {
    int first = ReferenceSet.count(lead, 1);
    int second = ReferenceSet.count(lead, -1);
    Set<Integer> allowed = new HashSet<>();
    for (int mask = 0; mask < 1 << lead.length; mask++) {
      int leads = 0;
      for (int b = 0; b < lead.length; b++) {
        leads += lead[b] * ((mask >> b & 1) == 1 ? -1 : 1) == 1 ? 1 : 0;
      }
      if (leads == first || leads == second) {
        allowed.add(mask);
      }
    }
    return allowed;
  }
}
