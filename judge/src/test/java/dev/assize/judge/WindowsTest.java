package dev.assize.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assize.evidence.Attempt;
import dev.assize.evidence.Ending;
import dev.assize.evidence.OperationSample;
import dev.assize.evidence.Reading;
import dev.assize.evidence.TrialRecord;
import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Expression;
import dev.assize.experiment.Nanos;
import dev.assize.experiment.OperationName;
import dev.assize.experiment.ScenarioName;
import dev.assize.experiment.VariantName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The windows of the seed, with its negative controls. */
class WindowsTest {
  private static final Slice.Setting SETTING = new Slice.Setting(100_000_000, 3_000_000_000L);

  /** The host's busy share and the server's ticks, row by row, in seconds 0 to 11. */
  private static final int[] BUSY = {10, 20, 30, 40, 50, 60, 70, 80, 90, 96, 12, 14};

  private static TrialRecord trial(double from, double to, OperationSample... operations) {
    return new TrialRecord(
        new Attempt(1, 1),
        true,
        new Cell(new ScenarioName("work"), new VariantName("default")),
        new ArmName("old"),
        1,
        0,
        new Ending.Exited(0),
        Tape.RAW + Math.round(from * 1e9),
        Optional.of(new Nanos(Math.round((to - from) * 1e9))),
        Optional.empty(),
        Optional.empty(),
        List.of(operations),
        Map.of(),
        List.of(),
        List.of(),
        List.of(),
        Map.of());
  }

  private static OperationSample operation(String name, double from, double to) {
    return new OperationSample(
        new OperationName(name),
        1,
        new Nanos(Math.round((to - from) * 1e9)),
        OptionalLong.of(Tape.at(from)));
  }

  private static Tape column() {
    Tape tape = new Tape().clocks(-0.5);
    double ticks = 0;
    for (int second = 0; second < BUSY.length; second++) {
      tape.sample("host", second, Map.of("share", BUSY[second]));
      tape.sample("server", second, Map.of("cpu", 1 + ticks, "user", ticks, "system", 1));
      ticks += second < 5 ? 0.5 : 2.5;
    }
    return tape.clocks(40);
  }

  private static List<Window> windows(TrialRecord trial, double warmUp, Tape tape) {
    return Windows.of(trial, Math.round(warmUp * 1e9), SETTING.bound(), tape.recording());
  }

  private static TrialValue evaluate(String expression, List<Window> windows, Tape tape) {
    ObservedNames names =
        new ObservedNames(
            Runs.run().experiment(),
            tape.recording(),
            Windows.joined(windows),
            SETTING,
            m -> new TrialValue.Missing("not here: " + m.name()));
    return Evaluation.of(Expression.parse(expression), names);
  }

  private static double amount(String expression, List<Window> windows, Tape tape) {
    TrialValue value = evaluate(expression, windows, tape);
    assertThat(value).isInstanceOf(TrialValue.Amount.class);
    return ((TrialValue.Amount) value).value();
  }

  private static String missing(String expression, List<Window> windows, Tape tape) {
    TrialValue value = evaluate(expression, windows, tape);
    assertThat(value).isInstanceOf(TrialValue.Missing.class);
    return ((TrialValue.Missing) value).why();
  }

  @Test
  void eachOperationHasItsOwnSamplesAndNeverTheMeanOfTheColumn() {
    Tape tape = column();
    List<Window> first = windows(trial(0, 11, operation("a", 0, 5)), 2, tape);
    List<Window> second = windows(trial(0, 11, operation("b", 6, 9)), 2, tape);
    List<Window> untrimmed = windows(trial(0, 11, operation("a", 0, 5)), 0, tape);

    assertThat(amount("mean(host.share)", first, tape)).isEqualTo(45.0);
    assertThat(amount("mean(host.share)", second, tape)).isEqualTo(93.0);
    assertThat(amount("mean(host.share)", untrimmed, tape)).isEqualTo(35.0);
    assertThat(amount("rate(server.cpu)", first, tape)).isEqualTo(0.5);
    assertThat(amount("rate(server.cpu)", second, tape)).isEqualTo(2.5);
    assertThat(amount("window.seconds", first, tape)).isEqualTo(3);
    // Both operations in one trial: their windows together, and still not the column.
    List<Window> both = windows(trial(0, 11, operation("a", 0, 5), operation("b", 6, 9)), 2, tape);
    assertThat(both).hasSize(2);
    assertThat(amount("mean(host.share)", both, tape))
        .isEqualTo((40 + 50 + 60 + 30 + 90 + 96) / 6.0);
    assertThat(amount("server.cpu", both, tape)).isEqualTo(3 * 0.5 + 2.5);
    assertThat(amount("mean(host.share)", both, tape)).isNotCloseTo(572 / 12.0, within(0.001));
  }

