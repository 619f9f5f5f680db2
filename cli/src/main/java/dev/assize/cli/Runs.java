package dev.assize.cli;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds run directories: {@code <root>/<experiment>/<run-id>}. */
final class Runs {
  private final Path root;

  /**
   * @param option the value of {@code --runs}, or null for {@code $ASSIZE_RUNS}, or {@code runs} in
   *     the current directory
   */
  Runs(@Nullable Path option) {
    String variable = System.getenv("ASSIZE_RUNS");
    this.root =
        option != null
            ? option
            : variable != null && !variable.isEmpty() ? Path.of(variable) : Path.of("runs");
  }

  Path root() {
    return root;
  }

  /** Returns every run directory, newest first. Run ids start with their time. */
  List<Path> all() throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path experiment : directories(root)) {
      for (Path run : directories(experiment)) {
        if (isRun(run)) {
          found.add(run);
        }
      }
    }
    found.sort(Comparator.comparing((Path run) -> String.valueOf(run.getFileName())).reversed());
    return found;
  }

  /**
   * Finds the run that a person named: a directory, a run id or the start of one, the newest run of
   * an experiment, or {@code latest}.
   */
  Path named(String name) throws IOException {
    Path direct = Path.of(name);
    if (isRun(direct)) {
      return direct;
    }
    List<Path> matches = new ArrayList<>();
    for (Path run : all()) {
      String id = String.valueOf(run.getFileName());
      String experiment = experimentOf(run);
      if (name.equals("latest") || name.equals(experiment)) {
        return run;
      }
      if (id.startsWith(name)) {
        matches.add(run);
      }
    }
    if (matches.size() == 1) {
      return matches.getFirst();
    }
    String remedy =
        "; give a directory, a run id, an experiment's name or 'latest' (assize ls lists them)";
    throw new CommandFailure(
        ExitCode.USAGE,
        matches.isEmpty()
            ? "run: expected a run under " + root + ", found none named '" + name + "'" + remedy
            : "run: expected one run, found "
                + matches.size()
                + " whose id starts with '"
                + name
                + "'"
                + remedy);
  }

  /** The name of the experiment that a run belongs to: that of the directory it is in. */
  static String experimentOf(Path run) {
    Path parent = run.toAbsolutePath().getParent();
    return parent == null ? "" : String.valueOf(parent.getFileName());
  }

  private static boolean isRun(Path directory) {
    return Files.isRegularFile(directory.resolve("seal.json"))
        || Files.isRegularFile(directory.resolve("journal.jsonl"));
  }

  private static List<Path> directories(Path parent) throws IOException {
    List<Path> result = new ArrayList<>();
    if (Files.isDirectory(parent)) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(parent, Files::isDirectory)) {
        entries.forEach(result::add);
      }
    }
    return result;
  }
}
