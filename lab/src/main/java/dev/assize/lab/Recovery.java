package dev.assize.lab;

import dev.assize.evidence.Attempt;
import dev.assize.evidence.Ending;
import dev.assize.evidence.Event;
import dev.assize.evidence.FileRecord;
import dev.assize.evidence.RunDirectory;
import dev.assize.experiment.PlannedTrial;
import dev.assize.experiment.Seal;
import dev.assize.linux.ProcessStat;
import dev.assize.linux.ProcessTable;
import dev.assize.linux.Signals;
import dev.assize.observe.HostFacts;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Takes up a run that an earlier session left: tells how the host changed, records attempts that a
 * crash cut short, and undoes what the crash left running. A process is ended only when its
 * environment holds this run's mark, or when it is in a cgroup that the run noted.
 */
final class Recovery {
  private static final long GIVE_UP_NANOS = 10_000_000_000L;
  private static final long POLL_NANOS = 1_000_000;

  private final RunDirectory run;
  private final Log log;

  Recovery(RunDirectory run, Log log) {
    this.run = run;
    this.log = log;
  }

  /** Does all of it; the setups that the crash left are cleaned up in between. */
  void recover(Setups setups, Path work) throws IOException {
    log.append(
        new Event.Resumed(
            Seal.currentTool(),
            HostFacts.changes(
                run.hostJson(), HostFacts.json(Preflight.files(run.spec().experiment())))));
    // First what a trial left, so that cleanups find no trial still at work.
    end(List.of(mark(), Environments.CLOCK + "="));
    for (Attempt attempt : log.tally().inFlight()) {
      log.append(new Event.TrialEnded(interrupted(attempt)));
    }
    setups.finishAfterCrash();
    end(List.of(mark()));
    for (String done : CrashRegister.undo(work)) {
      log.note("recovery", done);
    }
    Trees.remove(work);
    log.journal().sync();
  }

  private String mark() {
    return oneLine(Environments.mark(run)) + "\n";
  }

  private dev.assize.evidence.TrialRecord interrupted(Attempt attempt) throws IOException {
    PlannedTrial planned = run.plan().trials().get(attempt.trial() - 1);
    return Records.unmeasured(
        planned,
        attempt,
        new Ending.Interrupted("the lab died while the attempt went on"),
        files(run.attemptDirectory(attempt)),
        List.of(),
        Map.of());
  }

  /** What the attempt had kept already: it stays, as all evidence does. */
  private static List<FileRecord> files(Path directory) throws IOException {
    Map<String, FileRecord> files = new TreeMap<>();
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> content = Files.newDirectoryStream(directory)) {
        for (Path file : content) {
          String name = String.valueOf(file.getFileName());
          files.put(name, OutputStore.describe(file, name));
        }
      }
    }
    return List.copyOf(files.values());
  }

  /** Ends every process whose environment has all the texts, an entry ending in a newline. */
  private void end(List<String> texts) throws IOException {
    Map<Leftovers.Id, String> found = marked(texts);
    if (found.isEmpty()) {
      return;
    }
    found.keySet().forEach(id -> Leftovers.signal(id, Signals.SIGTERM));
    long begin = System.nanoTime();
    Map<Leftovers.Id, String> left = marked(texts);
    while (!left.isEmpty() && System.nanoTime() - begin < GIVE_UP_NANOS) {
      found.putAll(left);
      if (System.nanoTime() - begin > HelperCommand.GRACE.toNanos()) {
        left.keySet().forEach(id -> Leftovers.signal(id, Signals.SIGKILL));
      }
      LockSupport.parkNanos(POLL_NANOS);
      left = marked(texts);
    }
    log.note(
        "recovery",
        "ended processes of this run that an earlier session had left: "
            + String.join(", ", found.values())
            + (left.isEmpty() ? "" : "; could not end " + String.join(", ", left.values())));
  }

  private static Map<Leftovers.Id, String> marked(List<String> texts) throws IOException {
    Set<Integer> spared = new HashSet<>();
    List<ProcessStat> all = ProcessTable.snapshot();
    spared.add((int) ProcessHandle.current().pid());
    ProcessHandle.current().parent().ifPresent(p -> addAncestors(p, spared));
    Map<Leftovers.Id, String> marked = new java.util.LinkedHashMap<>();
    for (ProcessStat process : all) {
      if (!process.isZombie() && !spared.contains(process.pid())) {
        String environment = environment(process.pid());
        if (texts.stream().allMatch(t -> environment.contains("\n" + t))) {
          marked.put(Leftovers.Id.of(process), Leftovers.words(process));
        }
      }
    }
    return marked;
  }

  private static void addAncestors(ProcessHandle process, Set<Integer> pids) {
    if (pids.add((int) process.pid())) {
      process.parent().ifPresent(p -> addAncestors(p, pids));
    }
  }

  /** Newlines end entries, so an entry holds none. */
  private static String oneLine(String text) {
    return text.replace('\n', ' ');
  }

  /** The initial environment, each entry between newlines; empty when it is not ours to read. */
  private static String environment(int pid) {
    List<String> entries = new ArrayList<>();
    try {
      byte[] bytes = Files.readAllBytes(Path.of("/proc/" + pid + "/environ"));
      for (String entry : dev.assize.linux.KernelText.decode(bytes).split("\0", -1)) {
        entries.add(oneLine(entry));
      }
    } catch (IOException e) {
      // Gone, or of another user.
      return "";
    }
    return "\n" + String.join("\n", entries) + "\n";
  }
}
