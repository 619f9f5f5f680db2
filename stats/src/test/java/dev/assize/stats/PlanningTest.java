package dev.assize.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanningTest {
  @ParameterizedTest
  @CsvSource({
    // 2/2^6 = .031; 2/C(8,4) = .029; 2/2^(12/2) = .031
    "FREE, 2, 0.05, 6",
    "BALANCED, 2, 0.05, 8",
    "MIRRORED, 2, 0.05, 12",
    "FREE, 2, 0.01, 8",
    "MIRRORED, 2, 0.01, 16",
    // Three arms: 2^2·C(4,2) = 24 at 6 blocks, 2^3·C(6,3) = 160 at 9.
    "BALANCED, 3, 0.05, 9",
    "BALANCED, 4, 0.05, 8",
    // Holm's first step for five contrasts: 2/C(10,5) = .0079 ≤ .01.
    "BALANCED, 2, 0.01, 10"
  })
  void fewestBlocks(BlockOrder order, int arms, double alpha, int expected) {
    assertThat(new Planning(order, arms, alpha).fewestBlocks()).isEqualTo(expected);
  }

  @Test
  void refusesALevelThatSamplingCannotResolve() {
    assertThatThrownBy(() -> new Planning(BlockOrder.FREE, 2, 1e-6).fewestBlocks())
        .hasMessageContaining("1/100001");
    assertThatThrownBy(() -> new Planning(BlockOrder.FREE, 1, 0.05)).hasMessageContaining("2 arms");
    assertThatThrownBy(() -> new Planning(BlockOrder.FREE, 2, 5)).hasMessageContaining("alpha");
  }

  @Property
  void theSureSizeIsThatOfTheLeastFavourableDraw(
      @ForAll @IntRange(min = 1, max = 20) int blocks,
      @ForAll @IntRange(min = 2, max = 6) int arms,
      @ForAll long seed) {
    // Draw who leads: every arm blocks / arms times, the surplus to different arms.
    Random random = new Random(seed);
    int[] lead = new int[blocks];
    List<Integer> surplus = new ArrayList<>();
    for (int arm = 0; arm < arms; arm++) {
      surplus.add(arm);
    }
    Collections.shuffle(surplus, random);
    for (int b = 0; b < blocks; b++) {
      int leader = b < blocks / arms * arms ? b % arms : surplus.get(b % arms);
      lead[b] = leader == 0 ? 1 : leader == 1 ? -1 : 0;
    }
    Planning planning = new Planning(BlockOrder.BALANCED, arms, 0.05);
    ReferenceSet drawn = ReferenceSet.balanced(lead);
    assertThat(planning.setSize(blocks)).isLessThanOrEqualTo(drawn.size());
    assertThat(planning.smallestP(blocks)).isGreaterThanOrEqualTo(drawn.smallestP());
    if (blocks % arms == 0) {
      assertThat(planning.setSize(blocks)).isEqualTo(drawn.size());
    }
  }

  @Test
  void setSizesOfTheOtherOrders() {
    assertThat(new Planning(BlockOrder.FREE, 2, 0.05).setSize(100))
        .isEqualTo(BigInteger.TWO.pow(100));
    assertThat(new Planning(BlockOrder.MIRRORED, 2, 0.05).setSize(7)).isEqualTo(16);
    assertThat(new Planning(BlockOrder.BALANCED, 2, 0.05).setSize(7)).isEqualTo(70);
  }

  @Property
  void detectableEffectIsTheInverseOfBlocksNeeded(
      @ForAll @net.jqwik.api.constraints.Scale(8) @DoubleRange(min = 0.01, max = 0.5) double sd,
      @ForAll @net.jqwik.api.constraints.Scale(8) @DoubleRange(min = 0.005, max = 0.5)
          double effect,
      @ForAll @net.jqwik.api.constraints.Scale(8) @DoubleRange(min = 0.5, max = 0.95) double power,
      @ForAll BlockOrder order,
      @ForAll Scale scale) {
    Planning planning = new Planning(order, 2, 0.05);
    SampleSize size = planning.blocksNeeded(sd, effect, scale, power);
    assertThat(size.blocks()).isGreaterThanOrEqualTo(Math.max(size.forLevel(), size.forPower()));
    assertThat(size.detectableEffect()).isLessThanOrEqualTo(effect * (1 + 1e-9));
    assertThat(planning.detectableEffect(sd, size.blocks(), scale, power))
        .isEqualTo(size.detectableEffect());
    if (size.forPower() > size.forLevel()) {
      assertThat(planning.detectableEffect(sd, size.forPower() - 1, scale, power))
          .isGreaterThan(effect * (1 - 1e-9));
    }
    assertThat(planning.blocksNeeded(sd, -effect, scale, power)).isEqualTo(size);
    assertThat(planning.blocksNeeded(2 * sd, effect, scale, power).blocks())
        .isGreaterThanOrEqualTo(size.blocks());
  }

  @Test
  void theFormulaByHand() {
    // 1.1·(0.0424·(1.960 + 0.8416)/ln 1.03)² + 1.960²/2 = 1.1·16.15 + 1.92 = 19.7
    SampleSize size =
        new Planning(BlockOrder.BALANCED, 2, 0.05).blocksNeeded(0.0424, 0.03, Scale.RATIO, 0.8);
    assertThat(size.forPower()).isEqualTo(20);
    assertThat(size.forLevel()).isEqualTo(8);
    assertThat(size.blocks()).isEqualTo(20);
  }

  @Test
  void plannedPowerIsReached() {
    for (BlockOrder order : BlockOrder.values()) {
      double sd = 0.03 * Math.sqrt(2);
      int blocks = new Planning(order, 2, 0.05).blocksNeeded(sd, 0.03, Scale.RATIO, 0.8).blocks();
      int found = 0;
      for (int i = 0; i < 400; i++) {
        NoiseModel.Experiment run =
            NoiseModel.INDEPENDENT.run(new Random(65_537L * i + 5), blocks, 0.03);
        double p =
            RandomisationTest.of(set(order, run.lead()), i, 999)
                .pValue(run.baseline(), run.candidate(), Scale.RATIO);
        found += p <= 0.05 ? 1 : 0;
      }
      // 320 planned, standard deviation 8; more than 0.88 would be blocks wasted.
      assertThat(found).as(order.name()).isBetween(300, 355);
    }
  }

  private static ReferenceSet set(BlockOrder order, int[] lead) {
    int[] unit = lead.clone();
    Arrays.setAll(unit, b -> b / 2);
    return switch (order) {
      case FREE -> ReferenceSet.free(lead.length);
      case BALANCED -> ReferenceSet.balanced(lead);
      case MIRRORED -> ReferenceSet.mirrored(unit);
    };
  }

  @Test
  void unreachableIsInfinite() {
    assertThat(
            new Planning(BlockOrder.BALANCED, 2, 0.05).detectableEffect(0.1, 6, Scale.RATIO, 0.8))
        .isInfinite();
    assertThatThrownBy(
            () -> new Planning(BlockOrder.FREE, 2, 0.05).blocksNeeded(1, 1e-6, Scale.RATIO, 0.8))
        .hasMessageContaining("more than 1000000 blocks");
    assertThatThrownBy(
            () -> new Planning(BlockOrder.FREE, 2, 0.05).blocksNeeded(1, 0, Scale.RATIO, 0.8))
        .hasMessageContaining("other than 0");
  }

  @Property
  void normalQuantileAgreesWithAnotherImplementation(
      @ForAll @net.jqwik.api.constraints.Scale(8) @DoubleRange(min = 1e-7, max = 0.9999999)
          double p) {
    assertThat(Normal.quantile(p))
        .isCloseTo(NormalDistribution.of(0, 1).inverseCumulativeProbability(p), within(6e-9 * 5));
  }

  @ParameterizedTest
  @CsvSource({
    "NaN, 0.1, 0.8, deviation",
    "-0.1, 0.1, 0.8, deviation",
    "Infinity, 0.1, 0.8, deviation",
    "0.1, NaN, 0.8, effect",
    "0.1, Infinity, 0.8, effect",
    "0.1, 0, 0.8, effect",
    "0.1, 0.1, 0, power",
    "0.1, 0.1, 1, power",
    "0.1, 0.1, NaN, power"
  })
  void refusesWhatCannotBePlannedFor(double sd, double effect, double power, String named) {
    assertThatThrownBy(
            () ->
                new Planning(BlockOrder.FREE, 2, 0.05)
                    .blocksNeeded(sd, effect, Scale.DIFFERENCE, power))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(named);
  }

  @Test
  void withoutNoiseOnlyTheLevelAsksForBlocks() {
    SampleSize size =
        new Planning(BlockOrder.FREE, 2, 0.05).blocksNeeded(0, 0.1, Scale.DIFFERENCE, 0.8);

    assertThat(size.blocks()).isEqualTo(6);
    assertThat(size.detectableEffect()).isZero();
  }
}
