package dev.assize.evidence;

import dev.assize.evidence.JsonIn.Malformed;
import dev.assize.experiment.Experiment;
import java.util.Collections;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;

/**
 * What host.json holds.
 *
 * @param facts what the host published, by name, sorted; a fact that it did not publish is absent
 * @param files executables and inputs, with absolute paths
 */
public record HostRecord(SequencedMap<String, String> facts, List<FileRecord> files) {
  public HostRecord {
    facts = Collections.unmodifiableSequencedMap(new TreeMap<>(facts));
    files = List.copyOf(files);
  }

  /** Returns the canonical JSON text, with a newline at the end. */
  public byte[] toJson() {
    return Json.writeFile(
        json -> {
          json.writeStartObject();
          json.writeNumberProperty("schema", Experiment.SCHEMA);
          EventWriter.texts(json, "facts", facts);
          TrialWriter.files(json, "files", files);
          json.writeEndObject();
        });
  }

  /**
   * Reads what {@link #toJson} wrote.
   *
   * @throws DamagedEvidenceException when it is anything else
   */
  public static HostRecord fromJson(byte[] json) throws DamagedEvidenceException {
    RunDirectory.refuseNewer(RunDirectory.HOST, json);
    try {
      return JsonIn.read(json, HostRecord::read);
    } catch (Malformed e) {
      throw new DamagedEvidenceException(RunDirectory.HOST + ": " + e.getMessage(), e);
    }
  }

  private static HostRecord read(JsonIn in) throws Malformed {
    in.startObject();
    in.key("schema").smallWhole();
    HostRecord host =
        new HostRecord(
            in.key("facts").map(key -> key, JsonIn::text), in.key("files").list(TrialReader::file));
    in.endObject();
    return host;
  }
}
