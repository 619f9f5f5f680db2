package dev.assize.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.evidence.OperationSample;
import dev.assize.evidence.TrialRecord;
import dev.assize.experiment.Nanos;
import dev.assize.experiment.OperationName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Windows and slices to the nanosecond. */
class WindowEdgesTest {
  private static final long BOUND = 100_000_000;
  private static final Slice.Setting SETTING = new Slice.Setting(BOUND, 1_000_000_000);

  /** A trial of 10 s that began at second 0. */
  private static TrialRecord trial(OperationSample... operations) {
    SyntheticRun run = Runs.run();
    SyntheticTrial trial = run.trial(run.plan().trials().getFirst()).wall(10_000_000_000L);
    for (OperationSample o : operations) {
      trial = trial.operation(o.operation(), o.round(), o.duration().value(), o.start().orElse(0));
    }
    return Changed.with(trial.made(), "startRaw", Tape.RAW);
  }

  private static OperationSample operation(long start, long duration) {
    return new OperationSample(
        new OperationName("a"), 1, new Nanos(duration), OptionalLong.of(Tape.MONOTONIC + start));
  }

  private static Tape clocks() {
    return new Tape().clocks(0).clocks(10);
  }

  private static List<Window> windows(TrialRecord trial, long warmUp) {
    return Windows.of(trial, warmUp, BOUND, clocks().recording());
  }

  private static WindowStatus status(long start, long duration) {
    return windows(trial(operation(start, duration)), 0).getFirst().status();
  }

  @Test
  void operationsMayBeOffByTheBound() {
    assertThat(status(-BOUND, 5)).isEqualTo(WindowStatus.OK);
    assertThat(status(-BOUND - 1, 5)).isEqualTo(WindowStatus.CLOCK_SKEW);
    assertThat(status(0, 10_000_000_000L + BOUND)).isEqualTo(WindowStatus.OK);
    assertThat(status(0, 10_000_000_001L + BOUND)).isEqualTo(WindowStatus.CLOCK_SKEW);
  }

  @Test
  void aForeignClockIsQuotedAgainstTheSpawn() {
    assertThat(windows(trial(operation(-2_000_000_000, 1_000_000_000)), 0).getFirst().why())
        .isEqualTo(
            "the workload says that a began -2 s and ended -1 s after the spawn, and the attempt"
                + " took 10 s: starts are expected in ns of CLOCK_MONOTONIC");
  }

  @Test
  void aWarmUpMustLeaveANanosecond() {
    assertThat(windows(trial(operation(0, 5)), 4).getFirst().seconds()).isEqualTo(1e-9);
    assertThat(windows(trial(operation(0, 5)), 5).getFirst().status())
        .isEqualTo(WindowStatus.EMPTY_WINDOW);
    assertThat(windows(trial(), 9_999_999_999L).getFirst().status()).isEqualTo(WindowStatus.OK);
    Window none = windows(trial(), 10_000_000_000L).getFirst();
    assertThat(none.status()).isEqualTo(WindowStatus.EMPTY_WINDOW);
    assertThat(none.why()).isEqualTo("a warm-up of 10 s leaves nothing of 10 s");
  }

  @Test
  void aWholeTrialReachesToTheReadingsOfTheClockAroundIt() {
    Tape around = new Tape().clocks(-0.5).clocks(11);
    TrialRecord early = Changed.with(trial(), "startRaw", Tape.RAW);
    Window whole = Windows.of(early, 0, BOUND, around.recording()).getFirst();
    assertThat(whole)
        .extracting(Window::start, Window::end, Window::from, Window::to)
        .containsExactly(Tape.at(0), Tape.at(10), Tape.at(-0.5), Tape.at(11));
    Window later = Windows.of(early, 1_000_000_000, BOUND, around.recording()).getFirst();
    assertThat(later)
        .extracting(Window::start, Window::end, Window::from, Window::to)
        .containsExactly(Tape.at(1), Tape.at(10), Tape.at(1), Tape.at(11));
    // Where the start on the monotonic clock was recorded, it is taken.
    TrialRecord told = Changed.with(early, "startedAt", Optional.of(new Nanos(Tape.MONOTONIC + 7)));
    assertThat(Windows.of(told, 0, BOUND, around.recording()).getFirst().start())
        .isEqualTo(Tape.MONOTONIC + 7);
  }

  @Test
  void anAttemptWithoutAnEndHasNoWindow() {
    Window none = windows(Changed.with(trial(), "wall", Optional.empty()), 0).getFirst();

    assertThat(none.status()).isEqualTo(WindowStatus.NO_TIMESTAMPS);
    assertThat(none.why()).isEqualTo("the attempt has no recorded end");
  }

  @Test
  void operationsAreTakenInTheOrderOfTheirStarts() {
    assertThat(windows(trial(operation(50, 5), operation(10, 5)), 0))
        .extracting(w -> w.start() - Tape.MONOTONIC)
        .containsExactly(10L, 50L);
    // One untold start, and none is placed on its own.
    OperationSample untold = new OperationSample(new OperationName("a"), 2, new Nanos(5));
    TrialRecord mixed = Changed.with(trial(), "operations", List.of(operation(10, 5), untold));
    assertThat(windows(mixed, 0))
        .singleElement()
        .satisfies(w -> assertThat(w.operation()).isEmpty());
  }

