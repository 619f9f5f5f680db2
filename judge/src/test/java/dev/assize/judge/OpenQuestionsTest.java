package dev.assize.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.experiment.Cell;
import dev.assize.experiment.ScenarioName;
import dev.assize.experiment.VariantName;
import dev.assize.judge.Verdict.ExposureFound;
import dev.assize.judge.Verdict.WindowFound;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a run leaves open. */
class OpenQuestionsTest {
  private static final Comparison ONE =
      Runs.primary(Runs.judge(Runs.walls(Runs.run(), Runs.noisy(100, 0.002, 1))));

  private static Cell cell(String scenario) {
    return new Cell(new ScenarioName(scenario), new VariantName("default"));
  }

  private static Comparison comparison(String scenario, Outcome outcome) {
    return Changed.with(Changed.with(ONE, "cell", cell(scenario)), "outcome", outcome);
  }

  private static ExposureFound exposure(String scenario, String expected, int kept) {
    return new ExposureFound(cell(scenario), Runs.NEW, expected, 12, kept, List.of());
  }

  private static WindowFound window(String source, WindowStatus status, int count) {
    return new WindowFound(cell("a"), Runs.NEW, "", source, status, count, "");
  }

  @Test
  void whatWasNotExercisedIsToldWithWhatAnAnswerTakes() {
    assertThat(
            new OpenQuestions()
                .of(
                    Outcome.WIN,
                    List.of(
                        comparison("a", Outcome.NOT_EXERCISED),
                        comparison("a", Outcome.NOT_EXERCISED),
                        comparison("b", Outcome.WIN)),
                    List.of(
                        exposure("a", "ring > 0", 11),
                        exposure("a", "hits > 0", 12),
                        exposure("b", "sends > 0", 0)),
                    List.of()))
        .containsExactly(
            "what the treatment does where it runs: in 1 of 2 cells it did not run as declared. An"
                + " answer takes work for which this holds: ring > 0 in new");
  }

  @Test
  void undecidedVoidAndLostWindowsAreCounted() {
    assertThat(
            new OpenQuestions()
                .of(
                    Outcome.WIN,
                    List.of(
                        comparison("a", Outcome.UNDECIDED),
                        comparison("b", Outcome.VOID),
                        comparison("c", Outcome.VOID)),
                    List.of(),
                    List.of(
                        window("server", WindowStatus.OK, 3),
                        window("server", WindowStatus.NO_DATA, 2),
                        window("host", WindowStatus.OK, 5))))
        .containsExactly(
            "1 primary comparison of 3: could not be decided by this run, in either direction",
            "2 primary comparisons of 3: void, so that nothing is known of it",
            "what server would have shown in 2 of 5 windows: no_data");
  }

  @Test
  void noDifferenceLeavesSmallerOnesOpen() {
    List<Comparison> same = List.of(comparison("a", Outcome.NO_DIFFERENCE));

    assertThat(new OpenQuestions().of(Outcome.NO_DIFFERENCE, same, List.of(), List.of()))
        .containsExactly("whether there are differences of less than 1.0 %");
    assertThat(new OpenQuestions().of(Outcome.WIN, same, List.of(), List.of())).isEmpty();
  }
}
