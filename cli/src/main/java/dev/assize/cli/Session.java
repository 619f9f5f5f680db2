package dev.assize.cli;

import dev.assize.evidence.DamagedEvidenceException;
import dev.assize.evidence.RunDirectory;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Feasibility;
import dev.assize.experiment.Plan;
import dev.assize.experiment.Planner;
import dev.assize.experiment.Seal;
import dev.assize.experiment.Spec;
import dev.assize.judge.Judge;
import dev.assize.judge.Outcome;
import dev.assize.judge.Verdict;
import dev.assize.judge.VerdictJson;
import dev.assize.lab.Lab;
import dev.assize.lab.LabResult;
import dev.assize.lab.Preflight;
import dev.assize.lab.Stop;
import dev.assize.observe.HostFacts;
import dev.assize.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.OptionalLong;

/** The main path: seal, carry out, judge, report. */
final class Session {
  private final Output output;
  private final Runs runs;
  private final boolean json;

  Session(Output output, Runs runs, boolean json) {
    this.output = output;
    this.runs = runs;
    this.json = json;
  }

  /** Seals the question and creates its run directory. Nothing has run yet. */
  RunDirectory seal(Spec spec, OptionalLong seedOption) throws IOException {
    Experiment experiment = spec.experiment();
    Feasibility feasibility = Planner.feasibility(experiment);
    if (feasibility.refused()) {
      throw new CommandFailure(ExitCode.USAGE, feasibility.message());
    }
    List<String> problems = Preflight.problems(experiment);
    if (!problems.isEmpty()) {
      throw new CommandFailure(ExitCode.USAGE, String.join(System.lineSeparator(), problems));
    }
    long seed = seedFor(experiment, seedOption);
    Plan plan = Planner.plan(experiment, seed);
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    Seal seal = Seal.of(spec, plan, now);
    Path directory = RunDirectory.pathFor(runs.root(), experiment, seal);
    byte[] host = HostFacts.json(Preflight.files(experiment));
    return RunDirectory.create(directory, spec, plan, seal, host);
  }

  static long seedFor(Experiment experiment, OptionalLong option) {
    if (experiment.design().seed().isPresent()) {
      if (option.isPresent() && option.getAsLong() != experiment.design().seed().getAsLong()) {
        throw new CommandFailure(
            ExitCode.USAGE,
            "--seed: the spec already states seed "
                + experiment.design().seed().getAsLong()
                + "; remove one of the two");
      }
      return experiment.design().seed().getAsLong();
    }
    // Non-negative and below 2^53, so that every JSON reader keeps it exact.
    return option.orElseGet(() -> new SecureRandom().nextLong() & ((1L << 53) - 1));
  }

  /**
   * Carries out what is missing, judges, writes the reports and prints. Returns the exit status.
   */
  int carryOutAndJudge(RunDirectory run, boolean failOnLoss)
      throws IOException, DamagedEvidenceException {
    Stop stop = new Stop();
    Interrupts.stopOnSignals(stop);
    ProgressLine progress = new ProgressLine(output);
    LabResult result;
    try {
      result = Lab.carryOut(run, progress, stop);
    } finally {
      Interrupts.endOnSignals();
      progress.finish();
    }
    int status = judgeAndReport(run, failOnLoss);
    if (!result.complete() && stop.requested().isPresent()) {
      output
          .messages()
          .println(
              "assize: interrupted ("
                  + result.why()
                  + "); finished pairs are saved. Go on with: assize resume "
                  + run.path());
      return ExitCode.INTERRUPTED;
    }
    return status;
  }

  /** Judges the evidence as it stands, writes verdict.json and the reports, and prints. */
  int judgeAndReport(RunDirectory run, boolean failOnLoss)
      throws IOException, DamagedEvidenceException {
    Verdict verdict = Judge.judge(run);
    byte[] verdictJson = VerdictJson.write(verdict);
    Files.write(run.path().resolve("verdict.json"), verdictJson);
    Report report = Report.of(run, verdict);
    writeReports(run, report);
    if (json) {
      output.results().write(verdictJson, 0, verdictJson.length);
      output.results().flush();
    } else {
      output.results().print(report.text(output.resultsColoured(), output.width()));
      output.results().println();
      output.results().println("report: " + run.path().resolve("report.html"));
    }
    return statusOf(verdict.outcome(), failOnLoss);
  }

  static void writeReports(RunDirectory run, Report report) throws IOException {
    Files.writeString(run.path().resolve("report.md"), report.markdown());
    Files.writeString(run.path().resolve("report.html"), report.html());
    Files.writeString(run.path().resolve("report.junit.xml"), report.junit());
    Files.writeString(run.path().resolve("report.csv"), report.csv());
  }

  static int statusOf(Outcome outcome, boolean failOnLoss) {
    return switch (outcome) {
      case VOID -> ExitCode.VOID;
      case LOSS -> failOnLoss ? ExitCode.LOSS : ExitCode.VERDICT;
      case WIN, NO_DIFFERENCE, UNDECIDED, NOT_EXERCISED -> ExitCode.VERDICT;
    };
  }
}
