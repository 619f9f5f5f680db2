package dev.assize.lab;

import dev.assize.evidence.Attempt;
import dev.assize.evidence.Ending;
import dev.assize.evidence.FileRecord;
import dev.assize.evidence.Reading;
import dev.assize.evidence.TrialRecord;
import dev.assize.experiment.Arm;
import dev.assize.experiment.Check;
import dev.assize.experiment.MetricName;
import dev.assize.experiment.Nanos;
import dev.assize.experiment.Placeholders;
import dev.assize.experiment.PlannedTrial;
import dev.assize.experiment.Readiness;
import dev.assize.experiment.Scenario;
import dev.assize.linux.Completion;
import dev.assize.linux.Spawn;
import dev.assize.linux.WaitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One attempt at one planned trial, from its workspace to its record. */
final class Trial {
  private final Bench bench;
  private final PlannedTrial planned;
  private final Attempt attempt;
  private final Site site;
  private final Scenario scenario;
  private final GateKeeper gates;
  private final Set<Leftovers.Id> before;

  private Trial(Bench bench, PlannedTrial planned, Attempt attempt, Set<Leftovers.Id> before) {
    this.bench = bench;
    this.planned = planned;
    this.attempt = attempt;
    this.site = new Site(planned.cell(), planned.arm());
    this.scenario = bench.scenario(planned.cell());
    this.gates = new GateKeeper(bench.experiment().gates());
    this.before = before;
  }

  private boolean hasHelpers() {
    return !scenario.prepare().isEmpty()
        || scenario.checks().stream().anyMatch(Check.ByCommand.class::isInstance);
  }

  /**
   * Carries out the attempt. What goes wrong with the trial is in the record.
   *
   * @throws IOException when the lab itself can't go on
   */
  static TrialRecord carryOut(Bench bench, PlannedTrial planned, Attempt attempt)
      throws IOException {
    Set<Leftovers.Id> before = Leftovers.present();
    Trial trial = new Trial(bench, planned, attempt, before);
    try {
      return trial.inWorkspace();
    } catch (CannotStart e) {
      return Records.unmeasured(
          planned, attempt, new Ending.NotStarted(String.valueOf(e.getMessage())));
    } catch (Interrupted e) {
      return Records.unmeasured(
          planned, attempt, new Ending.Interrupted(String.valueOf(e.getMessage())));
    } finally {
      if (trial.hasHelpers()) {
        // What prepare and check commands left. Without them no other look at all processes is due.
        Leftovers.end(before);
      }
    }
  }

  private TrialRecord inWorkspace() throws IOException, CannotStart, Interrupted {
    Workspaces.Place place =
        bench.workspaces().make(attempt, bench.workspace(planned.cell()), files());
    try {
      Map<String, String> placeholders =
          bench.placeholders(site, planned.block(), place.workspace());
      HelperCommand helper = bench.helper(place.helper());
      HelperCommand.Result prepared =
          bench.all(scenario.prepare(), helper, site, placeholders, place.workspace());
      if (prepared.stopped()) {
        throw new Interrupted(bench.stop().requested().orElse(""));
      }
      if (!prepared.ok()) {
        throw new CannotStart("prepare: " + prepared.detail());
      }
      return measure(place, placeholders, helper);
    } finally {
      bench.workspaces().remove(place);
    }
  }

  private Map<String, Path> files() {
    Arm arm = bench.experiment().arm(site.arm());
    Map<String, String> placeholders = bench.placeholders(site, planned.block(), Path.of("/"));
    Map<String, Path> files = new LinkedHashMap<>();
    arm.files()
        .forEach((name, source) -> files.put(name, Placeholders.expand(source, placeholders)));
    return files;
  }

  private TrialRecord measure(
      Workspaces.Place place, Map<String, String> placeholders, HelperCommand helper)
      throws IOException, CannotStart, Interrupted {
    Map<String, String> helperEnvironment = bench.helperEnvironment(site, placeholders);
    Map<String, String> environment =
        Environments.ofTrial(helperEnvironment, place.clock(), planned.padding());
    Spawn spawn = spawn(environment, placeholders, place.workspace());
    Optional<Path> stdin = scenario.stdin().map(p -> Placeholders.expand(p, placeholders));
    if (stdin.isPresent() && !Files.isReadable(stdin.get())) {
      throw new CannotStart("expected a readable file for stdin, found none at " + stdin.get());
    }
    Surroundings surroundings = Surroundings.before(bench, planned.cell(), place, placeholders);
    Set<Leftovers.Id> spared = scenario.prepare().isEmpty() ? before : Leftovers.present();
    Confinement confinement =
        Confinement.prepare(
            bench.experiment().isolation(),
            "assize-"
                + bench.run().runId()
                + "-"
                + place.scratch().getFileName()
                + "-"
                + ProcessHandle.current().pid(),
            Environments.mark(bench.run()),
            CrashRegister.in(place.scratch()));
    Measurement measurement =
        new Measurement(
            scenario,
            scenario.readiness().map(rule -> filled(rule, placeholders)),
            bench.experiment().isolation(),
            place,
            confinement,
            bench.memory(),
            Measurement.needsWatch(gates));
    Measurement.Outcome outcome =
        measurement.take(spawn, Measurement.supervision(scenario, bench), stdin, spared);
    if (outcome.launch().completion().isEmpty()) {
      throw new CannotStart(outcome.launch().problem());
    }
    surroundings.after();
    return conclude(place, placeholders, helper, helperEnvironment, surroundings, outcome);
  }