  @Test
  void aWindowAfterTheSamplerStoppedHasNoDataAndNoZero() {
    Tape tape = column().ended("server", 11.5, true, "it was killed");
    List<Window> windows = windows(trial(0, 40, operation("get-json", 30, 40)), 2, tape);

    Slice slice = Slice.of(tape.recording(), "server", windows.getFirst(), SETTING);
    assertThat(slice.status()).isEqualTo(WindowStatus.NO_DATA);
    assertThat(slice.samples()).isEmpty();
    assertThat(slice.why())
        .isEqualTo(
            "expected two samples of server or more in the 8 s of the window, found none; sampling"
                + " of server had ended: it was killed");
    assertThat(missing("server.cpu", windows, tape)).startsWith("no_data: ");
    assertThat(missing("rate(server.cpu) > 0", windows, tape)).startsWith("no_data: ");
    assertThat(missing("server.cpu == 0", windows, tape)).startsWith("no_data: ");
  }

  @Test
  void aSamplerKilledInTheMiddleOfAWindowCoversNone() {
    Tape tape = column();
    List<Window> windows = windows(trial(0, 40, operation("a", 2, 30)), 0, tape);

    Slice slice = Slice.of(tape.recording(), "server", windows.getFirst(), SETTING);
    assertThat(slice.status()).isEqualTo(WindowStatus.NO_DATA);
    assertThat(slice.why()).isEqualTo("the last sample of server is 19 s before its end");
  }

  @Test
  void ticksThatAreAllZeroAreAbsent() {
    Tape tape = new Tape().clocks(0);
    for (int second = 0; second <= 5; second++) {
      tape.sample("server", second, Map.of("cpu", 0, "user", 0, "system", 0, "rss", 105));
      tape.sample("host", second, Map.of("cpu.user", 5, "cpu.idle", 7, "disk.a.reads", second));
      tape.sample("engine", second, Map.of("sends", 0));
    }
    List<Window> windows = windows(trial(0, 5), 0, tape.clocks(5));

    assertThat(missing("server.cpu", windows, tape)).contains("every time is zero over 5 s");
    assertThat(missing("host.cpu.user", windows, tape)).contains("every time is zero over 5 s");
    assertThat(amount("mean(server.rss)", windows, tape)).isEqualTo(105);
    assertThat(amount("host.disk.a.reads", windows, tape)).isEqualTo(5);
    // A counter that the application published as zero is a reading.
    assertThat(amount("engine.sends", windows, tape)).isZero();
  }

  @Test
  void busyHasNoIowaitInIt() {
    Tape tape =
        new Tape()
            .clocks(0)
            .sample("host", 0, Map.of("cpu.busy", 0, "cpu.iowait", 0, "cpu.idle", 0))
            .sample("host", 35, Map.of("cpu.busy", 554, "cpu.iowait", 409, "cpu.idle", 37))
            .clocks(35);
    List<Window> windows = windows(trial(0, 35), 0, tape);

    assertThat(
            amount(
                "host.cpu.busy / (host.cpu.busy + host.cpu.idle + host.cpu.iowait)", windows, tape))
        .isCloseTo(0.554, within(1e-9));
  }

  @Test
  void absentUnpublishedAndBackwardsAreNoZero() {
    Tape tape = new Tape().clocks(0);
    for (int second = 0; second <= 4; second++) {
      tape.sample(
          "server",
          second,
          Map.of(
              "cpu", second < 3 ? (Object) (1 + second) : new Reading.Absent("pid 7 has ended")));
      tape.sample(
          "engine",
          second,
          Map.of(
              "hidden", new Reading.Unpublished("the document has no /hidden"),
              "late", second < 4 ? new Reading.Unpublished("not yet") : (Object) 9,
              "back", second == 3 ? 1 : second * 10));
      tape.sample(
          "command",
          second,
          Map.of("cpu", second < 4 ? (Object) (1 + second) : new Reading.Absent("reaped")));
    }
    List<Window> windows = windows(trial(0, 4), 0, tape.clocks(4));

    assertThat(missing("server.cpu", windows, tape)).isEqualTo("server.cpu: pid 7 has ended");
    assertThat(missing("engine.hidden", windows, tape))
        .isEqualTo("engine.hidden: the document has no /hidden");
    assertThat(missing("engine.never", windows, tape)).isEqualTo("engine.never is not published");
    assertThat(missing("engine.late", windows, tape)).contains("not yet");
    assertThat(missing("engine.back", windows, tape))
        .startsWith("engine.back went backwards, from 20 to 1:");
    // The command is expected to end.
    assertThat(amount("rate(command.cpu)", windows, tape)).isEqualTo(1);
    // One missing name makes the whole missing, also under "or".
    assertThat(missing("engine.hidden > 0 || command.cpu > 0", windows, tape)).contains("/hidden");
  }

