package dev.assize.evidence;

import dev.assize.experiment.Experiment;
import dev.assize.experiment.Plan;
import dev.assize.experiment.Seal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares every byte of a run's evidence with the hashes that the evidence itself holds. Needs no
 * lock and writes nothing.
 *
 * <p>The chain is: {@code head.json} → last line of {@code journal.jsonl} → each line before → its
 * first line → {@code seal.json} and {@code host.json} → {@code experiment.yaml} and {@code
 * plan.json}; and from the lines of ended attempts to every file under {@code trials/}. Whoever
 * rewrites all of it consistently is not detected: keep a copy of head.json elsewhere against that.
 */
public final class Verifier {
  // verdict.json and the reports are made from the evidence and can be made again. work/ and cache/
  // are the lab's scratch. The lock and a head.json that was being replaced say nothing about the
  // run.
  private static final Pattern NOT_EVIDENCE =
      Pattern.compile(
          "verdict\\.json(\\.new)?|report\\..*|work|cache|journal\\.lock|head\\.json\\.new");

  private final Path run;
  private final List<Finding> findings = new ArrayList<>();

  private Verifier(Path run) {
    this.run = run;
  }

  /**
   * Returns everything that is wrong with the run's evidence; empty when it is intact.
   *
   * @throws NewerSchemaException when a later build wrote it
   */
  public static List<Finding> verify(Path run) throws NewerSchemaException {
    Verifier verifier = new Verifier(run.toAbsolutePath().normalize());
    if (!Files.isDirectory(verifier.run)) {
      return List.of(new Finding(".", 0, "expected a run directory at " + run + ", found none"));
    }
    verifier.refuseNewer();
    verifier.all();
    return List.copyOf(verifier.findings);
  }

  // A later build writes its schema into every file. A number in one file alone was changed there.
  private void refuseNewer() throws NewerSchemaException {
    Integer opened = null;
    try (JournalLines lines = new JournalLines(run.resolve(RunDirectory.JOURNAL))) {
      byte[] first = lines.next();
      opened = first == null ? null : EntryJson.schemaIn(first);
    } catch (IOException e) {
      // Whatever keeps it from being read is found below.
    }
    Integer sealed = null;
    try {
      sealed = EntryJson.schemaIn(Files.readAllBytes(run.resolve(RunDirectory.SEAL)));
    } catch (IOException e) {
      // Likewise.
    }
    if (opened != null
        && opened > Experiment.SCHEMA
        && (sealed == null || sealed > Experiment.SCHEMA)) {
      throw new NewerSchemaException(RunDirectory.JOURNAL, opened);
    }
  }

  private void all() throws NewerSchemaException {
    JournalCheck journal = new JournalCheck(run, findings);
    journal.check();
    Optional<Event.Opened> opened = journal.opened();
    Optional<byte[]> sealJson =
        hashed(
            RunDirectory.SEAL,
            opened.map(Event.Opened::seal).orElse(null),
            "the journal's first line");
    hashed(
        RunDirectory.HOST, opened.map(Event.Opened::host).orElse(null), "the journal's first line");
    @Nullable Seal seal = sealJson.map(this::seal).orElse(null);
    hashed(RunDirectory.SPEC, seal == null ? null : seal.spec(), RunDirectory.SEAL);
    Optional<byte[]> planJson =
        hashed(RunDirectory.PLAN, seal == null ? null : seal.plan(), RunDirectory.SEAL);
    @Nullable Plan plan = planJson.map(this::plan).orElse(null);
    new JournalSense(findings).check(journal.entries(), plan);
    new AttemptFiles(run, findings).check(journal.entries());
    topLevel(journal.entries());
  }

  /** Checks the file; returns its bytes when they are what was hashed. */
  private Optional<byte[]> hashed(String name, @Nullable String sha256, String source)
      throws NewerSchemaException {
    Path file = run.resolve(name);
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      findings.add(new Finding(name, 0, "missing: expected a file, found none"));
      return Optional.empty();
    }
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file);
    } catch (IOException e) {
      findings.add(new Finding(name, 0, "can't be read: " + e));
      return Optional.empty();
    }
    if (sha256 == null) {
      findings.add(
          new Finding(
              name, 0, "can't be checked: " + source + ", which holds its hash, is damaged"));
      return Optional.empty();
    }
    String found = Digest.sha256(bytes);
    if (!found.equals(sha256)) {
      findings.add(
          new Finding(
              name,
              0,
              "changed: expected SHA-256 %s as %s says, found %s"
                  .formatted(sha256, source, found)));
      return Optional.empty();
    }
    if (!name.equals(RunDirectory.SPEC)) {
      RunDirectory.refuseNewer(name, bytes);
    }
    return Optional.of(bytes);
  }

  private @Nullable Seal seal(byte[] json) {
    try {
      return Seal.fromJson(json);
    } catch (RuntimeException e) {
      findings.add(new Finding(RunDirectory.SEAL, 0, "unchanged, but can't be read: " + e));
      return null;
    }
  }

  private @Nullable Plan plan(byte[] json) {
    try {
      return Plan.fromJson(json);
    } catch (RuntimeException e) {
      findings.add(new Finding(RunDirectory.PLAN, 0, "unchanged, but can't be read: " + e));
      return null;
    }
  }

  private void topLevel(List<Entry> entries) {
    var torn = TornLines.named(entries);
    torn.values().forEach(file -> FileCheck.check(run, "", file, findings));
    try (Stream<Path> content = Files.list(run)) {
      content
          .map(path -> path.getFileName().toString())
          .filter(name -> !isKnown(name) && !torn.containsKey(name))
          .sorted()
          .forEach(name -> findings.add(new Finding(name, 0, "added: no such file belongs here")));
    } catch (IOException e) {
      findings.add(new Finding(".", 0, "can't be listed: " + e));
    }
  }

  private static boolean isKnown(String name) {
    return switch (name) {
      case RunDirectory.SPEC,
          RunDirectory.SEAL,
          RunDirectory.PLAN,
          RunDirectory.HOST,
          RunDirectory.JOURNAL,
          RunDirectory.HEAD,
          RunDirectory.TRIALS ->
          true;
      default -> NOT_EVIDENCE.matcher(name).matches();
    };
  }
}
