package dev.assize.lab;

import dev.assize.evidence.Event;
import dev.assize.experiment.Arm;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Placeholders;
import dev.assize.experiment.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Setups and cleanups. All arms of a cell are set up before its first trial, so that no setup comes
 * between trials that are compared, and cleaned up after its last. A cleanup also follows a failed
 * setup, a stop, and a crash (when the run is resumed). A failed setup is not tried again.
 */
final class Setups {
  private final Bench bench;
  private final Log log;
  private final Set<Leftovers.Id> foreign;

  /**
   * @param foreign processes below this one that were there before the session
   */
  Setups(Bench bench, Log log, Set<Leftovers.Id> foreign) {
    this.bench = bench;
    this.log = log;
    this.foreign = Set.copyOf(foreign);
  }

  /** Sets up every arm of the cell that is not, and takes the cell's inventory. */
  void ensure(Cell cell) throws IOException, Interrupted {
    Scenario scenario = bench.scenario(cell);
    if (!Files.isDirectory(bench.run().path())) {
      throw new IOException("expected the run directory " + bench.run().path() + ", found none");
    }
    Files.createDirectories(bench.run().cache(cell));
    if (!scenario.setup().isEmpty() || !scenario.cleanup().isEmpty()) {
      for (Arm arm : bench.experiment().arms()) {
        Site site = new Site(cell, arm.name());
        if (!log.tally().isSetUp(site)) {
          setUp(site, scenario);
        }
      }
    }
    if (!scenario.inputs().isEmpty() && !bench.inventories().has(cell)) {
      takeInventory(cell, scenario);
    }
  }

  private void setUp(Site site, Scenario scenario) throws IOException, Interrupted {
    if (!scenario.setup().isEmpty()) {
      log.progress().on(new ProgressEvent.Note("setup of " + site));
    }
    CutSetup.begin(bench.workspaces().work(), site);
    HelperCommand.Result result = run(site, scenario.setup());
    if (result.stopped()) {
      // Not a failed setup: the resumed run does it again. What it did is undone now.
      log.note("setup", "the setup of " + site + " was interrupted");
      cleanUp(site);
      CutSetup.end(bench.workspaces().work());
      throw new Interrupted(bench.stop().requested().orElse("stopped"));
    }
    log.append(new Event.SetUp(site.cell(), site.arm(), result.ok(), result.detail()));
    CutSetup.end(bench.workspaces().work());
    if (!result.ok()) {
      log.progress()
          .on(new ProgressEvent.Note("the setup of " + site + " failed: " + result.detail()));
      cleanUp(site);
    }
    log.journal().sync();
  }

  private HelperCommand.Result run(Site site, List<dev.assize.experiment.Command> commands)
      throws IOException {
    return run(site, commands, bench.helper(output()));
  }

  private HelperCommand.Result run(
      Site site, List<dev.assize.experiment.Command> commands, HelperCommand helper)
      throws IOException {
    Path home = bench.home(site.cell());
    return bench.all(commands, helper, site, bench.placeholders(site, 0, home), home);
  }

  private Path output() throws IOException {
    return Files.createDirectories(bench.workspaces().work()).resolve("helper-output");
  }

  /** Stops the servers of a cell and cleans up, after its last trial. */
  void finish(Cell cell) throws IOException {
    stopServers(site -> site.cell().equals(cell));
    for (Site site : log.tally().openSetUps()) {
      if (site.cell().equals(cell)) {
        cleanUp(site);
      }
    }
    endProcesses();
  }

  /** Stops and cleans up all that is there: at the end, at a stop, after a crash. */
  void finishAll() throws IOException {
    stopServers(_ -> true);
    for (Site site : log.tally().openSetUps()) {
      cleanUp(site);
    }
    endProcesses();
  }

  private void stopServers(Predicate<Site> which) throws IOException {
    for (String finding : bench.servers().stop(which)) {
      log.note("server", finding);
    }
  }

  /** After a crash: also undoes a setup that the crash cut short, which no event tells of. */
  void finishAfterCrash() throws IOException {
    var cut = CutSetup.find(bench.workspaces().work());
    if (cut.isPresent() && !log.tally().openSetUps().contains(cut.get())) {
      log.note("recovery", "the setup of " + cut.get() + " was cut short");
      cleanUp(cut.get());
    }
    CutSetup.end(bench.workspaces().work());
    finishAll();
  }

  private void cleanUp(Site site) throws IOException {
    // Not ended by the stop switch: it is what a stop leads to.
    HelperCommand helper = new HelperCommand(output(), java.util.Optional.empty());
    Files.createDirectories(bench.run().cache(site.cell()));
    HelperCommand.Result result = run(site, bench.scenario(site.cell()).cleanup(), helper);
    log.append(new Event.CleanedUp(site.cell(), site.arm(), result.ok(), result.detail()));
    if (!result.ok()) {
      log.progress()
          .on(new ProgressEvent.Note("the cleanup of " + site + " failed: " + result.detail()));
    }
    log.journal().sync();
  }

  /** What setups started may run on until no setup is in effect any more. */
  private void endProcesses() throws IOException {
    if (log.tally().openSetUps().isEmpty()) {
      Leftovers.Found found = Leftovers.end(Spared.only(foreign).or(bench.servers()));
      if (!found.alive().isEmpty()) {
        log.note(
            "processes",
            "ended what setups had started and cleanups had left: "
                + String.join(", ", found.alive()));
      }
    }
  }

  private void takeInventory(Cell cell, Scenario scenario) throws IOException {
    Map<String, String> placeholders =
        bench.placeholders(
            new Site(cell, bench.experiment().arms().getFirst().name()), 0, bench.home(cell));
    List<Path> inputs =
        scenario.inputs().stream().map(p -> Placeholders.expand(p, placeholders)).toList();
    Inventory inventory = bench.inventories().take(cell, inputs);
    log.note(
        "inventory",
        cell
            + ": "
            + inventory.size()
            + " files and directories, listing of SHA-256 "
            + inventory.digest());
  }
}
