package dev.assize.observe;

import dev.assize.experiment.Scenario;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Whom {@link Observers} observe.
 *
 * @param server pid of the server that was started, when there is one; it must be alive
 * @param command pid of the command, when it runs already; else see {@link Observers#command}
 * @param treated whose process a document of counters must name, and whose tracepoint hits count
 * @param placeholders values of the <code>${name}</code> places in the locations of documents
 * @param networkNamespace where documents are fetched: {@code /proc/PID/ns/net} or a file below
 *     {@code /run/netns}; empty: where the lab is
 * @param cpus those of the trial; the samplers run on others where there are some
 */
public record Targets(
    OptionalInt server,
    OptionalInt command,
    Scenario.Treated treated,
    Map<String, String> placeholders,
    Optional<Path> networkNamespace,
    Set<Integer> cpus) {
  public Targets {
    placeholders = Map.copyOf(placeholders);
    cpus = Set.copyOf(cpus);
  }
}
