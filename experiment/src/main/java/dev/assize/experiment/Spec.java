package dev.assize.experiment;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** A spec that was read without a problem: its bytes, and the experiment they state. */
public final class Spec {
  private final byte[] bytes;
  private final Path directory;
  private final Experiment experiment;
  private final List<String> warnings;
  private final Overrides overrides;
  private final Map<String, String> executables;

  private Spec(
      byte[] bytes,
      Path directory,
      Experiment experiment,
      List<String> warnings,
      Overrides overrides,
      Map<String, String> executables) {
    this.overrides = overrides;
    this.executables = executables;
    this.bytes = bytes;
    this.directory = directory;
    this.experiment = experiment;
    this.warnings = warnings;
  }

  /**
   * Reads a spec; its relative paths start from the directory it is in.
   *
   * @throws SpecException with every problem found, also when the file can't be read
   */
  public static Spec read(Path file) throws SpecException {
    return read(file, Overrides.NONE);
  }

  /**
   * Like {@link #read(Path)}, changed as the command line says.
   *
   * @throws IllegalArgumentException when the overrides are not those of this spec
   */
  public static Spec read(Path file, Overrides overrides) throws SpecException {
    Path absolute = file.toAbsolutePath();
    Path parent = absolute.getParent();
    return parse(contents(file), file, parent == null ? absolute : parent, overrides);
  }

  /** Reads one byte more than allowed at most, so that a huge file costs nothing. */
  private static byte[] contents(Path file) throws SpecException {
    String found;
    if (Files.isDirectory(file)) {
      found = "a directory";
    } else {
      try (InputStream in = Files.newInputStream(file)) {
        return in.readNBytes(YamlText.LARGEST + 1);
      } catch (NoSuchFileException e) {
        found = "no such file";
      } catch (IOException e) {
        found = "one that can't be read (" + e.getMessage() + ")";
      }
    }
    Problems problems = new Problems(file.toString());
    problems.add(
        Position.START, "spec", "a YAML file", found, "check the name, or write one: assize init");
    throw problems.exception();
  }

  /**
   * Reads a spec from its bytes.
   *
   * @param displayName names the file in messages
   * @param directory relative paths start from here
   * @throws SpecException with every problem found
   */
  public static Spec parse(byte[] bytes, Path displayName, Path directory) throws SpecException {
    return parse(bytes, displayName, directory, Overrides.NONE);
  }

  /**
   * Like {@link #parse(byte[], Path, Path)}, changed as the command line says.
   *
   * @throws IllegalArgumentException when the overrides are not those of this spec
   */
  public static Spec parse(byte[] bytes, Path displayName, Path directory, Overrides overrides)
      throws SpecException {
    return parse(bytes, displayName, directory, overrides, Executables.onDisk());
  }

  /**
   * Reads a spec as it was sealed: changed as the command line said, executables as they were.
   *
   * @throws SpecException with every problem found
   * @throws IllegalArgumentException when the seal is not of this spec
   */
  public static Spec parse(byte[] bytes, Path displayName, Seal seal) throws SpecException {
    return parse(
        bytes, displayName, Path.of(seal.directory()), seal.overrides(), Executables.of(seal));
  }

  private static Spec parse(
      byte[] bytes, Path displayName, Path directory, Overrides overrides, Executables executables)
      throws SpecException {
    Problems problems = new Problems(displayName.toString());
    Path absolute = directory.toAbsolutePath().normalize();
    Node.Table tree = YamlTree.read(YamlText.decode(bytes, problems), problems);
    Experiment experiment =
        new Profiles(tree, problems, displayName, absolute, executables).read(overrides);
    return new Spec(
        bytes.clone(),
        absolute,
        experiment,
        problems.warnings(),
        overrides,
        Map.copyOf(executables.hashes()));
  }

  /** Returns a commented spec to start from; it reads without a problem. */
  public static String template() {
    return new String(Resources.read("template.yaml"), StandardCharsets.UTF_8);
  }

  /** Returns the JSON Schema (draft 2020-12) of the format. */
  public static String jsonSchema() {
    return new String(Resources.read("experiment.schema.json"), StandardCharsets.UTF_8);
  }

  public Experiment experiment() {
    return experiment;
  }

  /** Returns a copy of the exact bytes that were read. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** Returns the SHA-256 of the bytes, lower-case hex. */
  public String sha256() {
    return sha256(bytes);
  }

  /** Returns the absolute directory that relative paths start from. */
  public Path directory() {
    return directory;
  }

  /** Returns remarks on a spec that can be used all the same, {@code file:line:column: …} each. */
  public List<String> warnings() {
    return warnings;
  }

  /** Returns what the command line changed. */
  public Overrides overrides() {
    return overrides;
  }

  /** Returns SHA-256 by absolute path of the executables that proofs name. */
  public Map<String, String> executables() {
    return executables;
  }

  static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }
}
