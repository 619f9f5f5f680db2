package dev.assize.lab;

import dev.assize.experiment.Check;
import dev.assize.experiment.Placeholders;
import dev.assize.experiment.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Checked files that lie outside the trial's own workspace, as they were before the command
 * started. One that the command leaves untouched is the output of an earlier trial, perhaps of the
 * other arm: comparing it would pass work that was never done.
 */
final class StaleOutputs {
  private final Map<Path, FileStat> before;

  private StaleOutputs(Map<Path, FileStat> before) {
    this.before = before;
  }

  /**
   * Looks at the checked files before the launch.
   *
   * @param scratch what is in it was made new for the trial and can't be stale
   */
  static StaleOutputs look(
      Scenario scenario, Path scratch, Path workspace, Map<String, String> placeholders)
      throws IOException {
    Map<Path, FileStat> before = new HashMap<>();
    for (Check check : scenario.checks()) {
      String path =
          switch (check) {
            case Check.FileEqual(String name) -> name;
            case Check.FileHash(String name, String _) -> name;
            default -> "";
          };
      Path file = resolve(workspace, path, placeholders);
      if (!path.isEmpty()
          && !file.startsWith(scratch)
          && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        before.put(file, FileStat.of(file));
      }
    }
    return new StaleOutputs(before);
  }

  /** A checked file's path. */
  static Path resolve(Path workspace, String path, Map<String, String> placeholders) {
    return workspace.resolve(Placeholders.expand(path, placeholders)).normalize();
  }

  /** Whether the file was there before the command started and was not written since. */
  boolean has(Path file) throws IOException {
    FileStat stat = before.get(file);
    return stat != null && stat.equals(FileStat.of(file));
  }
}
