package dev.assize.evidence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Compares everything under {@code trials/} with the records of the attempts. */
final class AttemptFiles {
  private final Path trials;
  private final List<Finding> findings;

  AttemptFiles(Path run, List<Finding> findings) {
    this.trials = run.resolve(RunDirectory.TRIALS);
    this.findings = findings;
  }

  void check(List<Entry> entries) {
    Set<String> known = new HashSet<>();
    for (Entry entry : entries) {
      switch (entry.event()) {
        // An attempt in flight has a directory and no record yet: nothing to compare with.
        case Event.TrialStarted(Attempt attempt) -> known.add(attempt.toString());
        case Event.TrialEnded(TrialRecord trial) -> {
          known.add(trial.attempt().toString());
          attempt(trial);
        }
        default -> {}
      }
    }
    if (!Files.isDirectory(trials, LinkOption.NOFOLLOW_LINKS)) {
      findings.add(new Finding(RunDirectory.TRIALS, 0, "missing: expected a directory"));
      return;
    }
    try (Stream<Path> content = Files.list(trials)) {
      content
          .map(path -> path.getFileName().toString())
          .filter(name -> !known.contains(name))
          .sorted()
          .forEach(
              name ->
                  findings.add(
                      new Finding(
                          RunDirectory.TRIALS + "/" + name,
                          0,
                          "added: the journal has no such attempt")));
    } catch (IOException e) {
      findings.add(new Finding(RunDirectory.TRIALS, 0, "can't be listed: " + e));
    }
  }

  private void attempt(TrialRecord trial) {
    Path directory = trials.resolve(trial.attempt().toString());
    String prefix = RunDirectory.TRIALS + "/" + trial.attempt() + "/";
    Set<String> recorded = new TreeSet<>();
    for (FileRecord file : trial.files()) {
      recorded.add(file.path());
      FileCheck.check(directory, prefix, file, findings);
    }
    if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      return; // Each recorded file has been found missing; without any there is nothing to miss.
    }
    try (Stream<Path> content = Files.walk(directory)) {
      content
          .filter(path -> !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
          .map(path -> directory.relativize(path).toString())
          .filter(path -> !recorded.contains(path))
          .sorted()
          .forEach(
              path ->
                  findings.add(
                      new Finding(
                          prefix + path, 0, "added: the attempt's record has no such file")));
    } catch (IOException | java.io.UncheckedIOException e) {
      findings.add(new Finding(prefix, 0, "can't be listed: " + e));
    }
  }
}
