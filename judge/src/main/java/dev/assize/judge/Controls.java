package dev.assize.judge;

import dev.assize.experiment.Arm;
import dev.assize.experiment.Experiment;
import java.util.ArrayList;
import java.util.List;

/**
 * Controls that moved. Looked at on the primary metrics, with Holm's correction over all controls,
 * metrics and cells; a control moved when that is significant and its change at least the
 * threshold.
 */
final class Controls {
  private Controls() {}

  static List<Comparison> moved(Experiment experiment, List<Comparison> comparisons) {
    List<Comparison> watched =
        comparisons.stream()
            .filter(c -> experiment.arm(c.contrast().candidate()).role() == Arm.Role.CONTROL)
            .filter(c -> c.metric().primary())
            .filter(c -> c.pValue().isPresent() && c.randomisation().isPresent())
            .toList();
    double[] p = watched.stream().mapToDouble(c -> c.pValue().orElseThrow()).toArray();
    double alpha = 1 - experiment.decision().level();
    double[] adjusted = HolmSteps.of(p, p.length, alpha).adjusted();
    List<Comparison> moved = new ArrayList<>();
    for (int i = 0; i < p.length; i++) {
      Comparison c = watched.get(i);
      if (adjusted[i] <= alpha
          && Math.abs(c.randomisation().orElseThrow().estimate()) >= c.threshold()) {
        moved.add(c);
      }
    }
    return moved;
  }
}
