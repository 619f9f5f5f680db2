package dev.assize.observe;

import dev.assize.evidence.Observation;
import dev.assize.evidence.ProofRecord;
import dev.assize.experiment.Proof;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Takes the proofs of an arm from the treated process. */
public final class Proofs {
  private Proofs() {}

  /**
   * Takes each proof, in order. What can't be read is a proof that does not hold, with the reason
   * in what was found.
   *
   * @param pid of the process, alive
   * @param stdout the file that has its output so far
   * @param stderr likewise
   * @param registered instances known through the counter protocol
   * @param placeholders values of the <code>${name}</code> places in expected values
   */
  public static List<ProofRecord> take(
      List<Proof> proofs,
      int pid,
      Path stdout,
      Path stderr,
      List<Observation.Registered> registered,
      Map<String, String> placeholders) {
    return List.of();
  }
}
