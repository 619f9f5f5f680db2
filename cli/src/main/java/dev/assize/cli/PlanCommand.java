package dev.assize.cli;

import dev.assize.evidence.DamagedEvidenceException;
import dev.assize.evidence.RunDirectory;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Feasibility;
import dev.assize.experiment.Plan;
import dev.assize.experiment.PlannedTrial;
import dev.assize.experiment.Planner;
import dev.assize.experiment.Spec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "plan",
    description =
        "A dry run: the full order of trials, their number, the estimated duration, and how many"
            + " blocks the question needs. Runs nothing.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  assize plan examples/quickstart.yaml       # duration from an earlier run, if there is one",
      "  assize plan spec.yaml --pilot latest        # noise and duration from an earlier run",
      "  assize plan spec.yaml --noise 3%% --trial-time 0.5s"
    })
final class PlanCommand implements Callable<Integer> {
  @Parameters(paramLabel = "SPEC", description = "The experiment, a YAML file.")
  Path spec = Path.of("");

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed, when the spec states none. Default: 1.")
  @Nullable Long seed;

  @Option(
      names = "--pilot",
      paramLabel = "RUN",
      description = "Take noise and duration from this run of the same commands.")
  @Nullable String pilot;

  @Option(
      names = "--noise",
      paramLabel = "PERCENT",
      description = "Standard deviation of the difference between paired trials, for instance 3%%.")
  @Nullable String noise;

  @Option(
      names = "--trial-time",
      paramLabel = "DURATION",
      description = "Estimated duration of one trial, for instance 0.5s.")
  @Nullable String trialTime;

  @Option(
      names = "--power",
      paramLabel = "P",
      defaultValue = "0.8",
      description =
          "Probability of finding the effect, for the number of blocks. Default: ${DEFAULT-VALUE}.")
  double power;

  @Mixin Common common = new Common();
  @Mixin Changes changes = new Changes();

  @Override
  public Integer call() throws Exception {
    Output output = common.output();
    Spec read = changes.read(spec);
    Warnings.print(output, read.warnings());
    if (!(power > 0 && power < 1)) {
      throw new CommandFailure(
          ExitCode.USAGE, "--power: expected a probability between 0 and 1, found " + power);
    }
    Experiment experiment = read.experiment();
    long chosen =
        Session.seedFor(experiment, OptionalLong.of(seed == null ? seedOf(experiment) : seed));
    Plan plan = Planner.plan(experiment, chosen);
    Feasibility feasibility = Planner.feasibility(experiment);
    Optional<RunDirectory> earlier = pilot();
    Optional<Double> sd =
        noise != null
            ? Optional.of(Quantity.fraction("--noise", noise))
            : earlier.isPresent() ? Pilot.of(earlier.get()).noise() : Optional.empty();
    Estimate estimate =
        trialTime != null
            ? Estimate.stated(plan, Quantity.duration("--trial-time", trialTime))
            : earlier.isPresent()
                ? Estimate.of(plan, earlier.get())
                : Estimate.ofEarlier(plan, read, common.runs());
    List<Need> needs = sd.isPresent() ? Need.of(experiment, sd.get(), power) : List.of();
    if (common.json) {
      Json.print(output, document(experiment, plan, feasibility, estimate, needs));
    } else {
      print(output, experiment, plan, feasibility, estimate, needs, sd);
      read.overrides()
          .deviations()
          .forEach(d -> output.results().println("a run would note the deviation: " + d));
    }
    return feasibility.refused() ? ExitCode.USAGE : ExitCode.VERDICT;
  }

  private static long seedOf(Experiment experiment) {
    return experiment.design().seed().orElse(1);
  }

  private Optional<RunDirectory> pilot() throws IOException, DamagedEvidenceException {
    return pilot == null
        ? Optional.empty()
        : Optional.of(RunDirectory.open(common.runs().named(pilot)));
  }

  private static void print(
      Output output,
      Experiment experiment,
      Plan plan,
      Feasibility feasibility,
      Estimate estimate,
      List<Need> needs,
      Optional<Double> sd) {
    var out = output.results();
    int cells = experiment.cells().size();
    out.println("experiment " + experiment.name() + ": " + experiment.question());
    out.println(
        plan.trials().size()
            + " trials: "
            + cells
            + (cells == 1 ? " cell" : " cells")
            + " x "
            + experiment.arms().size()
            + " arms x ("
            + experiment.design().blocks()
            + " blocks + "
            + experiment.design().warmups()
            + " warm-up), order "
            + experiment.design().order().key()
            + ", seed "
            + plan.seed()
            + (experiment.design().seed().isPresent() ? "" : " (a run draws its own)"));
    out.println(estimate.sentence(experiment, plan));
    out.println(reach(feasibility));
    if (sd.isEmpty()) {
      out.println("blocks needed for the smallest effect: unknown (give --pilot RUN or --noise)");
    }
    needs.forEach(need -> out.println(need.sentence()));
    out.println();
    out.println(
        String.format(
            Locale.ROOT, "%6s  %-8s %5s  %-32s %s", "trial", "phase", "block", "cell", "arm"));
    for (PlannedTrial planned : plan.trials()) {
      out.println(
          String.format(
              Locale.ROOT,
              "%6d  %-8s %5d  %-32s %s",
              planned.number(),
              planned.measured() ? "measured" : "warm-up",
              planned.block(),
              planned.cell(),
              planned.arm()));
    }
  }

  private static String reach(Feasibility feasibility) {
    if (!feasibility.reachable()) {
      return feasibility.message();
    }
    return feasibility.blocks()
        + " blocks can reach the level; "
        + feasibility.blocksNeeded()
        + " would be the fewest";
  }

  private static ObjectNode document(
      Experiment experiment,
      Plan plan,
      Feasibility feasibility,
      Estimate estimate,
      List<Need> needs) {
    ObjectNode document = Json.object();
    document.put("experiment", experiment.name());
    document.put("seed", plan.seed());
    document.put("trialCount", plan.trials().size());
    document.put("refused", feasibility.refused());
    document.put("feasibility", reach(feasibility));
    estimate
        .expected()
        .ifPresent(duration -> document.put("estimatedSeconds", duration.toNanos() / 1e9));
    document.put("estimatedFrom", estimate.source());
    document.put("atMostSeconds", Estimate.atMost(experiment, plan).toNanos() / 1e9);
    ArrayNode blocksNeeded = document.putArray("blocksNeeded");
    for (Need need : needs) {
      ObjectNode item = blocksNeeded.addObject();
      item.put("metric", need.metric());
      item.put("effect", need.effect());
      item.put("blocks", need.blocks());
      item.put("detectableWithPlanned", need.detectable());
    }
    ArrayNode trials = document.putArray("trials");
    for (PlannedTrial planned : plan.trials()) {
      ObjectNode item = trials.addObject();
      item.put("number", planned.number());
      item.put("measured", planned.measured());
      item.put("block", planned.block());
      item.put("cell", planned.cell().toString());
      item.put("arm", planned.arm().value());
      item.put("padding", planned.padding());
    }
    return document;
  }
}
