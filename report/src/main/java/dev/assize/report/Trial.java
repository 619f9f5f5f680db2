package dev.assize.report;

import dev.assize.evidence.Ending;
import dev.assize.evidence.GateResult;
import dev.assize.evidence.TrialRecord;
import dev.assize.experiment.Gate;
import java.util.ArrayList;
import java.util.List;

/**
 * An attempt that ended, with its place in the order in which things were run.
 *
 * @param order from 1, over every attempt of the run
 * @param state as the judge sees it
 */
record Trial(int order, TrialRecord record, State state) {

  /** Returns how the command ended and each gate that failed; empty for a valid trial. */
  List<String> troubles() {
    List<String> troubles = new ArrayList<>();
    if (!(record.ending() instanceof Ending.Exited)) {
      troubles.add(ending(record.ending()));
    }
    for (GateResult gate : record.gates()) {
      if (!gate.passed() && gate.voids() != Gate.Scope.NOTE) {
        troubles.add(gate.name() + ": " + gate.detail());
      }
    }
    return troubles;
  }

  static String ending(Ending ending) {
    return switch (ending) {
      case Ending.Exited(int status) -> "exited with status " + status;
      case Ending.Signalled(int signal) -> "ended by signal " + signal;
      case Ending.TimedOut() -> "ended by the lab at the timeout";
      case Ending.NotStarted(String why) -> "never ran: " + why;
      case Ending.Interrupted(String why) -> "interrupted: " + why;
    };
  }

  /** What an attempt is good for. */
  enum State {
    /** Measured, and nothing forbids its use. */
    COUNTED("counts"),
    /** Run to warm up; its values are kept and never judged. */
    WARM_UP("warm-up"),
    /** A check or gate failed, or it did not end by itself. */
    VOID("void");

    private final String word;

    State(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }
  }
}
