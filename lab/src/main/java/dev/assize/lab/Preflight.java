package dev.assize.lab;

import dev.assize.experiment.Arm;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Check;
import dev.assize.experiment.Command;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Network;
import dev.assize.experiment.Readiness;
import dev.assize.experiment.Scenario;
import dev.assize.experiment.Server;
import dev.assize.experiment.Workspace;
import dev.assize.linux.Executables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Looks before sealing whether an experiment can run here: programs, files, isolation, disk. Paths
 * with placeholders are not looked at, since setups may make them.
 */
public final class Preflight {
  private static final long RESERVE = 64L << 20;

  private Preflight() {}

  /** Returns what stands in the way, each with what was expected and found; empty when nothing. */
  public static List<String> problems(Experiment experiment) {
    Set<String> problems = new LinkedHashSet<>();
    experiment.scenarios().forEach(scenario -> scenario(scenario, problems));
    for (Arm arm : experiment.arms()) {
      arm.files()
          .forEach((name, source) -> exists("arm " + arm.name() + ": file", source, problems));
    }
    experiment
        .gates()
        .watch()
        .forEach(path -> exists("gate outside-writes: watched path", path, problems));
    try {
      for (Cell cell : experiment.cells()) {
        for (Arm arm : experiment.arms()) {
          programs(experiment, cell, arm, problems);
        }
      }
      new PreflightFacilities(experiment, problems).look();
    } catch (IOException e) {
      problems.add(String.valueOf(e.getMessage()));
    }
    return List.copyOf(problems);
  }

  /**
   * As {@link #problems(Experiment)}, and whether the disk of the runs has room for the workspaces,
   * with 64 MiB to spare. What the commands will write can't be known.
   */
  public static List<String> problems(Experiment experiment, Path runs) {
    List<String> problems = new ArrayList<>(problems(experiment));
    Path existing = runs.toAbsolutePath();
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    long need = RESERVE;
    for (Scenario scenario : experiment.scenarios()) {
      if (scenario.workspace() instanceof Workspace.Template(Path source)) {
        need = Math.max(need, RESERVE + size(source));
      }
    }
    long free = existing.toFile().getUsableSpace();
    if (free < need) {
      problems.add(
          "expected "
              + (need >> 20)
              + " MiB free at "
              + existing
              + ", found "
              + (free >> 20)
              + " MiB; free some, or put the runs elsewhere");
    }
    if (!Files.isWritable(existing)) {
      problems.add(
          "expected a writable directory for runs, found none at "
              + existing
              + "; give this user the right to write there, or put the runs elsewhere");
    }
    return problems;
  }

  /** The executables and inputs of an experiment that exist now: what host.json has hashes of. */
  public static List<Path> files(Experiment experiment) {
    Set<Path> files = new LinkedHashSet<>();
    for (Cell cell : experiment.cells()) {
      for (Arm arm : experiment.arms()) {
        existing(experiment, cell, arm, experiment.command(cell, arm.name())).ifPresent(files::add);
        experiment
            .serverCommand(cell, arm.name())
            .flatMap(command -> existing(experiment, cell, arm, command))
            .ifPresent(files::add);
      }
    }
    for (Scenario scenario : experiment.scenarios()) {
      scenario.inputs().forEach(input -> addFiles(input, files));
      scenario.stdin().ifPresent(input -> addFiles(input, files));
    }
    return List.copyOf(files);
  }

  private static Optional<Path> existing(
      Experiment experiment, Cell cell, Arm arm, Command command) {
    try {
      return program(experiment, cell, arm, command);
    } catch (IOException e) {
      // Missing: problems() says so, and there is nothing to hash.
      return Optional.empty();
    }
  }

  private static void addFiles(Path root, Set<Path> files) {
    if (Files.isReadable(root)) {
      try (Stream<Path> tree = Files.walk(root)) {
        tree.filter(Files::isRegularFile).sorted().forEach(files::add);
      } catch (IOException | java.io.UncheckedIOException e) {
        files.add(root);
      }
    }
  }

  private static void scenario(Scenario scenario, Set<String> problems) {
    String where = "scenario " + scenario.name() + ": ";
    switch (scenario.workspace()) {
      case Workspace.Fresh() -> {
        // Made by the lab.
      }
      case Workspace.Template(Path source) -> directory(where + "template", source, problems);
      case Workspace.InPlace(Path path) -> directory(where + "workspace", path, problems);
    }
    scenario.inputs().forEach(input -> exists(where + "input", input, problems));
    scenario.stdin().ifPresent(input -> exists(where + "stdin", input, problems));
    scenario.readiness().ifPresent(rule -> free(where, rule, problems));
    if (scenario.network() == Network.LOOPBACK
        && scenario.server().isPresent()
        && scenario.server().get().readiness() instanceof Server.Ready.Rule(Readiness rule)) {
      free(where + "server: ", rule, problems);
    }
  }

  private static void free(String where, Readiness rule, Set<String> problems) {
    if (rule instanceof Readiness.Port(int port)) {
      try {
        Optional<Long> inode = ListeningPorts.inode(port);
        if (inode.isPresent()) {
          problems.add(
              where
                  + "expected port "
                  + port
                  + " to be free, found that "
                  + ListeningPorts.owner(inode.get())
                  + " listens on it");
        }
      } catch (IOException e) {
        problems.add(where + e.getMessage());
      }
    }
  }

  private static void exists(String what, Path path, Set<String> problems) {
    if (isFixed(path.toString()) && !Files.exists(path)) {
      problems.add(what + ": expected " + path + ", found nothing there");
    }
  }

  private static void directory(String what, Path path, Set<String> problems) {
    if (isFixed(path.toString()) && !Files.isDirectory(path)) {
      problems.add(what + ": expected a directory at " + path + ", found none");
    }
  }

  private static boolean isFixed(String text) {
    return !text.contains("${");
  }

  private static void programs(Experiment experiment, Cell cell, Arm arm, Set<String> problems) {
    Scenario scenario = experiment.scenario(cell.scenario());
    List<Command> commands = new ArrayList<>(scenario.setup());
    commands.addAll(scenario.prepare());
    experiment.serverCommand(cell, arm.name()).ifPresent(commands::add);
    commands.add(experiment.command(cell, arm.name()));
    commands.addAll(scenario.cleanup());
    for (Check check : scenario.checks()) {
      if (check instanceof Check.ByCommand(Command command)) {
        commands.add(command);
      }
    }
    for (Command command : commands) {
      try {
        program(experiment, cell, arm, command);
      } catch (IOException e) {
        problems.add(cell + " " + arm.name() + ": " + e.getMessage());
      }
    }
  }

  /** The program's file; empty when it depends on the workspace or a placeholder. */
  private static Optional<Path> program(Experiment experiment, Cell cell, Arm arm, Command command)
      throws IOException {
    String name = Commands.argv(command).getFirst();
    if (!isFixed(name) || (name.contains("/") && !name.startsWith("/"))) {
      return Optional.empty();
    }
    Map<String, String> environment =
        Environments.allowed(Environments.ofThisProcess(), experiment.isolation());
    environment.putAll(experiment.environment(cell, arm.name()));
    String path = Environments.path(environment);
    return isFixed(path) ? Optional.of(Executables.resolve(name, path)) : Optional.empty();
  }

  private static long size(Path tree) {
    try (Stream<Path> files = Files.walk(tree)) {
      return files.filter(Files::isRegularFile).mapToLong(f -> f.toFile().length()).sum();
    } catch (IOException | java.io.UncheckedIOException e) {
      // Missing or unreadable: another problem says so.
      return 0;
    }
  }
}
