package dev.assize.evidence;

import dev.assize.evidence.JsonIn.Malformed;
import dev.assize.experiment.Experiment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Where the journal ended when it was last made durable: what tells a shortened journal from a
 * short one.
 *
 * @param sequence of the last line
 * @param sha256 of the last line, without its newline
 */
record Head(long sequence, String sha256) {
  byte[] toJson() {
    return Json.writeFile(
        json -> {
          json.writeStartObject();
          json.writeNumberProperty("schema", Experiment.SCHEMA);
          json.writeNumberProperty("sequence", sequence);
          json.writeStringProperty("sha256", sha256);
          json.writeEndObject();
        });
  }

  /** Reads head.json of a run; empty when there is none. */
  static Optional<Head> read(Path run) throws IOException, DamagedEvidenceException {
    Path file = run.resolve(RunDirectory.HEAD);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    byte[] bytes = Files.readAllBytes(file);
    RunDirectory.refuseNewer(RunDirectory.HEAD, bytes);
    try {
      Head head = JsonIn.read(bytes, Head::read);
      if (head.sequence() < 1) {
        throw new Malformed("expected a sequence from 1, found " + head.sequence());
      }
      if (!Arrays.equals(head.toJson(), bytes)) {
        throw new Malformed("not in its canonical form");
      }
      return Optional.of(head);
    } catch (Malformed e) {
      throw new DamagedEvidenceException(RunDirectory.HEAD + ": " + e.getMessage(), e);
    }
  }

  private static Head read(JsonIn in) throws Malformed {
    in.startObject();
    in.key("schema").smallWhole();
    Head head = new Head(in.key("sequence").whole(), in.key("sha256").sha256());
    in.endObject();
    return head;
  }
}
