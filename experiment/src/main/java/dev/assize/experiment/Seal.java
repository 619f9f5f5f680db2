package dev.assize.experiment;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;

/**
 * What was fixed before the first run.
 *
 * @param tool name and version of the build that sealed, for instance {@code assize 0.1.0}
 * @param spec SHA-256 of the spec's bytes, lower-case hex
 * @param plan SHA-256 of plan.json's bytes, lower-case hex
 * @param overrides what the command line changed
 * @param executables SHA-256 of each executable that a proof names, by absolute path
 * @param directory absolute directory that the spec's relative paths start from
 */
public record Seal(
    int schema,
    String tool,
    String spec,
    String plan,
    String directory,
    long seed,
    Instant at,
    Overrides overrides,
    Map<String, String> executables) {
  public Seal {
    executables = Copies.ordered(executables);
  }

  /** One of a spec as it stands, whose proofs name no executable by its path. */
  public Seal(
      int schema, String tool, String spec, String plan, String directory, long seed, Instant at) {
    this(schema, tool, spec, plan, directory, seed, at, Overrides.NONE, Map.of());
  }

  /** Seals a spec and the plan that was drawn from it. */
  public static Seal of(Spec spec, Plan plan, Instant at) {
    return new Seal(
        Experiment.SCHEMA,
        currentTool(),
        spec.sha256(),
        Spec.sha256(plan.toJson()),
        spec.directory().toString(),
        plan.seed(),
        at,
        spec.overrides(),
        spec.executables());
  }

  /** Returns name and version of this build. */
  public static String currentTool() {
    return "assize " + Resources.version();
  }

  /** Returns the bytes of seal.json: fixed order of keys, one a line, a line feed at the end. */
  public byte[] toJson() {
    String json =
        "{\"schema\":"
            + schema
            + ",\n\"tool\":"
            + Json.quoted(tool)
            + ",\n\"spec\":"
            + Json.quoted(spec)
            + ",\n\"plan\":"
            + Json.quoted(plan)
            + ",\n\"directory\":"
            + Json.quoted(directory)
            + ",\n\"seed\":"
            + seed
            + ",\n\"at\":"
            + Json.quoted(at.toString())
            + changes()
            + "}\n";
    return json.getBytes(StandardCharsets.UTF_8);
  }

  /** Only where there are any: a seal of a spec as it stands keeps the bytes that it had before. */
  private String changes() {
    StringBuilder json = new StringBuilder();
    overrides.profile().ifPresent(p -> json.append(",\n\"profile\":").append(Json.quoted(p)));
    overrides.cells().ifPresent(c -> json.append(",\n\"cells\":").append(Json.quoted(c)));
    if (!overrides.armEnvironment().isEmpty()) {
      json.append(",\n\"armEnvironment\":[")
          .append(String.join(",", overrides.armEnvironment().stream().map(Json::quoted).toList()))
          .append(']');
    }
    if (!executables.isEmpty()) {
      json.append(",\n\"executables\":{")
          .append(
              String.join(
                  ",",
                  executables.entrySet().stream()
                      .map(e -> Json.quoted(e.getKey()) + ":" + Json.quoted(e.getValue()))
                      .toList()))
          .append('}');
    }
    return json.toString();
  }

  /**
   * Reads seal.json.
   *
   * @throws NewerSchemaException if a newer Assize wrote it
   * @throws IllegalArgumentException if the bytes are not a seal
   */
  public static Seal fromJson(byte[] bytes) {
    Json json = Json.object("seal.json", bytes);
    Instant at;
    try {
      at = Instant.parse(json.text("at"));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "seal.json: at: expected an instant such as 2026-01-31T12:00:00Z, found "
              + json.text("at")
              + "; restore the file",
          e);
    }
    return new Seal(
        json.integer("schema"),
        json.text("tool"),
        json.text("spec"),
        json.text("plan"),
        json.text("directory"),
        json.whole("seed"),
        at,
        new Overrides(
            json.optionalText("profile"), json.optionalText("cells"), json.texts("armEnvironment")),
        json.textMap("executables"));
  }
}
