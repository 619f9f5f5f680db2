package dev.assize.linux;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Finds the file that a command name means. */
public final class Executables {
  private Executables() {}

  /**
   * Returns the absolute path of the executable.
   *
   * @param name with a slash: a path, taken as it is; without: looked up in each directory of the
   *     path
   * @param path directories separated by colons, as in the variable PATH; an empty entry is the
   *     working directory
   * @throws IOException when there is none, listing what was searched and why each candidate was
   *     passed over
   */
  public static Path resolve(String name, String path) throws IOException {
    return resolve(name, path, Path.of(""));
  }

  /** As {@link #resolve(String, String)}, with relative paths taken from the given directory. */
  public static Path resolve(String name, String path, Path directory) throws IOException {
    if (name.isEmpty()) {
      throw new IOException("expected the name of an executable, found an empty string");
    }
    List<String> refusals = new ArrayList<>();
    List<Path> candidates = new ArrayList<>();
    if (name.indexOf('/') >= 0) {
      candidates.add(directory.resolve(name));
    } else {
      for (String entry : path.split(File.pathSeparator, -1)) {
        candidates.add(directory.resolve(entry).resolve(name));
      }
    }
    for (Path candidate : candidates) {
      Path absolute = candidate.toAbsolutePath();
      String refusal = refusal(absolute);
      if (refusal.isEmpty()) {
        return absolute;
      }
      refusals.add(absolute + " (" + refusal + ")");
    }
    throw new IOException(
        "executable '"
            + name
            + "' not found; searched "
            + refusals.stream().collect(Collectors.joining(", "))
            + (name.indexOf('/') >= 0 ? "" : "; give a path, or a PATH that holds it"));
  }

  private static String refusal(Path candidate) {
    if (!Files.exists(candidate)) {
      return "does not exist";
    }
    if (Files.isDirectory(candidate)) {
      return "is a directory";
    }
    return Files.isExecutable(candidate) ? "" : "is not executable";
  }
}
