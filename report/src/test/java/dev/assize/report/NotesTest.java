package dev.assize.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.evidence.GateResult;
import dev.assize.evidence.TrialRecord;
import dev.assize.experiment.Gate;
import dev.assize.experiment.PlannedTrial;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class NotesTest {
  private static final String NO_OTHER =
      "expected no other process above 10.0 % of one of our CPUs, found ";

  private final SampleRun run = new SampleRun(SampleRun.SPEC);
  private final List<Trial> trials = new ArrayList<>();

  private void noted(String gate, String detail) {
    PlannedTrial planned = run.plan().trials().get(trials.size());
    GateResult result = new GateResult(gate, false, Gate.Scope.NOTE, detail);
    add(run.trial(planned, 1, result));
  }

  private void add(TrialRecord record) {
    trials.add(new Trial(trials.size() + 1, record, Trial.State.COUNTED));
  }

  private void disturbed(String process, String share) {
    noted("interference", NO_OTHER + process + " at " + share + " %");
  }

  @Test
  void oneProgramIsOneNoteWithItsHighestShare() {
    disturbed("pid 7 (java): java -jar ci.jar (a) at noon", "12.5");
    disturbed("pid 7 (java): java -jar ci.jar (a) at noon", "40.0");
    disturbed("pid 7 (java): java -jar ci.jar (a) at noon", "9.5");

    assertThat(Notes.of(trials))
        .containsExactly(
            "interference, noted in 3 attempts: "
                + NO_OTHER
                + "pid 7 (java): java -jar ci.jar (a) at noon at up to 40.0 %: 1-1, 2-1, 3-1");
  }

  @Test
  void processesOfOneProgramAreCountedAndTheFrequentCauseComesFirst() {
    disturbed("pid 12 (kswapd0) [kernel thread]", "30.0");
    for (int i = 0; i < 12; i++) {
      disturbed("pid 10" + i + " (cc1plus): cc1plus part" + i + ".cc", (20 + i) + ".0");
    }

    assertThat(Notes.of(trials))
        .containsExactly(
            "interference, noted in 12 attempts: "
                + NO_OTHER
                + "12 processes of cc1plus, most pid 1011 (cc1plus): cc1plus part11.cc"
                + " at up to 31.0 %: 2-1, 3-1, 4-1, 5-1, 6-1, 7-1, 8-1, 9-1 and 4 more",
            "interference, noted in 1 attempt: 1-1: "
                + NO_OTHER
                + "pid 12 (kswapd0) [kernel thread] at 30.0 %");
  }

  @Test
  void otherGatesAreGroupedByWhatWasExpectedAndUnknownWordsStay() {
    noted("steal", "expected at most 1.0 % of CPU time stolen by the hypervisor, found 1.2 %");
    noted("steal", "expected at most 1.0 % of CPU time stolen by the hypervisor, found 11.0 %");
    noted("leftovers", "something else");
    noted("leftovers", "something else");
    noted("leftovers", "another thing");

    assertThat(Notes.of(trials))
        .containsExactly(
            "leftovers, noted in 2 attempts: 3-1, 4-1: something else",
            "leftovers, noted in 1 attempt: 5-1: another thing",
            "steal, noted in 2 attempts: expected at most 1.0 % of CPU time stolen by the"
                + " hypervisor, found up to 11.0 %: 1-1, 2-1");
  }

  @Test
  void nothingNotedIsNoNote() {
    add(run.trial(run.plan().trials().getFirst(), 1));
    assertThat(Notes.of(trials)).isEmpty();
  }
}
