package dev.assize.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.evidence.Observation.Sample;
import dev.assize.evidence.Reading;
import dev.assize.experiment.Expression;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class WindowPropertiesTest {
  private static final Slice.Setting SETTING = new Slice.Setting(100_000_000, 2_000_000_000L);

  private static Window window(int from, int to) {
    return new Window(
        Optional.empty(),
        0,
        Tape.at(from),
        Tape.at(to),
        Tape.at(from),
        Tape.at(to),
        WindowStatus.OK,
        "");
  }

  private static Tape tape(List<Integer> steps, int changed, Object instead) {
    Tape tape = new Tape().clocks(0);
    long total = 1;
    for (int i = 0; i < steps.size(); i++) {
      total += steps.get(i);
      tape.sample("engine", i, Map.of("x", i == changed ? instead : (Object) total));
    }
    return tape.clocks(steps.size());
  }

  private static TrialValue increase(Tape tape, Window... windows) {
    ObservedNames names =
        new ObservedNames(
            Runs.run().experiment(),
            tape.recording(),
            Windows.joined(List.of(windows)),
            SETTING,
            m -> new TrialValue.Missing("not here: " + m.name()));
    return Evaluation.of(new Expression.Name("engine.x"), names);
  }

  @Property
  void theIncreaseIsWhatWasCountedBetweenTheFirstAndTheLastSampleInside(
      @ForAll @Size(min = 2, max = 30) List<@IntRange(max = 1000) Integer> steps,
      @ForAll @IntRange(max = 29) int a,
      @ForAll @IntRange(max = 29) int b) {
    int from = Math.min(a, b);
    int to = Math.min(Math.max(a, b), steps.size() - 1);
    TrialValue value = increase(tape(steps, -1, 0), window(from, to));

    if (to - from < 1) {
      assertThat(value).isInstanceOf(TrialValue.Missing.class);
    } else {
      int counted = steps.subList(from + 1, to + 1).stream().mapToInt(Integer::intValue).sum();
      assertThat(value).isEqualTo(new TrialValue.Amount(counted));
    }
  }

  @Property
  void whatIsOutsideOfAWindowDoesNotMatter(
      @ForAll @Size(min = 12, max = 12) List<@IntRange(max = 1000) Integer> steps,
      @ForAll @IntRange(max = 11) int changed) {
    Window window = window(4, 8);
    TrialValue before = increase(tape(steps, -1, 0), window);
    TrialValue after = increase(tape(steps, changed, new Reading.Absent("gone")), window);

    if (changed < 4 || changed > 8) {
      assertThat(after).isEqualTo(before);
    } else {
      assertThat(after).isEqualTo(new TrialValue.Missing("engine.x: gone"));
    }
  }

  @Property
  void aDecreaseInsideIsNoValue(
      @ForAll @Size(min = 10, max = 10) List<@IntRange(min = 1, max = 1000) Integer> steps,
      @ForAll @IntRange(min = 1, max = 9) int changed) {
    TrialValue value = increase(tape(steps, changed, 0L), window(0, 9));

    assertThat(value).isInstanceOf(TrialValue.Missing.class);
  }

  @Property
  void aSliceThatIsOkHasTwoSamplesAndAllOfThemInside(
      @ForAll @Size(min = 1, max = 20) List<@IntRange(max = 100) Integer> at,
      @ForAll @IntRange(max = 100) int a,
      @ForAll @IntRange(max = 100) int b) {
    Tape tape = new Tape().clocks(0);
    at.forEach(second -> tape.sample("engine", second, Map.of("x", second)));
    Window window = window(Math.min(a, b), Math.max(a, b));
    Slice slice = Slice.of(tape.clocks(100).recording(), "engine", window, SETTING);

    if (slice.status() == WindowStatus.OK) {
      assertThat(slice.samples()).hasSizeGreaterThanOrEqualTo(2);
      assertThat(slice.samples())
          .extracting(Sample::at)
          .isSorted()
          .allMatch(t -> t >= window.from() && t <= window.to());
      assertThat(slice.why()).isEmpty();
    } else {
      assertThat(slice.status()).isEqualTo(WindowStatus.NO_DATA);
      assertThat(slice.samples()).isEmpty();
      assertThat(slice.why()).isNotEmpty();
    }
  }

  /** Operations at the same time: nothing is counted twice. */
  @Property
  void overlappingWindowsCountOnce(
      @ForAll @Size(min = 12, max = 12) List<@IntRange(max = 1000) Integer> steps,
      @ForAll @IntRange(max = 4) int overlap) {
    TrialValue together = increase(tape(steps, -1, 0), window(0, 7), window(7 - overlap, 11));

    assertThat(together).isEqualTo(increase(tape(steps, -1, 0), window(0, 11)));
  }
}
