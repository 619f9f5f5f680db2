package dev.assize.cli;

import dev.assize.evidence.DamagedEvidenceException;
import dev.assize.evidence.RunDirectory;
import dev.assize.experiment.AbRequest;
import dev.assize.experiment.AbSpec;
import dev.assize.experiment.Design;
import dev.assize.experiment.Scenario;
import dev.assize.experiment.Spec;
import dev.assize.experiment.SpecException;
import dev.assize.lab.Lab;
import dev.assize.lab.Stop;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "ab",
    description =
        "Compares commands: writes the spec they imply, seals it, runs it in paired random order,"
            + " judges it. The first command is the baseline; the same command twice is an A/A"
            + " experiment.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  assize ab 'sort a.txt' 'LC_ALL=C sort a.txt'",
      "  assize ab -n 30 --warmup 2 --prepare 'sync' './old' './new'",
      "  assize ab --time-budget 60s -p size=1,8 './copy-a {size}' './copy-b {size}'",
      "  assize ab --check exit 'date +%%N' 'date'      # outputs may differ; only the exit status"
          + " is checked"
    })
final class AbCommand implements Callable<Integer> {
  private static final int DEFAULT_BLOCKS = 20;

  /** The orders that two or more commands can be run in, in the words of the spec. */
  enum Order {
    balanced(Design.Order.BALANCED),
    abba(Design.Order.ABBA);

    private final Design.Order order;

    Order(Design.Order order) {
      this.order = order;
    }
  }

  @Parameters(
      paramLabel = "COMMAND",
      arity = "2..*",
      description = "Commands to compare, each one argument.")
  List<String> commands = new ArrayList<>();

  @Option(
      names = {"-n", "--blocks"},
      paramLabel = "N",
      description =
          "Measured blocks: each runs every command once. Default: " + DEFAULT_BLOCKS + ".")
  @Nullable Integer blocks;

  @Option(
      names = "--time-budget",
      paramLabel = "DURATION",
      description =
          "Choose the blocks to fit this time, from a pilot of two blocks that is kept as a run of"
              + " its own.")
  @Nullable String timeBudget;

  @Option(
      names = {"-w", "--warmup"},
      paramLabel = "N",
      defaultValue = "1",
      description = "Warm-up blocks, unmeasured. Default: ${DEFAULT-VALUE}.")
  int warmup;

  @Option(
      names = "--prepare",
      paramLabel = "CMD",
      description = "Run before each trial, unmeasured.")
  @Nullable String prepare;

  @Option(
      names = "--setup",
      paramLabel = "CMD",
      description = "Run once for each command, before its first trial.")
  @Nullable String setup;

  @Option(
      names = "--cleanup",
      paramLabel = "CMD",
      description = "Run once for each command, after its last trial.")
  @Nullable String cleanup;

  @Option(
      names = "--check",
      paramLabel = "CHECK",
      description = {
        "What proves that the work was done, repeatable: stdout (default: the same bytes from all),"
            + " stderr,",
        "exit (only the exit status), file=PATH, command=CMD, none=REASON."
      })
  List<String> checks = new ArrayList<>();

  @Option(
      names = "--shell",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description =
          "Run commands by /bin/sh -c (default), or with --no-shell split into words and run"
              + " directly.")
  boolean shell = true;

  @Option(
      names = "--min-effect",
      paramLabel = "PERCENT",
      defaultValue = "1%",
      description = "The smallest change that matters. Default: ${DEFAULT-VALUE}.")
  String minimumEffect = "1%";

