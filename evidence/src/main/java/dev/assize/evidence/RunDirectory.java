package dev.assize.evidence;

import dev.assize.experiment.Cell;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Plan;
import dev.assize.experiment.Seal;
import dev.assize.experiment.Spec;
import dev.assize.experiment.SpecException;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Stream;

/**
 * One run on disk: what was sealed, the journal, and what each attempt left. {@code
 * docs/evidence-format.md} describes every file.
 */
public final class RunDirectory {
  static final String SPEC = "experiment.yaml";
  static final String SEAL = "seal.json";
  static final String PLAN = "plan.json";
  static final String HOST = "host.json";
  static final String JOURNAL = "journal.jsonl";
  static final String HEAD = "head.json";
  static final String LOCK = "journal.lock";
  static final String TRIALS = "trials";
  static final String CACHE = "cache";

  private static final DateTimeFormatter ID_TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  private final Path path;
  private final Spec spec;
  private final Plan plan;
  private final Seal seal;
  private final byte[] hostJson;

  private RunDirectory(Path path, Spec spec, Plan plan, Seal seal, byte[] hostJson) {
    this.path = path;
    this.spec = spec;
    this.plan = plan;
    this.seal = seal;
    this.hostJson = hostJson;
  }

  /**
   * Returns where a new run of the sealed experiment belongs: {@code <runs>/<experiment>/<run-id>},
   * the id being the time of sealing and the first digits of the seal's hash, for instance {@code
   * 20261202T071500Z-3f2a}. More digits are taken while the name is in use.
   */
  public static Path pathFor(Path runs, Experiment experiment, Seal seal) {
    String time = ID_TIME.format(seal.at());
    String hash = Digest.sha256(seal.toJson());
    Path parent = runs.resolve(experiment.name());
    int digits = 4;
    while (digits < hash.length()
        && Files.exists(parent.resolve(time + "-" + hash.substring(0, digits)))) {
      digits += 4;
    }
    return parent.resolve(time + "-" + hash.substring(0, digits));
  }

  /**
   * Creates a run: writes everything that was sealed, makes it durable, then opens the journal.
   * Parents are made as needed.
   *
   * @param directory does not exist yet, or is empty
   * @param hostJson bytes of {@link HostRecord#toJson}
   * @throws IOException when the directory has content or can't be written
   * @throws IllegalArgumentException when the seal is not of this spec and this plan
   */
  public static RunDirectory create(
      Path directory, Spec spec, Plan plan, Seal seal, byte[] hostJson) throws IOException {
    Path run = directory.toAbsolutePath().normalize();
    byte[] planJson = plan.toJson();
    byte[] sealJson = seal.toJson();
    requireSealed("spec", seal.spec(), Digest.sha256(spec.bytes()));
    requireSealed("plan", seal.plan(), Digest.sha256(planJson));
    try {
      Files.createDirectories(run);
      try (Stream<Path> content = Files.list(run)) {
        if (content.findAny().isPresent()) {
          throw new DirectoryNotEmptyException(run.toString());
        }
      }
      Files.createDirectory(run.resolve(TRIALS));
    } catch (DirectoryNotEmptyException e) {
      throw new IOException(
          "could not create a run in " + run + ": it has content; choose a new directory", e);
    } catch (IOException e) {
      throw Storage.failure("create the run directory", run, e);
    }
    Storage.writeNew(run.resolve(SPEC), spec.bytes());
    Storage.writeNew(run.resolve(PLAN), planJson);
    Storage.writeNew(run.resolve(SEAL), sealJson);
    Storage.writeNew(run.resolve(HOST), hostJson);
    Event.Opened opened =
        new Event.Opened(
            Experiment.SCHEMA, seal.tool(), Digest.sha256(sealJson), Digest.sha256(hostJson));
    try (Journal journal = Journal.start(run, opened)) {
      for (String deviation : seal.overrides().deviations()) {
        journal.append(new Event.Noted("deviation", deviation));
      }
    }
    Storage.syncDirectory(Storage.parent(run));
    Storage.syncDirectory(Storage.parent(Storage.parent(run)));
    return new RunDirectory(run, spec, plan, seal, hostJson.clone());
  }

  /**
   * Opens a run. Checks what was sealed against its hashes; the journal is checked when it is read,
   * the attempts' files by {@link Verifier}.
   *
   * @throws DamagedEvidenceException when a sealed file is missing or not what was sealed
   * @throws NewerSchemaException when a later build wrote it
   * @throws IOException when a file is there but can't be read
   */
  public static RunDirectory open(Path directory) throws IOException, DamagedEvidenceException {
    Path run = directory.toAbsolutePath().normalize();
    if (!Files.isDirectory(run)) {
      throw new NoSuchFileException(
          run.toString(), null, "expected a run directory; 'assize ls' lists the runs");
    }
    Event.Opened opened = opened(run);
    byte[] sealJson = hashed(run, SEAL, opened.seal());
    byte[] hostJson = hashed(run, HOST, opened.host());
    try {
      Seal seal = Seal.fromJson(sealJson);
      byte[] yaml = hashed(run, SPEC, seal.spec());
      Plan plan = Plan.fromJson(hashed(run, PLAN, seal.plan()));
      Spec spec = Spec.parse(yaml, run.resolve(SPEC), seal);
      return new RunDirectory(run, spec, plan, seal, hostJson);
    } catch (SpecException e) {
      throw new DamagedEvidenceException(
          "the sealed experiment.yaml is unchanged, but this build does not accept it; use the build"
              + " that sealed it: "
              + e.getMessage(),
          e);
    } catch (RuntimeException e) {
      throw new DamagedEvidenceException(
          "a sealed file is unchanged, but this build can't read it; use the build that sealed it: "
              + e.getMessage(),
          e);
    }
  }

