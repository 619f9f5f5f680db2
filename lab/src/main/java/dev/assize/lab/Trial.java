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
import dev.assize.experiment.Scenario;
import dev.assize.linux.Completion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
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
        Leftovers.end(Spared.only(before).or(bench.servers()));
      }
    }
  }

  private TrialRecord inWorkspace() throws IOException, CannotStart, Interrupted {
    Workspaces.Place place =
        bench.workspaces().make(attempt, bench.workspace(planned.cell()), files());
    try (TrialServer server = TrialServer.reserve(bench, site, place)) {
      try {
        return inWorkspace(place, server);
      } catch (CannotStart e) {
        OutputStore store = new OutputStore(bench.run().attemptDirectory(attempt));
        server.stop();
        server.keep(store);
        store.sync();
        return Records.unmeasured(
            planned,
            attempt,
            new Ending.NotStarted(String.valueOf(e.getMessage())),
            store.files(),
            gates.results(),
            Map.of());
      }
    } finally {
      bench.workspaces().remove(place);
    }
  }

  private TrialRecord inWorkspace(Workspaces.Place place, TrialServer server)
      throws IOException, CannotStart, Interrupted {
    Map<String, String> placeholders =
        new HashMap<>(bench.placeholders(site, planned.block(), place.workspace()));
    placeholders.putAll(server.placeholders());
    HelperCommand helper = bench.helper(place.helper());
    HelperCommand.Result prepared =
        bench.all(scenario.prepare(), helper, site, placeholders, place.workspace());
    if (prepared.stopped()) {
      throw new Interrupted(bench.stop().requested().orElse(""));
    }
    if (!prepared.ok()) {
      throw new CannotStart("prepare: " + prepared.detail());
    }
    try (Companions companions = Companions.open(bench, site, place, server, placeholders)) {
      return measure(new Scene(place, placeholders, helper, server, companions));
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

  private TrialRecord measure(Scene scene) throws IOException, CannotStart, Interrupted {
    MeasuredCommand command = MeasuredCommand.prepare(bench, planned, scene);
    Surroundings surroundings =
        Surroundings.before(bench, planned.cell(), scene.place(), scene.placeholders());
    scene
        .server()
        .start(
            scene.placeholders(),
            scene.place().workspace(),
            planned.block(),
            planned.padding(),
            scene.companions().serverEnvironment());
    scene.companions().start(scene.placeholders(), gates);
    Set<Leftovers.Id> spared =
        scenario.prepare().isEmpty() && scenario.server().isEmpty() ? before : Leftovers.present();
    Measurement.Outcome outcome = command.take(spared, Measurement.needsWatch(gates));
    scene.companions().stop();
    surroundings.after();
    return conclude(scene, surroundings, outcome);
  }

  private TrialRecord conclude(Scene scene, Surroundings surroundings, Measurement.Outcome outcome)
      throws IOException {
    Workspaces.Place place = scene.place();
    Companions companions = scene.companions();
    Completion completion = outcome.launch().completion().orElseThrow();
    Ending ending = Endings.of(completion, bench.stop().requested(), scene.server().hasDied());
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
                  scenario,
                  bench.experiment().gates().checks(),
                  ended,
                  Endings.words(completion, scenario))));
      if (ended) {
        told = told(place, outcome);
        checks.run(
            scene.helper(),
            bench.helperEnvironment(site, scene.placeholders()),
            scene.placeholders());
        gates.addAll(checks.results());
      }
      companions.tell(gates);
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
            companions.monotonic(completion.startNanos()),
            whole ? Optional.of(new Nanos(completion.wallNanos())) : Optional.empty(),
            whole ? outcome.readyNanos().map(Nanos::new) : Optional.empty(),
            outcome
                .peak()
                .into(Records.usage(completion.usage(), outcome.leftovers().usage()), completion)),
        told,
        checks.used(),
        gates.results(),
        keep(scene, streams),
        scene.server().inForce(outcome.peak().into(outcome.launch().inForce(), completion)));
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

  private List<FileRecord> keep(Scene scene, Map<String, FileRecord> streams) throws IOException {
    Workspaces.Place place = scene.place();
    OutputStore store = new OutputStore(bench.run().attemptDirectory(attempt));
    for (FileRecord stream : streams.values()) {
      store.keep(place.scratch().resolve(stream.path()), stream);
    }
    if (Files.isRegularFile(place.clock())) {
      store.keep(place.clock(), OutputStore.describe(place.clock(), "clock"));
    }
    scene.server().keep(store);
    scene.companions().keep(store);
    store.sync();
    return store.files();
  }
}
