package dev.assize.bench.http.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OutcomeTest {
  private static final Window SECOND = new Window(0, 1_000_000_000);

  private static Outcome outcome(Tally tally, long processNanos, long threadNanos) {
    return new Outcome(
        new Recorder(SECOND, true), tally, 0, 27, new Usage(processNanos, threadNanos));
  }

  @Test
  void aThreadThatUsesItsProcessorIsTheBottleneck() {
    Outcome outcome = outcome(new Tally(), 1_200_000_000, 960_000_000);
    assertThat(outcome.generatorIsBottleneck()).isTrue();
    assertThat(outcome.bottleneck()).isEqualTo("its thread used 96.0 % of a processor");
  }

  @Test
  void whatOtherThreadsUseIsNone() {
    assertThat(outcome(new Tally(), 1_200_000_000, 500_000_000).generatorIsBottleneck()).isFalse();
  }

  @Test
  void lateStartsAreTheBottleneck() {
    Tally tally = new Tally();
    for (int start = 0; start < 98; start++) {
      tally.started(1_000_000);
    }
    tally.started(1_000_001);
    assertThat(outcome(tally, 0, 0).generatorIsBottleneck()).as("1 of 99").isTrue();
    assertThat(outcome(tally, 0, 0).bottleneck())
        .isEqualTo("1.0 % of the starts were more than 1 ms late");
    tally.started(0);
    assertThat(outcome(tally, 0, 0).generatorIsBottleneck()).as("1 of 100").isFalse();
  }
}
