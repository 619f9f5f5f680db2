package dev.assize.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assize.evidence.Entry;
import dev.assize.evidence.Event;
import dev.assize.evidence.TrialRecord;
import dev.assize.experiment.Plan;
import dev.assize.experiment.PlannedTrial;
import dev.assize.stats.SplitMix64;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

class PropertiesTest {
  private static final int BLOCKS = 12;

  /** Times by block and position: what happens where, whichever arm is there. */
  private static double[][] times(long seed, double noise) {
    SplitMix64 random = new SplitMix64(seed);
    double[][] times = new double[BLOCKS][2];
    for (double[] block : times) {
      double shared = 1 + noise * Runs.uniform(random);
      for (int i = 0; i < 2; i++) {
        block[i] = 100 * shared * (1 + noise * Runs.uniform(random));
      }
    }
    return times;
  }

  /** A run in which the arm of this name takes so many times as long. */
  private static SyntheticRun run(double[][] times, String slowed, double factor, double scale) {
    return Runs.walls(
        Runs.run(),
        p ->
            scale
                * times[p.block() - 1][p.position()]
                * (p.arm().value().equals(slowed) ? factor : 1));
  }

  private static Outcome mirrored(Outcome outcome) {
    return switch (outcome) {
      case WIN -> Outcome.LOSS;
      case LOSS -> Outcome.WIN;
      case NO_DIFFERENCE, UNDECIDED, NOT_EXERCISED, VOID -> outcome;
    };
  }

  @Property(tries = 60)
  void swappedArmsGiveTheMirroredOutcome(
      @ForAll long seed,
      @ForAll @DoubleRange(min = 0.8, max = 1.25) double factor,
      @ForAll @DoubleRange(min = 0.01, max = 1) double noisePercent) {
    double[][] times = times(seed, noisePercent / 10);
    Comparison there = Runs.primary(Runs.judge(run(times, "new", factor, 1)));
    // The other arm gets the treatment, and what happened at a position happens to the other arm.
    Comparison back =
        Runs.primary(
            Runs.judge(
                Runs.walls(
                    Runs.run(),
                    p ->
                        times[p.block() - 1][1 - p.position()]
                            * (p.arm().equals(Runs.OLD) ? factor : 1))));
    if (bothInGroups(there, back)) {
      assertThat(back.outcome()).isEqualTo(mirrored(there.outcome()));
      return;
    }
    Assume.that(
        clear(there.randomisation().orElseThrow()) && clear(back.randomisation().orElseThrow()));

    assertThat(back.outcome()).isEqualTo(mirrored(there.outcome()));
    assertThat(back.pValue().orElseThrow()).isCloseTo(there.pValue().orElseThrow(), within(1e-12));
    assertThat(Math.log1p(back.randomisation().orElseThrow().estimate()))
        .isCloseTo(-Math.log1p(there.randomisation().orElseThrow().estimate()), within(1e-6));
  }

  /**
   * Whether the values of an arm fall into two groups, as noise makes them do now and then. Then
   * the judge gives no interval; the other run of the same values must have none either.
   */
  private static boolean bothInGroups(Comparison one, Comparison other) {
    assertThat(other.separated()).isEqualTo(one.separated());
    if (one.separated()) {
      assertThat(one.randomisation()).isEmpty();
      assertThat(other.randomisation()).isEmpty();
      assertThat(one.outcome()).isEqualTo(Outcome.UNDECIDED);
    }
    return one.separated();
  }

  /**
   * On a scale of ratios 1 % more and 1 % less are not mirror images: stay clear of the threshold.
   */
  private static boolean clear(Interval interval) {
    for (double end : new double[] {interval.low(), interval.high(), interval.estimate()}) {
      if (Math.abs(Math.abs(end) - 0.01) < 0.0005) {
        return false;
      }
    }
    return true;
  }

