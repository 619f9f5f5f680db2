package dev.assize.evidence;

import dev.assize.evidence.JsonIn.Malformed;
import dev.assize.experiment.Experiment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** An attempt's {@code proofs.json}: every proof of its arm, held or not. */
public final class ProofFile {
  /** The file's name in the directory of its attempt. */
  public static final String NAME = "proofs.json";

  private ProofFile() {}

  /**
   * Creates the file and makes it durable.
   *
   * @throws IOException when it is there already or can't be written
   */
  public static void write(Path file, List<ProofRecord> proofs) throws IOException {
    Storage.writeNew(
        file,
        Json.writeFile(
            json -> {
              json.writeStartObject();
              json.writeNumberProperty("schema", Experiment.SCHEMA);
              json.writeName("proofs");
              json.writeStartArray();
              for (ProofRecord proof : proofs) {
                json.writeStartObject();
                json.writeStringProperty("proof", proof.proof());
                json.writeNumberProperty("pid", proof.pid());
                json.writeStringProperty("expected", proof.expected());
                json.writeStringProperty("found", proof.found());
                json.writeBooleanProperty("held", proof.held());
                json.writeEndObject();
              }
              json.writeEndArray();
              json.writeEndObject();
            }));
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws DamagedEvidenceException when it is anything else; names the file
   * @throws NewerSchemaException when a later build wrote it
   * @throws IOException when there is no such file or it can't be read
   */
  public static List<ProofRecord> read(Path file) throws IOException, DamagedEvidenceException {
    byte[] json = Files.readAllBytes(file);
    RunDirectory.refuseNewer(file.toString(), json);
    try {
      return JsonIn.read(json, ProofFile::all);
    } catch (Malformed e) {
      throw new DamagedEvidenceException(file + ": " + e.getMessage(), e);
    }
  }

  private static List<ProofRecord> all(JsonIn in) throws Malformed {
    in.startObject();
    in.key("schema").smallWhole();
    List<ProofRecord> proofs = List.copyOf(in.key("proofs").list(ProofFile::proof));
    in.endObject();
    return proofs;
  }

  private static ProofRecord proof(JsonIn in) throws Malformed {
    in.startObject();
    ProofRecord proof =
        new ProofRecord(
            in.key("proof").text(),
            in.key("pid").smallWhole(),
            in.key("expected").text(),
            in.key("found").text(),
            in.key("held").truth());
    in.endObject();
    return proof;
  }
}
