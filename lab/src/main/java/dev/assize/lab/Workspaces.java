package dev.assize.lab;

import dev.assize.evidence.Attempt;
import dev.assize.experiment.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The scratch directory of each attempt under the run's {@code work/}: the workspace, the clock
 * file and the streams. It is no evidence and is removed after the attempt. All names have the same
 * length in every trial, so that no arm gets longer paths than another.
 */
final class Workspaces {
  private final Path run;
  private final Path work;

  Workspaces(Path run) {
    this.run = run;
    this.work = run.resolve("work");
  }

  /** The places of one attempt. */
  record Place(Path scratch, Path workspace, Path clock, Path stdout, Path stderr, Path helper) {}

  Path work() {
    return work;
  }

  /** Makes the scratch directory and the workspace in it, as the scenario has it. */
  Place make(Attempt attempt, Workspace kind, Map<String, Path> files)
      throws IOException, CannotStart {
    if (!Files.isDirectory(run)) {
      throw new IOException("expected the run directory " + run + ", found none");
    }
    Path scratch =
        work.resolve(String.format(Locale.ROOT, "%08d-%04d", attempt.trial(), attempt.number()));
    Trees.remove(scratch);
    Files.createDirectories(scratch);
    Path workspace = workspace(scratch, kind);
    // In order, so that a directory comes before what is put into it.
    for (Map.Entry<String, Path> file : new TreeMap<>(files).entrySet()) {
      put(file.getValue(), workspace, file.getKey());
    }
    Place place =
        new Place(
            scratch,
            workspace,
            scratch.resolve("clock"),
            scratch.resolve("stdout"),
            scratch.resolve("stderr"),
            scratch.resolve("helper"));
    Files.createFile(place.clock());
    Files.createFile(place.stdout());
    Files.createFile(place.stderr());
    return place;
  }

  /** Makes the scratch directory of a server that serves several trials. */
  Path makeServer(int number) throws IOException {
    Path scratch = work.resolve(String.format(Locale.ROOT, "server-%06d", number));
    Trees.remove(scratch);
    return Files.createDirectories(scratch);
  }

  void remove(Place place) throws IOException {
    Trees.remove(place.scratch());
  }

  /** Removes everything, after the run or what a crash left. */
  void removeAll() throws IOException {
    Trees.remove(work);
  }

  private static Path workspace(Path scratch, Workspace kind) throws IOException, CannotStart {
    Path fresh = scratch.resolve("workspace");
    switch (kind) {
      case Workspace.Fresh() -> Files.createDirectory(fresh);
      case Workspace.Template(Path source) -> {
        if (!Files.isDirectory(source)) {
          throw new CannotStart("expected the template directory " + source + ", found none");
        }
        copy(source.toRealPath(), fresh);
      }
      case Workspace.InPlace(Path directory) -> {
        if (!Files.isDirectory(directory)) {
          throw new CannotStart("expected the workspace directory " + directory + ", found none");
        }
        return directory;
      }
    }
    return fresh;
  }

  private static void put(Path source, Path workspace, String name)
      throws IOException, CannotStart {
    Path target = workspace.resolve(name).normalize();
    if (!target.startsWith(workspace) || target.equals(workspace)) {
      throw new CannotStart("expected a path inside the workspace, found '" + name + "'");
    }
    if (!Files.exists(source)) {
      throw new CannotStart("expected the arm's file " + source + ", found none");
    }
    Path parent = target.getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    Trees.remove(target);
    copy(source.toRealPath(), target);
  }

  /** A source that can't be read fails the attempt; a target that can't be written, the run. */
  private static void copy(Path source, Path target) throws IOException, CannotStart {
    try {
      Trees.copy(source, target);
    } catch (IOException e) {
      if (writable(target)) {
        throw new CannotStart("copying " + source + " into the workspace: " + e, e);
      }
      throw e;
    }
  }

  private static boolean writable(Path near) {
    Path parent = near.getParent();
    try {
      Path probe = Files.createTempFile(parent, "probe", "");
      try {
        Files.write(probe, new byte[4096]);
      } finally {
        Files.delete(probe);
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
