package dev.assize.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assize.experiment.PlannedTrial;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvidenceStateTest {
  @TempDir Path directory;

  @Test
  void readsTheStateOffTheJournal() throws Exception {
    RunDirectory run = SampleRun.create(directory.resolve("run"));
    PlannedTrial first = run.plan().trials().get(0);
    PlannedTrial second = run.plan().trials().get(1);
    PlannedTrial third = run.plan().trials().get(2);
    TrialRecord failed = SampleRun.record(first, 1, new Ending.TimedOut(), List.of());
    TrialRecord good = SampleRun.record(first, 2, new Ending.Exited(0), List.of());
    TrialRecord other = SampleRun.record(second, 1, new Ending.Signalled(9), List.of());
    EvidenceState state =
        state(
            run,
            new Event.SetUp(first.cell(), first.arm(), true, ""),
            new Event.TrialStarted(failed.attempt()),
            new Event.TrialEnded(failed),
            new Event.TrialStarted(good.attempt()),
            new Event.TrialEnded(good),
            new Event.CleanedUp(first.cell(), first.arm(), true, ""),
            new Event.SetUp(second.cell(), second.arm(), false, "no"),
            new Event.TrialStarted(other.attempt()),
            new Event.TrialEnded(other),
            new Event.TrialStarted(new Attempt(third.number(), 1)));

    assertThat(state.last(1)).contains(good);
    assertThat(state.attempts(1)).containsExactly(failed, good);
    assertThat(state.attemptsMade(1)).isEqualTo(2);
    assertThat(state.lastRecords()).containsExactly(good, other);
    assertThat(state.allRecords()).containsExactly(failed, good, other);
    assertThat(state.inFlight()).containsExactly(new Attempt(3, 1));
    assertThat(state.attemptsMade(3)).isEqualTo(1);
    assertThat(state.last(3)).isEmpty();
    assertThat(state.openSetups())
        .containsExactly(new EvidenceState.OpenSetup(second.cell(), second.arm(), false));
    assertThat(state.withoutRecord())
        .isEqualTo(run.plan().trials().subList(2, run.plan().trials().size()));
    assertThat(state.closed()).isFalse();
    assertThat(state(run, new Event.Closed(0, 0)).closed()).isTrue();
  }

  @Test
  void refusesAnAttemptAtATrialThatIsNotPlanned() throws Exception {
    RunDirectory run = SampleRun.create(directory.resolve("run"));

    assertThatThrownBy(() -> state(run, new Event.TrialStarted(new Attempt(0, 1))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("journal.jsonl:1: expected a trial from 1 to ");
  }

  private static EvidenceState state(RunDirectory run, Event... events) {
    List<Entry> entries = new ArrayList<>();
    for (Event event : events) {
      entries.add(new Entry(entries.size() + 1, Instant.EPOCH, Digest.NONE, event));
    }
    return EvidenceState.of(entries, run.plan());
  }
}
