package dev.assize.lab;

import dev.assize.evidence.FileRecord;
import dev.assize.evidence.GateResult;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Check;
import dev.assize.experiment.Gate;
import dev.assize.experiment.Placeholders;
import dev.assize.experiment.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Carries out a scenario's checks of one attempt's work. */
final class Checks {
  private final Cell cell;
  private final Scenario scenario;
  private final Gate.Scope voids;
  private final Workspaces.Place place;
  private final Map<String, FileRecord> streams;
  private final StaleOutputs stale;
  private final References references;
  private final List<GateResult> results = new ArrayList<>();
  private final List<FileRecord> used = new ArrayList<>();
  private final Map<String, FileRecord> hashed = new HashMap<>();

  /**
   * @param streams the whole streams by their names {@code stdout} and {@code stderr}; none when
   *     they went to /dev/null
   */
  Checks(
      Cell cell,
      Scenario scenario,
      Gate.Scope voids,
      Workspaces.Place place,
      Map<String, FileRecord> streams,
      StaleOutputs stale,
      References references) {
    this.cell = cell;
    this.scenario = scenario;
    this.voids = voids;
    this.place = place;
    this.streams = Map.copyOf(streams);
    this.stale = stale;
    this.references = references;
  }

  List<GateResult> results() {
    return List.copyOf(results);
  }

  List<FileRecord> used() {
    return List.copyOf(used);
  }

  /** The status that the scenario's command must end with. */
  static int status(Scenario scenario) {
    return scenario.checks().stream()
        .filter(Check.Exit.class::isInstance)
        .map(c -> ((Check.Exit) c).status())
        .findFirst()
        .orElse(0);
  }

  /**
   * The check of the exit status.
   *
   * @param found how the command ended, in words
   */
  static GateResult exit(Scenario scenario, Gate.Scope voids, boolean passed, String found) {
    return new GateResult(
        "check:exit",
        passed,
        voids,
        passed ? "" : "expected status " + status(scenario) + ", found that the command " + found);
  }

  /** All checks but that of the exit status. */
  void run(HelperCommand helper, Map<String, String> environment, Map<String, String> placeholders)
      throws IOException {
    int command = 0;
    for (Check check : scenario.checks()) {
      switch (check) {
        case Check.Exit _, Check.None _ -> {
          // The first is checked before; the second has nothing to check.
        }
        case Check.StreamHash(Check.Stream stream, String sha256) ->
            hash(name(stream), stream(stream), "the given " + sha256, Optional.of(sha256));
        case Check.StreamEqual(Check.Stream stream) ->
            hash(name(stream), stream(stream), "", Optional.empty());
        case Check.FileHash(String path, String sha256) ->
            hash(
                "file " + path,
                file(path, placeholders),
                "the given " + sha256,
                Optional.of(sha256));
        case Check.FileEqual(String path) ->
            hash("file " + path, file(path, placeholders), "", Optional.empty());
        case Check.ByCommand(var text) -> {
          command++;
          HelperCommand.Result result =
              helper.run(
                  Placeholders.expand(text, placeholders),
                  environment,
                  place.workspace(),
                  Duration.ofNanos(scenario.timeout().value()));
          add("command " + command, result.ok(), result.detail());
        }
      }
    }
  }

  /** What is at hand to compare, or why nothing is. */
  private record Content(Optional<FileRecord> file, String missing) {}

  private void hash(String what, Content content, String from, Optional<String> given) {
    if (content.file().isEmpty()) {
      add(what, false, content.missing());
      return;
    }
    FileRecord file = content.file().get();
    if (!used.contains(file)) {
      used.add(file);
    }
    Optional<References.Reference> reference = references.find(cell, file.path());
    String expected = given.or(() -> reference.map(r -> r.file().sha256())).orElse(file.sha256());
    String source =
        from.isEmpty()
            ? reference
                .map(
                    r ->
                        "that of trial "
                            + r.of()
                            + ", "
                            + r.file().sha256()
                            + " ("
                            + r.file().size().value()
                            + " bytes)")
                .orElse("")
            : from;
    boolean same = expected.equals(file.sha256());
    add(
        what,
        same,
        same
            ? ""
            : "expected the SHA-256 "
                + source
                + ", found "
                + file.sha256()
                + " ("
                + file.size().value()
                + " bytes)");
  }

  private Content stream(Check.Stream stream) {
    FileRecord file = streams.get(name(stream));
    return file == null
        ? new Content(
            Optional.empty(),
            "expected the bytes of "
                + name(stream)
                + ", found that the scenario sends them to /dev/null; use output: file or pipe")
        : new Content(Optional.of(file), "");
  }

  private static String name(Check.Stream stream) {
    return switch (stream) {
      case STDOUT -> "stdout";
      case STDERR -> "stderr";
    };
  }

  private Content file(String path, Map<String, String> placeholders) throws IOException {
    Path file = StaleOutputs.resolve(place.workspace(), path, placeholders);
    if (!Files.exists(file)) {
      return new Content(
          Optional.empty(), "expected the file " + path + " in the workspace, found none");
    }
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return new Content(
          Optional.empty(), "expected a regular file at " + path + ", found another kind");
    }
    if (stale.has(file)) {
      return new Content(
          Optional.empty(),
          "expected the command to write "
              + path
              + ", found it untouched since before the command started; remove it in 'prepare'");
    }
    FileRecord known = hashed.get(path);
    if (known == null) {
      known = OutputStore.describe(file, path);
      hashed.put(path, known);
    }
    return new Content(Optional.of(known), "");
  }

  private void add(String what, boolean passed, String detail) {
    results.add(new GateResult("check:" + what, passed, voids, passed ? "" : detail));
  }
}