  @Property(tries = 40)
  void theUnitDoesNotMatter(
      @ForAll long seed,
      @ForAll @DoubleRange(min = 0.9, max = 1.1) double factor,
      @ForAll @IntRange(min = 2, max = 5_000) int scale) {
    double[][] times = times(seed, 0.02);
    Comparison plain = Runs.primary(Runs.judge(run(times, "new", factor, 10)));
    Comparison scaled = Runs.primary(Runs.judge(run(times, "new", factor, 10.0 * scale)));
    if (bothInGroups(plain, scaled)) {
      assertThat(scaled.outcome()).isEqualTo(plain.outcome());
      return;
    }

    Interval a = plain.randomisation().orElseThrow();
    Interval b = scaled.randomisation().orElseThrow();
    assertThat(b.estimate()).isCloseTo(a.estimate(), within(1e-6));
    assertThat(b.low()).isCloseTo(a.low(), within(1e-5));
    assertThat(b.high()).isCloseTo(a.high(), within(1e-5));
    if (clear(a) && clear(b)) {
      assertThat(scaled.outcome()).isEqualTo(plain.outcome());
    }
  }

  @Property(tries = 40)
  void theOrderOfBlocksInTimeDoesNotMatter(
      @ForAll long seed, @ForAll @DoubleRange(min = 0.9, max = 1.1) double factor) {
    Docket docket = run(times(seed, 0.02), "new", factor, 1).docket();
    List<Integer> order = new ArrayList<>();
    for (int block = 1; block <= BLOCKS; block++) {
      order.add(block);
    }
    Collections.shuffle(order, new Random(seed));

    Comparison plain = Runs.primary(Judge.judge(docket));
    Comparison shuffled = Runs.primary(Judge.judge(renumbered(docket, order)));

    assertThat(shuffled.outcome()).isEqualTo(plain.outcome());
    assertThat(shuffled.pValue()).isEqualTo(plain.pValue());
    if (bothInGroups(plain, shuffled)) {
      return;
    }
    assertThat(shuffled.randomisation().orElseThrow().estimate())
        .isCloseTo(plain.randomisation().orElseThrow().estimate(), within(1e-9));
  }

  /** Block b is called order[b − 1] instead, in plan and evidence. */
  private static Docket renumbered(Docket docket, List<Integer> order) {
    List<PlannedTrial> trials = new ArrayList<>();
    for (PlannedTrial t : docket.plan().trials()) {
      trials.add(
          new PlannedTrial(
              t.number(),
              t.measured(),
              t.cell(),
              t.arm(),
              order.get(t.block() - 1),
              t.position(),
              t.padding()));
    }
    Docket mapped =
        Runs.mapped(
            docket,
            t ->
                new TrialRecord(
                    t.attempt(),
                    t.measured(),
                    t.cell(),
                    t.arm(),
                    order.get(t.block() - 1),
                    t.position(),
                    t.ending(),
                    t.startRaw(),
                    t.wall(),
                    t.ready(),
                    t.usage(),
                    t.operations(),
                    t.values(),
                    t.checked(),
                    t.gates(),
                    t.files(),
                    t.inForce()));
    return new Docket(
        mapped.run(),
        mapped.experiment(),
        new Plan(docket.plan().seed(), trials),
        mapped.entries());
  }

  @Property(tries = 30)
  void everyVerdictSurvivesItsJson(
      @ForAll long seed,
      @ForAll @DoubleRange(min = 0.5, max = 2) double factor,
      @ForAll @IntRange(min = 0, max = BLOCKS) int blocks) {
    Docket docket = run(times(seed, 0.05), "new", factor, 1).docket();
    List<Entry> cut =
        docket.entries().stream()
            .filter(
                e -> !(e.event() instanceof Event.TrialEnded(TrialRecord t) && t.block() > blocks))
            .toList();
    Docket some = new Docket(docket.run(), docket.experiment(), docket.plan(), cut);

    Verdict verdict = Judge.judge(some);
    byte[] json = VerdictJson.write(verdict);

    assertThat(VerdictJson.read(json)).isEqualTo(verdict);
    assertThat(VerdictJson.write(VerdictJson.read(json))).isEqualTo(json);
    assertThat(VerdictJson.write(Judge.judge(some))).isEqualTo(json);
  }
}
