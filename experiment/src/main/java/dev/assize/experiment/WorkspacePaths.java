package dev.assize.experiment;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Paths that start from the workspace. */
final class WorkspacePaths {
  private WorkspacePaths() {}

  /** Relative, not empty, and never leaving the workspace. */
  static boolean inside(String text) {
    try {
      Path path = Path.of(text);
      return !text.isEmpty() && !path.isAbsolute() && !leaves(path);
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** Inside the workspace, or absolute, or under a placeholder; without {@code ..} in any case. */
  static boolean usable(String text) {
    try {
      return !text.isEmpty() && !leaves(Path.of(text));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static boolean leaves(Path path) {
    for (Path part : path) {
      if (part.toString().equals("..")) {
        return true;
      }
    }
    return path.normalize().toString().isEmpty();
  }
}