  /** The run's directory, absolute. */
  public Path path() {
    return path;
  }

  /** The directory's name. */
  public String runId() {
    return String.valueOf(path.getFileName());
  }

  /** The spec as it was sealed. */
  public Spec spec() {
    return spec;
  }

  /** The plan as it was sealed. */
  public Plan plan() {
    return plan;
  }

  /** The seal. */
  public Seal seal() {
    return seal;
  }

  /** The bytes of host.json: the host when the run began. */
  public byte[] hostJson() {
    return hostJson.clone();
  }

  /** Where the attempt's files belong: {@code trials/<n>-<attempt>}. The caller creates it. */
  public Path attemptDirectory(Attempt attempt) {
    return path.resolve(TRIALS).resolve(attempt.toString());
  }

  /**
   * A directory for what a cell's setup makes for its trials, {@code cache/<scenario>/<variant>}.
   * Not evidence: it may be removed when the run has ended. The caller creates it.
   */
  public Path cache(Cell cell) {
    return path.resolve(CACHE).resolve(cell.scenario().value()).resolve(cell.variant().value());
  }

  /**
   * Opens the journal for appending. Bytes of a last line that a kill cut off are moved to {@code
   * journal.torn-<n>}, and an event says so.
   *
   * @throws IOException when another process has it open (the message names it), when it is damaged
   *     (the cause is a {@link DamagedEvidenceException}), or when it can't be written
   */
  public Journal openJournal() throws IOException {
    return Journal.reopen(path);
  }

  /**
   * Reads the whole journal. A last line without its newline, which a kill leaves, is not counted.
   *
   * @throws DamagedEvidenceException at the first line that is not what was written
   */
  public List<Entry> entries() throws DamagedEvidenceException {
    try {
      return JournalReader.read(path).entries();
    } catch (IOException e) {
      throw new DamagedEvidenceException(
          path.resolve(JOURNAL) + ": expected a readable journal, found: " + e, e);
    }
  }

  static void refuseNewer(String file, byte[] json) throws NewerSchemaException {
    Integer schema = EntryJson.schemaIn(json);
    if (schema != null && schema > Experiment.SCHEMA) {
      throw new NewerSchemaException(file, schema);
    }
  }

  static byte[] read(Path run, String name) throws IOException, DamagedEvidenceException {
    try {
      return Files.readAllBytes(run.resolve(name));
    } catch (NoSuchFileException e) {
      throw new DamagedEvidenceException(
          run.resolve(name) + ": expected a file, found none; restore it from a copy of the run",
          e);
    }
  }

  private static Event.Opened opened(Path run) throws IOException, DamagedEvidenceException {
    Path file = run.resolve(JOURNAL);
    if (!Files.exists(file)) {
      throw new DamagedEvidenceException(
          file
              + ": expected a journal, found none: either this is no run directory, or its creation"
              + " was cut off before anything was measured; start a new run");
    }
    try (JournalLines lines = new JournalLines(file)) {
      byte[] first = lines.next();
      if (first == null) {
        throw new DamagedEvidenceException(
            file
                + ":1: expected a first line, found none: the run's creation was cut off before"
                + " anything was measured; start a new run");
      }
      Integer schema = EntryJson.schemaIn(first);
      Entry entry = JsonIn.read(first, EntryJson.reader(schema == null ? 1 : schema));
      if (entry.event() instanceof Event.Opened opened) {
        return opened;
      }
      throw new DamagedEvidenceException(file + ":1: expected 'opened', found " + entry.event());
    } catch (JsonIn.Malformed e) {
      throw new DamagedEvidenceException(file + ":1: " + e.getMessage(), e);
    }
  }

  private static byte[] hashed(Path run, String name, String sha256)
      throws IOException, DamagedEvidenceException {
    byte[] bytes = read(run, name);
    String found = Digest.sha256(bytes);
    if (!found.equals(sha256)) {
      throw new DamagedEvidenceException(
          "%s: expected SHA-256 %s as sealed, found %s: it was changed; restore it from a copy of the run"
              .formatted(run.resolve(name), sha256, found));
    }
    return bytes;
  }

  private static void requireSealed(String what, String sealed, String found) {
    if (!sealed.equals(found)) {
      throw new IllegalArgumentException(
          "seal: expected the SHA-256 of this %s, %s, found %s".formatted(what, found, sealed));
    }
  }
}