  private static Window window(long from, long to, WindowStatus status) {
    return new Window(Optional.empty(), 0, from, to, from, to, status, "");
  }

  @Test
  void windowsThatTouchAreOne() {
    WindowStatus ok = WindowStatus.OK;
    assertThat(Windows.joined(List.of(window(1, 5, ok), window(5, 9, ok))))
        .containsExactly(window(1, 9, ok));
    assertThat(Windows.joined(List.of(window(1, 5, ok), window(6, 9, ok)))).hasSize(2);
    assertThat(Windows.joined(List.of(window(1, 9, ok), window(3, 5, ok), window(8, 10, ok))))
        .containsExactly(window(1, 10, ok));
    WindowStatus empty = WindowStatus.EMPTY_WINDOW;
    assertThat(Windows.joined(List.of(window(1, 5, empty), window(3, 9, ok)))).hasSize(2);
    assertThat(Windows.joined(List.of(window(1, 5, ok), window(3, 9, empty)))).hasSize(2);
  }

  private static Slice slice(Tape tape, long from, long to) {
    return Slice.of(
        tape.recording(),
        "engine",
        window(Tape.MONOTONIC + from, Tape.MONOTONIC + to, WindowStatus.OK),
        SETTING);
  }

  private static Tape sampled(double... seconds) {
    Tape tape = clocks();
    for (double second : seconds) {
      tape.sample("engine", second, Map.of("x", 1));
    }
    return tape;
  }

  @Test
  void samplesAtBothEdgesAreInside() {
    Tape tape = sampled(2, 5);

    assertThat(slice(tape, 2_000_000_000, 5_000_000_000L).samples()).hasSize(2);
    assertThat(slice(tape, 2_000_000_001, 5_000_000_000L).why())
        .endsWith(" of the window, found one");
    assertThat(slice(tape, 2_000_000_000, 4_999_999_999L).why())
        .endsWith(" of the window, found one");
    assertThat(slice(tape, 2_000_000_001, 4_999_999_999L).why())
        .endsWith(" of the window, found none");
  }

  @Test
  void aGapIsAllowedAtEitherEnd() {
    Tape tape = sampled(2, 5);

    assertThat(slice(tape, 1_000_000_000, 6_000_000_000L).status()).isEqualTo(WindowStatus.OK);
    assertThat(slice(tape, 999_000_000, 6_000_000_000L).why())
        .isEqualTo("the first sample of engine is 1 s after its start");
    assertThat(slice(tape, 1_000_000_000, 6_001_000_000L).why())
        .isEqualTo("the last sample of engine is 1 s before its end");
    assertThat(
            slice(sampled(2, 5).ended("engine", 5.5, false, "gone"), 1_000_000_000, 7_000_000_000L)
                .why())
        .isEqualTo(
            "the last sample of engine is 2 s before its end; sampling of engine had ended: gone");
    assertThat(
            slice(sampled(2, 5).ended("engine", 7, false, "gone"), 1_000_000_000, 7_000_000_000L)
                .why())
        .isEqualTo("the last sample of engine is 2 s before its end");
  }

  @Test
  void clocksMayDisagreeByTheBound() {
    for (double sign : new double[] {-1, 1}) {
      assertThat(
              slice(
                      clocks()
                          .stated("engine", 1, sign * 0.1, Map.of("x", 1))
                          .stated("engine", 2, sign * 0.1, Map.of("x", 2)),
                      1_000_000_000,
                      2_000_000_000)
                  .status())
          .isEqualTo(WindowStatus.OK);
      assertThat(
              slice(
                      clocks().stated("engine", 1, sign * 0.101, Map.of("x", 1)),
                      1_000_000_000,
                      2_000_000_000)
                  .why())
          .isEqualTo(
              "the clock of engine is 101 ms "
                  + (sign > 0 ? "ahead of" : "behind")
                  + " the lab's; allowed are 100 ms");
      assertThat(slice(sampled(1, 2).clocks(11, sign * 0.1), 1_000_000_000, 2_000_000_000).status())
          .isEqualTo(WindowStatus.OK);
      assertThat(
              slice(sampled(1, 2).clocks(11, sign * 0.101), 1_000_000_000, 2_000_000_000).status())
          .isEqualTo(WindowStatus.CLOCK_SKEW);
    }
  }

  @Test
  void threeIntervalsMayBeLostAndAlwaysASecond() {
    assertThat(setting("1s")).isEqualTo(new Slice.Setting(BOUND, 3_000_000_000L));
    assertThat(setting("10ms")).isEqualTo(new Slice.Setting(BOUND, 1_000_000_000));
    assertThat(Slice.Setting.of(Optional.empty()))
        .isEqualTo(new Slice.Setting(BOUND, 1_000_000_000));
  }

  private static Slice.Setting setting(String every) {
    return Slice.Setting.of(Runs.run("observe: { every: " + every + " }").experiment().observe());
  }
}
