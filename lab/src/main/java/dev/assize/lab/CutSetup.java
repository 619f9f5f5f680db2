package dev.assize.lab;

import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import dev.assize.experiment.ScenarioName;
import dev.assize.experiment.VariantName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A file in the run's {@code work/} that says which setup goes on: the journal tells of a setup only
 * when it has ended, and one that a crash cuts short needs its cleanup too.
 */
final class CutSetup {
  private static final String NAME = "setting-up";

  private CutSetup() {}

  static void begin(Path work, Site site) throws IOException {
    Files.createDirectories(work);
    Files.write(
        work.resolve(NAME),
        List.of(
            site.cell().scenario().value(), site.cell().variant().value(), site.arm().value()));
  }

  static void end(Path work) throws IOException {
    Files.deleteIfExists(work.resolve(NAME));
  }

  /** The setup that went on; empty when none did, or when the crash came before it began. */
  static Optional<Site> find(Path work) throws IOException {
    Path file = work.resolve(NAME);
    List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
    return lines.size() == 3
        ? Optional.of(
            new Site(
                new Cell(new ScenarioName(lines.get(0)), new VariantName(lines.get(1))),
                new ArmName(lines.get(2))))
        : Optional.empty();
  }
}