  private static Readiness filled(Readiness rule, Map<String, String> placeholders) {
    return rule instanceof Readiness.FileExists(String path)
        ? new Readiness.FileExists(Placeholders.expand(path, placeholders))
        : rule;
  }

  private Spawn spawn(
      Map<String, String> environment, Map<String, String> placeholders, Path workspace)
      throws CannotStart {
    List<String> argv =
        Commands.argv(
            Placeholders.expand(bench.experiment().command(site.cell(), site.arm()), placeholders));
    return Spawn.of(HelperCommand.executable(argv.getFirst(), environment, workspace), argv)
        .withEnvironment(Environments.entries(environment))
        .withDirectory(workspace.toString())
        .withGroup(Spawn.Group.NEW_SESSION);
  }

  private TrialRecord conclude(
      Workspaces.Place place,
      Map<String, String> placeholders,
      HelperCommand helper,
      Map<String, String> helperEnvironment,
      Surroundings surroundings,
      Measurement.Outcome outcome)
      throws IOException {
    Completion completion = outcome.launch().completion().orElseThrow();
    Ending ending = ending(completion);
    Map<String, FileRecord> streams = streams(place);
    Checks checks =
        new Checks(
            site.cell(),
            scenario,
            bench.experiment().gates().checks(),
            place,
            streams,
            surroundings.stale(),
            bench.references());
    Records.Told told = Records.Told.NOTHING;
    if (!(ending instanceof Ending.Interrupted)) {
      boolean ended =
          ending instanceof Ending.Exited(int status) && status == Checks.status(scenario);
      gates.addAll(
          List.of(
              Checks.exit(
                  scenario, bench.experiment().gates().checks(), ended, words(completion))));
      if (ended) {
        told = told(place, outcome);
        checks.run(helper, helperEnvironment, placeholders);
        gates.addAll(checks.results());
      }
      gates.leftovers(outcome.leftovers());
      surroundings.tell(gates);
      outcome.disturbance().ifPresent(gates::disturbance);
    }
    boolean whole = ending instanceof Ending.Exited || ending instanceof Ending.Signalled;
    return Records.measured(
        planned,
        attempt,
        ending,
        new Records.Times(
            completion.startNanos(),
            whole ? Optional.of(new Nanos(completion.wallNanos())) : Optional.empty(),
            whole ? outcome.readyNanos().map(Nanos::new) : Optional.empty(),
            outcome
                .peak()
                .into(Records.usage(completion.usage(), outcome.leftovers().usage()), completion)),
        told,
        checks.used(),
        gates.results(),
        keep(place, streams),
        outcome.peak().into(outcome.launch().inForce(), completion));
  }

  private Ending ending(Completion completion) {
    return switch (completion.ending()) {
      case BY_ITSELF ->
          switch (completion.status()) {
            case WaitStatus.Exited(int code) -> new Ending.Exited(code);
            case WaitStatus.Signalled(int signal, boolean _) -> new Ending.Signalled(signal);
          };
      case TIMED_OUT, TIMED_OUT_AND_KILLED -> new Ending.TimedOut();
      case STOPPED, STOPPED_AND_KILLED ->
          new Ending.Interrupted(bench.stop().requested().orElse("stopped"));
    };
  }

  private String words(Completion completion) {
    return switch (completion.ending()) {
      case BY_ITSELF -> HelperCommand.words(completion.status());
      case TIMED_OUT ->
          "was ended by SIGTERM at its timeout of " + Texts.seconds(scenario.timeout().value());
      case TIMED_OUT_AND_KILLED ->
          "was ended by SIGKILL at its timeout of "
              + Texts.seconds(scenario.timeout().value())
              + " because it did not obey SIGTERM";
      case STOPPED, STOPPED_AND_KILLED -> "was stopped";
    };
  }

  private Map<String, FileRecord> streams(Workspaces.Place place) throws IOException {
    Map<String, FileRecord> streams = new LinkedHashMap<>();
    if (scenario.output() != Scenario.Output.NULL) {
      streams.put("stdout", OutputStore.describe(place.stdout(), "stdout"));
      streams.put("stderr", OutputStore.describe(place.stderr(), "stderr"));
    }
    return streams;
  }

  private Records.Told told(Workspaces.Place place, Measurement.Outcome outcome)
      throws IOException {
    if (scenario.readiness().isPresent()) {
      gates.required("readiness", outcome.unready());
    }
    ClockFile.Clocks clocks = ClockFile.read(place.clock(), scenario);
    if (!scenario.operations().isEmpty() || !clocks.problem().isEmpty()) {
      gates.required("clock-file", clocks.problem());
    }
    Map<MetricName, Reading> values =
        StdoutNumbers.read(place.stdout(), bench.experiment().metrics());
    values.forEach(
        (name, reading) ->
            gates.required(
                "metric:" + name, reading instanceof Reading.Unpublished(String why) ? why : ""));
    return new Records.Told(clocks.samples(), values);
  }

  private List<FileRecord> keep(Workspaces.Place place, Map<String, FileRecord> streams)
      throws IOException {
    OutputStore store = new OutputStore(bench.run().attemptDirectory(attempt));
    for (FileRecord stream : streams.values()) {
      store.keep(place.scratch().resolve(stream.path()), stream);
    }
    if (Files.isRegularFile(place.clock())) {
      store.keep(place.clock(), OutputStore.describe(place.clock(), "clock"));
    }
    store.sync();
    return store.files();
  }
}
