package dev.assize.judge;

import dev.assize.evidence.DamagedEvidenceException;
import dev.assize.evidence.RunDirectory;
import dev.assize.experiment.Arm;
import dev.assize.experiment.Contrast;
import dev.assize.experiment.Experiment;
import dev.assize.judge.Comparing.Compared;
import dev.assize.judge.Verdict.CellVerdict;
import dev.assize.judge.Verdict.Counts;
import dev.assize.judge.Verdict.Trend;
import dev.assize.judge.Verdict.Vote;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Reads the evidence of a run and gives the verdict that the sealed rule asks for. */
public final class Judge {
  private Judge() {}

  /**
   * Judges a run, complete or not. The same evidence gives the same verdict, byte for byte. Nothing
   * is run and nothing is written.
   *
   * <p>Gates are applied again from the evidence; the lab's own opinion of a trial is not used. For
   * each planned trial the last attempt that counts is taken; a block counts for a contrast when
   * both arms' trials count.
   *
   * @throws DamagedEvidenceException when the journal or the observations of an attempt are not
   *     what was written
   */
  public static Verdict judge(RunDirectory run) throws DamagedEvidenceException {
    try {
      return judge(
          new Docket(
              run.runId(),
              run.spec().experiment(),
              run.plan(),
              run.entries(),
              ObservationSource.of(run),
              run.spec().overrides()));
    } catch (ObservationSource.Unreadable e) {
      throw e.damage();
    }
  }

  static Verdict judge(Docket docket) {
    Experiment experiment = docket.experiment();
    Examination examination = Examination.of(docket);
    Counts counts = examination.counts();
    List<Verdict.Tally> tallies = examination.tallies();
    Fairness fairness = new Fairness(tallies);
    Exposures exposures = Exposures.of(experiment, examination);
    Comparing comparing = new Comparing(docket, examination, exposures, fairness);
    List<Compared> compared = comparing.all();
    List<Comparison> comparisons = compared.stream().map(Compared::comparison).toList();
    List<CellVerdict> cells = Composition.cells(comparisons);
    Composition composition = new Composition(experiment.decision());
    List<Verdict.VariantVerdict> variants = composition.variants(comparisons);
    Outcome outcome =
        experiment.design().descriptive() && !allVoid(comparisons)
            ? Outcome.UNDECIDED
            : composition.of(variants);
    List<Vote> votes = comparing.votes(compared);
    ControlScenarios controls = new ControlScenarios(experiment);
    List<ControlScenarios.Moved> movedScenarios = controls.moved(comparisons, votes);
    ObservedFindings findings = new ObservedFindings(experiment, examination);
    List<Verdict.WindowFound> windows = findings.windows();
    List<Verdict.ProcessorFound> processors = findings.processors();
    List<Trend> trends = Trends.of(compared);
    List<Comparison> movedControls = Controls.moved(experiment, comparisons);
    boolean complete = docket.closed() && counts.missing() == 0;
    return new Verdict(
        Experiment.SCHEMA,
        experiment.name(),
        docket.run(),
        outcome,
        trends.stream().anyMatch(Trend::drift)
            || !movedControls.isEmpty()
            || controls.drift(movedScenarios),
        complete,
        experiment.design().descriptive(),
        new Sentences(experiment, comparisons).sentence(outcome),
        flags(
            experiment,
            counts,
            complete,
            trends,
            movedControls,
            controls.drift(movedScenarios) ? movedScenarios : List.of(),
            unequal(docket, fairness),
            Saturation.of(experiment, processors)),
        new Alternatives(experiment, votes).of(compared),
        cells,
        comparisons,
        regressions(experiment, comparisons),
        examination.voids(),
        counts,
        tallies,
        trends,
        comparing.floors().measured(),
        votes,
        exposures.found(),
        variants,
        findings.derived(),
        windows,
        processors,
        Latencies.of(experiment, examination),
        new Unreached(experiment, controls, votes).of(comparisons, movedScenarios),
        new OpenQuestions().of(outcome, comparisons, exposures.found(), windows),
        Deviations.of(docket, examination, counts),
        Limits.of(experiment, examination, comparisons));
  }

  private static boolean allVoid(List<Comparison> comparisons) {
    return !comparisons.isEmpty()
        && comparisons.stream().allMatch(c -> c.outcome() == Outcome.VOID);
  }

  private static List<String> unequal(Docket docket, Fairness fairness) {
    Experiment experiment = docket.experiment();
    List<Contrast> contrasts =
        experiment.arms().stream()
            .filter(a -> a.role() == Arm.Role.CANDIDATE)
            .map(a -> new Contrast(a.name(), experiment.baseline().name()))
            .toList();
    return experiment.cells().stream()
        .flatMap(c -> fairness.differences(c, contrasts).stream())
        .toList();
  }

  private static List<String> flags(
      Experiment experiment,
      Counts counts,
      boolean complete,
      List<Trend> trends,
      List<Comparison> movedControls,
      List<ControlScenarios.Moved> movedScenarios,
      List<String> unequalFailures,
      List<String> loadsAtTheirLimit) {
    List<String> flags = new ArrayList<>(Limits.unchecked(experiment));
    if (!complete) {
      flags.add(
          "incomplete: "
              + counts.missing()
              + " of "
              + Words.count(counts.planned(), "planned trial")
              + " missing; judged on the complete blocks, and a run that is stopped at a moment chosen"
              + " by its results is biased");
    }
    flags.addAll(unequalFailures);
    flags.addAll(loadsAtTheirLimit);
    Limits.loaderEnvironment(experiment).ifPresent(flags::add);
    for (Trend trend : trends) {
      if (trend.drift()) {
        flags.add(
            "drift: "
                + trend.metric()
                + " of both arms in "
                + trend.cell()
                + " ("
                + trend.contrast()
                + ") moved by "
                + Words.change(trend.change(), experiment.metric(trend.metric()))
                + " over the run; pairing keeps it out of the comparison, but not out of the"
                + " medians");
      }
    }
    for (Comparison control : movedControls) {
      flags.add(
          "drift: the control "
              + control.contrast().candidate()
              + ", which must not move, moved by "
              + Words.change(control.randomisation().orElseThrow().estimate(), control.metric())
              + " on "
              + control.metric().name()
              + " in "
              + control.cell()
              + ": something else than the treatment differs between the arms");
    }
    if (!movedScenarios.isEmpty()) {
      flags.add(
          "drift: control scenarios must not move, and "
              + Words.count(movedScenarios.size(), "comparison")
              + " of them went beyond the floor, where the sealed rule allows "
              + experiment.decision().drift()
              + ": "
              + Words.list(movedScenarios.stream().map(Object::toString).toList()));
    }
    return flags;
  }

  private static List<Integer> regressions(Experiment experiment, List<Comparison> comparisons) {
    return IntStream.range(0, comparisons.size())
        .filter(
            i ->
                comparisons.get(i).primary()
                    || experiment.arm(comparisons.get(i).contrast().candidate()).role()
                        == Arm.Role.CANDIDATE)
        .filter(i -> Effect.worse(comparisons.get(i)))
        .boxed()
        .toList();
  }
}
