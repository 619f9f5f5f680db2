package dev.assize.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.ScenarioName;
import dev.assize.experiment.VariantName;
import dev.assize.judge.Verdict.ProcessorFound;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A load generator that is itself the bottleneck is detected and said. */
class SaturationTest {
  private static Experiment experiment(String cpus, String server) {
    return Runs.run(
            """
            scenarios:
              work:
                command: [load]
                %s
                %s
                checks: [ { stdout: equal } ]
            """
                .formatted(cpus, server))
        .docket()
        .experiment();
  }

  private static final String SERVER =
      "server: { command: [serve], ports: [http], ready: { stdout: ready } }";

  private static List<String> said(Experiment experiment, double command) {
    Cell cell = new Cell(new ScenarioName("work"), new VariantName("default"));
    return Saturation.of(
        experiment,
        List.of(
            new ProcessorFound(cell, new ArmName("old"), 3, 0.6, 0, 0.9, 0.4, ""),
            new ProcessorFound(cell, new ArmName("new"), 3, 0.9, 0, 0.9, command, "")));
  }

  @Test
  void aLoadThatUsesAllItsCpusIsSaid() {
    assertThat(said(experiment("cpus: [1]", SERVER), 0.987))
        .containsExactly(
            "load at its limit: in work/default the command used up to 0.99 CPUs of 1 (new); the"
                + " figures there may say more of the load than of the server");
    assertThat(said(experiment("cpus: [0, 1]", SERVER), 1.93))
        .singleElement()
        .asString()
        .contains("1.93 CPUs of 2 (new); the figures");
  }

  @Test
  void aLoadThatMayHaveOneThreadIsSaidToPerhapsBeAtItsLimit() {
    assertThat(said(experiment("", SERVER), 1.0))
        .singleElement()
        .asString()
        .contains("1 CPUs (new); if it has one working thread, the figures");
    assertThat(said(experiment("cpus: [0, 1]", SERVER), 0.97))
        .singleElement()
        .asString()
        .contains("of 2 (new); if it has one working thread,");
  }

  @Test
  void restIsNoLimitAndACommandWithoutServerIsNoLoad() {
    assertThat(said(experiment("cpus: [1]", SERVER), 0.94)).isEmpty();
    assertThat(said(experiment("cpus: [0, 1]", SERVER), 1.5)).isEmpty();
    assertThat(said(experiment("cpus: [1]", SERVER), Double.NaN)).isEmpty();
    assertThat(said(experiment("cpus: [1]", ""), 1)).isEmpty();
  }
}
