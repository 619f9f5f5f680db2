package dev.assize.lab;

import dev.assize.evidence.DamagedEvidenceException;
import dev.assize.evidence.Entry;
import dev.assize.evidence.Journal;
import dev.assize.evidence.RunDirectory;
import dev.assize.experiment.Experiment;
import dev.assize.linux.Processes;
import dev.assize.linux.StopSwitch;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;

/** Carries out the plan of a run. */
public final class Lab {
  private Lab() {}

  /**
   * Runs or resumes: does whatever the journal says is missing, until every planned trial has its
   * last attempt or something ends the session. Blocks; uses threads of its own. While it works,
   * this process adopts orphaned descendants, and no other thread of it may start processes: they
   * would be taken for what a trial left, and ended.
   *
   * @param progress told of each step, between measured windows
   * @param stop asked before each attempt; a request ends the command that runs
   * @throws IOException when evidence can't be kept (disk full, directory gone, journal damaged or
   *     in use). No command is left running; the run can be resumed once the cause is gone
   */
  public static LabResult carryOut(RunDirectory run, Progress progress, Stop stop)
      throws IOException {
    Set<Leftovers.Id> foreign = Leftovers.present();
    Processes.adoptOrphans(true);
    try (Journal journal = run.openJournal();
        StopSwitch stopSwitch = new StopSwitch();
        PeakMemory memory = PeakMemory.listen()) {
      Runnable press = stopSwitch::press;
      stop.onRequest(press);
      try {
        return work(run, journal, progress, stop, stopSwitch, memory, foreign);
      } finally {
        stop.forget(press);
        Leftovers.end(Spared.only(foreign));
      }
    } catch (IOException e) {
      throw explained(run, e);
    } finally {
      Processes.adoptOrphans(false);
    }
  }

  private static LabResult work(
      RunDirectory run,
      Journal journal,
      Progress progress,
      Stop stop,
      StopSwitch stopSwitch,
      PeakMemory memory,
      Set<Leftovers.Id> foreign)
      throws IOException {
    Experiment experiment = run.spec().experiment();
    List<Entry> entries = entries(run);
    Tally tally = Tally.of(entries, experiment.gates().retries());
    if (tally.closed()) {
      return new LabResult(true, "");
    }
    if (tally.cohort().isPresent() && tally.inFlight().isEmpty()) {
      return new LabResult(false, "cohort voided by " + tally.cohort().get());
    }
    Log log = new Log(journal, tally, progress);
    Bench bench =
        new Bench(
            run,
            experiment,
            new Environments(experiment.isolation(), run),
            new Workspaces(run.path()),
            new References(tally.valid()),
            new Inventories(),
            new Servers(),
            stop,
            stopSwitch,
            memory);
    Setups setups = new Setups(bench, log, foreign);
    // A first session that was killed in its first setup has left no event, but its scratch.
    if (tally.begun() || Files.exists(bench.workspaces().work())) {
      new Recovery(run, log).recover(setups, bench.workspaces().work());
    }
    try {
      LabResult result = new Session(bench, log, setups).carryOut();
      bench.workspaces().removeAll();
      return result;
    } catch (IOException | RuntimeException e) {
      undo(setups, e);
      throw e;
    }
  }

  /** After a failure what is set up is still cleaned up, as far as that can be done. */
  private static void undo(Setups setups, Exception failure) {
    try {
      setups.finishAll();
    } catch (IOException | RuntimeException again) {
      failure.addSuppressed(again);
    }
  }

  private static List<Entry> entries(RunDirectory run) throws IOException {
    try {
      return run.entries();
    } catch (DamagedEvidenceException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Adds what to do to a failure of the file system that has no words of its own. */
  private static IOException explained(RunDirectory run, IOException e) {
    if (!Files.isDirectory(run.path())) {
      return new IOException(
          "expected the run directory "
              + run.path()
              + ", found that it was deleted or renamed during the run; its evidence is gone from"
              + " here, start a new run",
          e);
    }
    if (e instanceof FileSystemException f && f.getReason() != null) {
      return new IOException(
          "could not go on: "
              + f.getFile()
              + ": "
              + f.getReason()
              + " ("
              + (run.path().toFile().getUsableSpace() >> 20)
              + " MiB are free at the run directory); what was measured is kept, remove the cause"
              + " and run 'assize resume' on "
              + run.path(),
          e);
    }
    return e;
  }
}
