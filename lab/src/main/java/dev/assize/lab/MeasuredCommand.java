package dev.assize.lab;

import dev.assize.experiment.Cell;
import dev.assize.experiment.Placeholders;
import dev.assize.experiment.PlannedTrial;
import dev.assize.experiment.Readiness;
import dev.assize.experiment.Scenario;
import dev.assize.linux.Spawn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The command of one attempt: put together, then launched in its isolation and measured. */
final class MeasuredCommand {
  private final Bench bench;
  private final Scenario scenario;
  private final Scene scene;
  private final Spawn spawn;
  private final Optional<Path> stdin;

  private MeasuredCommand(
      Bench bench, Scenario scenario, Scene scene, Spawn spawn, Optional<Path> stdin) {
    this.bench = bench;
    this.scenario = scenario;
    this.scene = scene;
    this.spawn = spawn;
    this.stdin = stdin;
  }

  /**
   * Looks the program up and puts arguments and environment together.
   *
   * @throws CannotStart when there is no such program or no such stdin
   */
  static MeasuredCommand prepare(Bench bench, PlannedTrial planned, Scene scene)
      throws CannotStart {
    Cell cell = planned.cell();
    Scenario scenario = bench.scenario(cell);
    Map<String, String> placeholders = scene.placeholders();
    Path workspace = scene.place().workspace();
    Map<String, String> environment =
        Environments.ofTrial(
            bench
                .environments()
                .ofHelper(bench.experiment().commandEnvironment(cell, planned.arm()), placeholders),
            scene.place().clock(),
            planned.padding());
    environment.putAll(scene.companions().commandEnvironment());
    List<String> argv =
        Commands.argv(
            Placeholders.expand(bench.experiment().command(cell, planned.arm()), placeholders));
    Spawn spawn =
        Spawn.of(HelperCommand.executable(argv.getFirst(), environment, workspace), argv)
            .withEnvironment(Environments.entries(environment))
            .withDirectory(workspace.toString())
            .withGroup(Spawn.Group.NEW_SESSION);
    Optional<Path> stdin = scenario.stdin().map(p -> Placeholders.expand(p, placeholders));
    if (stdin.isPresent() && !Files.isReadable(stdin.get())) {
      throw new CannotStart("expected a readable file for stdin, found none at " + stdin.get());
    }
    return new MeasuredCommand(bench, scenario, scene, spawn, stdin);
  }

  /**
   * Launches, waits, and ends what was left.
   *
   * @param spared processes that were there before
   * @throws CannotStart when the command did not start
   */
  Measurement.Outcome take(Set<Leftovers.Id> spared, boolean watchHost)
      throws IOException, CannotStart {
    Workspaces.Place place = scene.place();
    Confinement confinement =
        Confinement.prepare(
            bench.isolation(scenario.cpus()),
            "assize-"
                + bench.run().runId()
                + "-"
                + place.scratch().getFileName()
                + "-"
                + ProcessHandle.current().pid(),
            Environments.mark(bench.run()),
            scene.server().commandNamespace(),
            CrashRegister.in(place.scratch()));
    Measurement measurement =
        new Measurement(
            scenario,
            scenario.readiness().map(this::filled),
            bench.watchedCpus(scenario),
            place,
            confinement,
            bench.memory(),
            watchHost);
    Measurement.Outcome outcome =
        measurement.take(
            spawn,
            Measurement.supervision(scenario, scene.server().commandStop()),
            stdin,
            Spared.only(spared).or(bench.servers()),
            spared.stream().map(Leftovers.Id::pid).collect(Collectors.toSet()),
            scene.companions());
    if (outcome.launch().completion().isEmpty()) {
      throw new CannotStart(outcome.launch().problem());
    }
    return outcome;
  }

  private Readiness filled(Readiness rule) {
    return rule instanceof Readiness.FileExists(String path)
        ? new Readiness.FileExists(Placeholders.expand(path, scene.placeholders()))
        : rule;
  }
}
