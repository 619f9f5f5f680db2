package dev.assize.bench.http.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.bench.http.message.BenchFailure;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SloSearchTest {
  private static final RunSettings SETTINGS =
      new RunSettings(
          LoadScenario.GET_JSON,
          new InetSocketAddress(InetAddress.getLoopbackAddress(), 1),
          8,
          0,
          new Pacing.Closed(1),
          Duration.ZERO,
          Duration.ofSeconds(1),
          Duration.ofSeconds(1),
          false);
  private static final long SATURATION = 10_000;

  /** A server whose p99 is 1 ms at no load and grows as a queue's: without bound at saturation. */
  private static Outcome answer(RunSettings settings) {
    double rate =
        settings.pacing() instanceof Pacing.Open open ? open.perSecond() : (double) SATURATION;
    Window window = new Window(0, 1_000_000_000);
    Recorder recorder = new Recorder(window, settings.pacing() instanceof Pacing.Open);
    long served = (long) Math.min(rate, SATURATION);
    double load = Math.min(0.9999, rate / SATURATION);
    long p99 = (long) (1_000_000 / (1 - load));
    for (long k = 0; k < served; k++) {
      long end = k * 1_000_000_000 / served;
      if (settings.pacing() instanceof Pacing.Open) {
        recorder.answered(end, Math.min(999_999_999, end) + (end + p99 < 1_000_000_000 ? p99 : 0));
      } else {
        recorder.answered(end, end);
      }
    }
    return new Outcome(recorder, new Tally(), 0, 0, Usage.NONE);
  }

  @Test
  void findsTheRateToThreePercent() throws BenchFailure {
    List<SloSearch.Trial> trials = new ArrayList<>();
    List<SloSearch.Answer> answers =
        new SloSearch(SETTINGS, SloSearchTest::answer, trials::add)
            .search(List.of(Duration.ofMillis(10), Duration.ofMillis(50)));
    // 1 ms / (1 - load) <= 10 ms up to a load of 0.9; <= 50 ms up to 0.98.
    assertThat(answers.get(0).rate()).isBetween(9_000 / 1.03, 9_000.0 * 1.001);
    assertThat(answers.get(0).p99()).isLessThanOrEqualTo(10_000_000);
    assertThat(answers.get(1).rate()).isBetween(9_800 / 1.03, 9_800.0 * 1.001);
    assertThat(trials).hasSizeLessThan(20);
  }

  @Test
  void aLimitThatNothingKeepsHasNoRate() throws BenchFailure {
    List<SloSearch.Answer> answers =
        new SloSearch(SETTINGS, SloSearchTest::answer, trial -> {})
            .search(List.of(Duration.ofNanos(100_000)));
    assertThat(answers).containsExactly(new SloSearch.Answer(Duration.ofNanos(100_000), 0, 0));
  }
}
