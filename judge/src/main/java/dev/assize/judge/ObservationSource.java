package dev.assize.judge;

import dev.assize.evidence.DamagedEvidenceException;
import dev.assize.evidence.Observation;
import dev.assize.evidence.ObservationFile;
import dev.assize.evidence.RunDirectory;
import dev.assize.evidence.TrialRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Where the observations of an attempt are; none when nothing was observed. */
interface ObservationSource {
  List<Observation> of(TrialRecord trial);

  ObservationSource NONE = trial -> List.of();

  /** The files that the lab left. Throws {@link Unreadable}. */
  static ObservationSource of(RunDirectory run) {
    return trial -> {
      Path file = run.attemptDirectory(trial.attempt()).resolve(ObservationFile.NAME);
      boolean expected =
          trial.files().stream().anyMatch(f -> f.path().endsWith(ObservationFile.NAME));
      try {
        return expected || Files.exists(file) ? ObservationFile.read(file) : List.of();
      } catch (DamagedEvidenceException e) {
        throw new Unreadable(e);
      } catch (IOException e) {
        throw new Unreadable(
            new DamagedEvidenceException(file + ": expected readable observations, found: " + e));
      }
    };
  }

  /** Carries the damage out of the many places that ask for values. */
  final class Unreadable extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final DamagedEvidenceException damage;

    Unreadable(DamagedEvidenceException damage) {
      super(damage.getMessage(), damage);
      this.damage = damage;
    }

    DamagedEvidenceException damage() {
      return damage;
    }
  }
}
