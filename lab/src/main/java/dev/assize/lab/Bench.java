package dev.assize.lab;

import dev.assize.evidence.RunDirectory;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Command;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Isolation;
import dev.assize.experiment.Nanos;
import dev.assize.experiment.Placeholders;
import dev.assize.experiment.Scenario;
import dev.assize.experiment.Workspace;
import dev.assize.linux.LinuxException;
import dev.assize.linux.StopSwitch;
import dev.assize.linux.ThreadSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What all trials of a session share. */
record Bench(
    RunDirectory run,
    Experiment experiment,
    Environments environments,
    Workspaces workspaces,
    References references,
    Inventories inventories,
    Servers servers,
    Stop stop,
    StopSwitch stopSwitch,
    PeakMemory memory) {
  /** Setup and cleanup may take long; but a run must not hang for ever. */
  private static final Duration HELPER_LIMIT = Duration.ofMinutes(10);

  Scenario scenario(Cell cell) {
    return experiment.scenario(cell.scenario());
  }

  /** The isolation of the experiment, on other CPUs where some are given. */
  Isolation isolation(List<Integer> cpus) {
    return experiment.isolation().on(cpus);
  }

  /** The CPUs on which command and server may run. */
  List<Integer> watchedCpus(Scenario scenario) throws LinuxException {
    List<Integer> ofCommand = isolation(scenario.cpus()).cpus();
    Optional<List<Integer>> ofServer = scenario.server().map(s -> isolation(s.cpus()).cpus());
    Set<Integer> all = new TreeSet<>(ofCommand);
    ofServer.ifPresent(all::addAll);
    if (ofCommand.isEmpty() || ofServer.map(List::isEmpty).orElse(false)) {
      ThreadSettings.affinity(0).stream().forEach(all::add);
    }
    return List.copyOf(all);
  }

  /** The scenario's workspace with its placeholders filled in. */
  Workspace workspace(Cell cell) {
    Map<String, String> known =
        Map.of("spec", run.spec().directory().toString(), "cache", run.cache(cell).toString());
    return switch (scenario(cell).workspace()) {
      case Workspace.Fresh fresh -> fresh;
      case Workspace.Template(Path source) ->
          new Workspace.Template(Placeholders.expand(source, known));
      case Workspace.InPlace(Path directory) ->
          new Workspace.InPlace(Placeholders.expand(directory, known));
    };
  }

  Map<String, String> placeholders(Site site, int block, Path workspace) {
    return Map.of(
        "workspace", workspace.toString(),
        "spec", run.spec().directory().toString(),
        "arm", site.arm().value(),
        "variant", site.cell().variant().value(),
        "block", Integer.toString(block),
        "cache", run.cache(site.cell()).toString());
  }

  /**
   * Setup and cleanup work in the directory of all trials where there is one, else in the cache.
   */
  Path home(Cell cell) {
    return workspace(cell) instanceof Workspace.InPlace(Path directory)
        ? directory
        : run.cache(cell);
  }

  Map<String, String> helperEnvironment(Site site, Map<String, String> placeholders) {
    return environments.ofHelper(experiment.environment(site.cell(), site.arm()), placeholders);
  }

  HelperCommand helper(Path output) {
    return new HelperCommand(output, Optional.of(stopSwitch));
  }

  /** The time limit of a helper command: ten minutes, or the scenario's where that is longer. */
  Duration limit(Cell cell) {
    Nanos timeout = scenario(cell).timeout();
    Duration own = Duration.ofNanos(timeout.value());
    return own.compareTo(HELPER_LIMIT) > 0 ? own : HELPER_LIMIT;
  }

  /** Runs commands in order until one fails; returns the failure, or the last result. */
  HelperCommand.Result all(
      List<Command> commands,
      HelperCommand helper,
      Site site,
      Map<String, String> placeholders,
      Path directory)
      throws IOException {
    HelperCommand.Result result = new HelperCommand.Result(true, false, "no commands");
    for (Command command : commands) {
      result =
          helper.run(
              Placeholders.expand(command, placeholders),
              helperEnvironment(site, placeholders),
              directory,
              limit(site.cell()));
      if (!result.ok()) {
        return result;
      }
    }
    return result;
  }
}