  @Test
  void aClockTwoHoursOffIsSkewAndNeverOk() {
    Tape tape = new Tape().clocks(0);
    for (int second = 0; second <= 5; second++) {
      tape.stated("engine", second, 7200, Map.of("sends", second));
      tape.stated("web", second, 0.05, Map.of("requests", second));
    }
    List<Window> windows = windows(trial(0, 5), 0, tape.clocks(5));

    Slice skewed = Slice.of(tape.recording(), "engine", windows.getFirst(), SETTING);
    assertThat(skewed.status()).isEqualTo(WindowStatus.CLOCK_SKEW);
    assertThat(skewed.why())
        .isEqualTo("the clock of engine is 7200 s ahead of the lab's; allowed are 100 ms");
    assertThat(missing("engine.sends", windows, tape)).startsWith("clock_skew: ");
    assertThat(amount("web.requests", windows, tape)).isEqualTo(5);
  }

  @Test
  void aSteppedClockOfTheLabAndAForeignClockOfTheWorkloadAreSkew() {
    Tape stepped = column().clocks(41, 3);
    List<Window> windows = windows(trial(0, 11), 0, stepped);
    assertThat(Slice.of(stepped.recording(), "server", windows.getFirst(), SETTING))
        .satisfies(
            s -> {
              assertThat(s.status()).isEqualTo(WindowStatus.CLOCK_SKEW);
              assertThat(s.why()).contains("moved by +3 s");
            });

    OperationSample unix =
        new OperationSample(
            new OperationName("a"), 1, new Nanos(5), OptionalLong.of(Tape.REALTIME));
    Window foreign = windows(trial(0, 11, unix), 0, column()).getFirst();
    assertThat(foreign.status()).isEqualTo(WindowStatus.CLOCK_SKEW);
    assertThat(foreign.why()).contains("starts are expected in ns of CLOCK_MONOTONIC");
  }

  @Test
  void emptyUnplacedAndUnsampledWindowsSayWhatTheyAre() {
    Tape tape = column();
    Window empty = windows(trial(0, 11, operation("a", 0, 5)), 5, tape).getFirst();
    assertThat(empty.status()).isEqualTo(WindowStatus.EMPTY_WINDOW);
    assertThat(empty.why()).isEqualTo("a warm-up of 5 s leaves nothing of 5 s");
    assertThat(Slice.of(tape.recording(), "server", empty, SETTING).status())
        .isEqualTo(WindowStatus.EMPTY_WINDOW);

    Tape clockless = new Tape().sample("server", 1, Map.of("cpu", 1));
    Window unplaced = windows(trial(0, 11), 0, clockless).getFirst();
    assertThat(unplaced.status()).isEqualTo(WindowStatus.NO_TIMESTAMPS);

    Slice unsampled =
        Slice.of(
            tape.ended("engine", 0, true, "status 404 from /counters").recording(),
            "engine",
            windows(trial(0, 11), 0, tape).getFirst(),
            SETTING);
    assertThat(unsampled.status()).isEqualTo(WindowStatus.NO_SAMPLER);
    assertThat(unsampled.why())
        .isEqualTo("nothing was sampled of engine: status 404 from /counters");
  }

  @Test
  void operationsWithoutStartsTakeTheWholeTrialWithItsFirstAndLastSample() {
    Tape tape =
        new Tape()
            .clocks(-0.1)
            .sample("witness", -0.1, Map.of("zc", 0))
            .sample("witness", 0.4, Map.of("zc", 900))
            .clocks(0.4);
    OperationSample untold = new OperationSample(new OperationName("a"), 1, new Nanos(200_000_000));
    List<Window> windows = windows(trial(0, 0.3, untold), 0, tape);

    assertThat(windows).singleElement().satisfies(w -> assertThat(w.operation()).isEmpty());
    Slice slice = Slice.of(tape.recording(), "witness", windows.getFirst(), SETTING);
    assertThat(slice.status()).isEqualTo(WindowStatus.OK);
    assertThat(slice.samples()).hasSize(2);
    // With a warm-up the sample before the start is not taken.
    assertThat(
            Slice.of(
                    tape.recording(),
                    "witness",
                    windows(trial(0, 0.3), 0.1, tape).getFirst(),
                    SETTING)
                .status())
        .isEqualTo(WindowStatus.NO_DATA);
  }

  @Test
  void anotherProcessIsNotTheSameCounter() {
    Tape tape =
        new Tape()
            .clocks(0)
            .ofPid("engine", 0, 7, Map.of("sends", 5))
            .ofPid("engine", 1, 8, Map.of("sends", 9))
            .clocks(1);

    assertThat(missing("engine.sends", windows(trial(0, 1), 0, tape), tape))
        .contains("more than one process: pids [7, 8]");
  }

  @Test
  void divisionByZeroIsMissing() {
    Tape tape = new Tape().clocks(0);
    tape.sample("engine", 0, Map.of("a", 1, "b", 2)).sample("engine", 1, Map.of("a", 4, "b", 2));
    List<Window> windows = windows(trial(0, 1), 0, tape.clocks(1));

    assertThat(missing("engine.a / engine.b", windows, tape))
        .isEqualTo("division by zero: engine.b is 0");
    assertThat(amount("engine.a * 2 - 1", windows, tape)).isEqualTo(5);
    assertThat(amount("engine.a == 3 && engine.b == 0", windows, tape)).isEqualTo(1);
  }
}
