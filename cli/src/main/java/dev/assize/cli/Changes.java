package dev.assize.cli;

import dev.assize.experiment.Overrides;
import dev.assize.experiment.Spec;
import dev.assize.experiment.SpecException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that change the experiment of a spec for one run. */
final class Changes {
  @Option(
      names = "--cells",
      paramLabel = "PATTERNS",
      description =
          "Only these cells: comma-separated patterns over scenario/variant, for instance"
              + " 'ws-*,!*/epoll'. One without a slash is of a scenario or a variant. Recorded as"
              + " a deviation.")
  @Nullable String cells;

  @Option(
      names = "--arm-env",
      paramLabel = "[ARM:]NAME=VALUE",
      description =
          "Set a variable of every arm, or of one; repeat it for more. Recorded as a deviation.")
  List<String> armEnvironment = List.of();

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "Take the changes that the spec states under this name.")
  @Nullable String profile;

  /** Reads the spec with them; relative paths start from its own directory. */
  Spec read(Path spec) throws SpecException {
    try {
      return Spec.read(spec, overrides());
    } catch (IllegalArgumentException e) {
      throw refused(e);
    }
  }

  /** Reads the spec with them; relative paths start from the directory given. */
  Spec read(Path spec, Path directory) throws IOException, SpecException {
    byte[] bytes = Files.readAllBytes(spec);
    try {
      return Spec.parse(bytes, spec, directory.toAbsolutePath(), overrides());
    } catch (IllegalArgumentException e) {
      throw refused(e);
    }
  }

  private Overrides overrides() {
    return new Overrides(Optional.ofNullable(profile), Optional.ofNullable(cells), armEnvironment);
  }

  private static CommandFailure refused(IllegalArgumentException e) {
    return new CommandFailure(ExitCode.USAGE, String.valueOf(e.getMessage()));
  }
}
