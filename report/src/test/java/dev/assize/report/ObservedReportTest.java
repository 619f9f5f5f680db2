package dev.assize.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.experiment.PlannedTrial;
import dev.assize.judge.Judge;
import dev.assize.judge.Synthetic;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sections of exposure, twins, observations and open questions. */
class ObservedReportTest {
  @TempDir Path directory;

  @Test
  void readingsOfWhatWasNotExercisedAreShown() throws Exception {
    var run = Synthetic.write(Synthetic.Known.NOT_CARRIED, directory.resolve("run"));
    Report report = Report.of(run, Judge.judge(run));
    String text = report.text(false, 400).replace(Numbers.NBSP, " ");

    assertThat(text)
        .contains("engine.ring_bytes / engine.bytes >= 0.5")
        .contains("0 of 20 trials")
        .contains("engine.ring_bytes / engine.bytes = 0.0200")
        .contains("What did not reach significance")
        .contains("What is left open")
        .contains("what the treatment does where it runs: in 1 of 1 cell");
    // iowait always stands beside busy, and is not in it.
    assertThat(text).containsPattern("Host busy +Host iowait");
    assertThat(text).containsPattern("new +20 +50.0 % +20.0 % +none +1");
    assertThat(text).contains("Windows by status, one for each source, trial and operation:");
  }

  /** DESIGN: a quantile only where the samples can tell it, and marked where few do. */
  @Test
  void percentilesOfOperationsAreShownAsFarAsTheSamplesTellThem() throws Exception {
    String text =
        Samples.judged(SampleRun.complete(), directory).text(false, 400).replace(Numbers.NBSP, " ");

    assertThat(text)
        .contains("Percentiles of operations by nearest rank")
        .contains("* limited resolution: under ten are")
        .containsPattern("Operation +Arm +Samples +p50 +p90\\n")
        .containsPattern("read · copy.size=1G +large +48 +[0-9.]+ ms +[0-9.]+ ms \\*\n");
  }

  /** The report looks derived values up; a value that is not there is no zero. */
  @Test
  void derivedValuesAreTheJudges() throws Exception {
    var run = Synthetic.write(Synthetic.Known.NOT_CARRIED, directory.resolve("run"));
    var verdict = Judge.judge(run);
    var first = verdict.derived().getFirst();

    assertThat(Report.of(run, verdict).csv())
        .contains(",cpu-per-MB,,," + Double.toString(first.value()) + ",s/MB,measured");
  }

  private static final String TWINNED =
      """
      assize: 1
      name: twins
      question: "Is off better than on?"
      arms: { on: {}, off: { args: [--off] }, on2: { twin: on } }
      variants: { nio: {}, epoll: {} }
      scenarios:
        large: { command: [load], checks: [ { stdout: equal } ] }
        json: { command: [load], control: true, checks: [ { stdout: equal } ] }
      metrics: { wall: { primary: true, minimum-effect: 3 % }, minor-faults: {} }
      exposure: [ { arm: on, expression: "`minor-faults` > 2000" } ]
      design: { blocks: 1, warmups: 0, seed: 1, order: a1-b-a2 }
      decision: { rule: floor, minimum-floor: 2 %, compose: any, across: all, drift: 1 }
      """;

  @Test
  void floorsDeltasAndControlsAreTold() throws Exception {
    SampleRun run = new SampleRun(TWINNED);
    for (PlannedTrial planned : run.plan().trials()) {
      long wall =
          switch (planned.arm().value()) {
            case "on" -> 99_000_000;
            case "on2" -> 101_000_000;
            default -> planned.cell().variant().value().equals("nio") ? 90_000_000 : 101_500_000;
          };
      run.ended(run.record(planned, 1, wall));
    }
    String text =
        Samples.judged(run.close(), directory).text(false, 400).replace(Numbers.NBSP, " ");

    assertThat(text).startsWith("○ NOT EXERCISED");
    assertThat(text)
        .contains("WIN or LOSS only when every variant says so")
        .containsPattern("wall · nio +3.00 % +2.00 % +2.00 % +2.00 % +2 +3.00 %")
        .contains("signed so that d > 0 means off is better; variants in the order nio / epoll")
        .containsPattern("large +9[0-9]+ to 9[0-9]+; holds in 0 of 4 +\\+10.00\\* / −1.50")
        .containsPattern("json \\(control\\) .*\\+10.00\\* / −1.50")
        .contains("no cell voted, because none was exposed")
        .contains("-10.0 %, floor 3.0 %: beyond the floor and both twins, but not exposed")
        .contains("of the control scenarios wall in json/nio (off vs on) -10.0 % went beyond");
  }
}