  @Option(
      names = "-p",
      paramLabel = "NAME=A,B",
      description = "A parameter: {NAME} in commands becomes each value in turn. Repeatable.")
  Map<String, String> parameters = new LinkedHashMap<>();

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      defaultValue = "10min",
      description = "End a trial that takes longer. Default: ${DEFAULT-VALUE}.")
  String timeout = "10min";

  @Option(
      names = "--output",
      paramLabel = "SINK",
      defaultValue = "file",
      description =
          "Where the commands' output goes: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  Scenario.Output sink = Scenario.Output.FILE;

  @Option(
      names = "--order",
      paramLabel = "ORDER",
      defaultValue = "balanced",
      description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  Order order = Order.balanced;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the plan. Default: drawn at sealing.")
  @Nullable Long seed;

  @Mixin Common common = new Common();
  @Mixin FailOn failOn = new FailOn();

  @Override
  public Integer call() throws Exception {
    if (blocks != null && timeBudget != null) {
      throw new CommandFailure(
          ExitCode.USAGE, "ab: expected -n or --time-budget, found both; remove one");
    }
    Session session = common.session();
    Output output = common.output();
    int count = blocks == null ? DEFAULT_BLOCKS : blocks;
    if (timeBudget != null) {
      Optional<Integer> fitting =
          blocksWithin(Quantity.duration("--time-budget", timeBudget), session, output);
      if (fitting.isEmpty()) {
        return ExitCode.INTERRUPTED;
      }
      count = fitting.get();
    }
    Spec spec = spec(count, false);
    Warnings.print(output, spec.warnings());
    RunDirectory run =
        session.seal(spec, seed == null ? OptionalLong.empty() : OptionalLong.of(seed));
    output.messages().println("assize: sealed " + run.path());
    return session.carryOutAndJudge(run, failOn.loss());
  }

  private Spec spec(int count, boolean descriptive) throws SpecException {
    Path here = Path.of("").toAbsolutePath();
    Map<String, List<String>> values = new LinkedHashMap<>();
    parameters.forEach((key, list) -> values.put(key, List.of(list.split(",", -1))));
    AbRequest request =
        new AbRequest(
            commands,
            List.of(),
            count,
            warmup,
            one(setup),
            one(prepare),
            one(cleanup),
            checks,
            shell,
            Optional.of(minimumEffect),
            values,
            here,
            Optional.of(timeout),
            sink,
            order.order,
            Optional.empty(),
            descriptive);
    String yaml;
    try {
      yaml = AbSpec.yaml(request);
    } catch (IllegalArgumentException wrong) {
      throw new CommandFailure(ExitCode.USAGE, String.valueOf(wrong.getMessage()));
    }
    return Spec.parse(yaml.getBytes(StandardCharsets.UTF_8), Path.of("ab.yaml"), here);
  }

  private static List<String> one(@Nullable String command) {
    return command == null ? List.of() : List.of(command);
  }

  /** Empty when the pilot was interrupted. */
  private Optional<Integer> blocksWithin(Duration budget, Session session, Output output)
      throws SpecException, IOException, DamagedEvidenceException {
    int pilotBlocks = 2;
    Spec pilotSpec = spec(pilotBlocks, true);
    RunDirectory run = session.seal(pilotSpec, OptionalLong.empty());
    output.messages().println("assize: pilot of " + pilotBlocks + " blocks in " + run.path());
    Stop stop = new Stop();
    Interrupts.stopOnSignals(stop);
    ProgressLine progress = new ProgressLine(output);
    long start = System.nanoTime();
    try {
      Lab.carryOut(run, progress, stop);
    } finally {
      progress.finish();
    }
    if (stop.requested().isPresent()) {
      return Optional.empty();
    }
    long pilotNanos = System.nanoTime() - start;
    Optional<Duration> trial = Pilot.meanTrialTime(run.entries());
    if (trial.isEmpty()) {
      throw new CommandFailure(
          ExitCode.CANNOT_RUN, "--time-budget: the pilot measured no trial; see " + run.path());
    }
    int cells = pilotSpec.experiment().scenarios().size();
    int arms = pilotSpec.experiment().arms().size();
    long block = trial.get().toNanos() * arms * cells;
    long left = budget.toNanos() - pilotNanos - warmup * block;
    int fitting = (int) Math.min(1_000, Math.max(0, left / Math.max(1, block)));
    fitting -= fitting % arms;
    output
        .messages()
        .println(
            "assize: a block takes about "
                + Quantity.text(Duration.ofNanos(block))
                + "; "
                + fitting
                + " blocks fit into "
                + timeBudget);
    if (fitting < 1) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "--time-budget: expected room for at least one block of "
              + Quantity.text(Duration.ofNanos(block))
              + ", found none in "
              + timeBudget
              + "; give a longer budget or a shorter command");
    }
    return Optional.of(fitting);
  }
}
