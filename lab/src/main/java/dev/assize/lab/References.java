package dev.assize.lab;

import dev.assize.evidence.Attempt;
import dev.assize.evidence.FileRecord;
import dev.assize.evidence.TrialRecord;
import dev.assize.experiment.Cell;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The outputs that all trials of a cell must equal: those of its first valid trial, warm-up trials
 * included.
 */
final class References {
  /** An output and the attempt it is of. */
  record Reference(FileRecord file, Attempt of) {}

  private record Key(Cell cell, String path) {}

  private final Map<Key, Reference> references = new HashMap<>();

  References(List<TrialRecord> valid) {
    valid.forEach(this::offer);
  }

  /** Takes the outputs of a valid trial where the cell has none yet. */
  void offer(TrialRecord trial) {
    if (trial.valid()) {
      for (FileRecord file : trial.checked()) {
        references.putIfAbsent(
            new Key(trial.cell(), file.path()), new Reference(file, trial.attempt()));
      }
    }
  }

  Optional<Reference> find(Cell cell, String path) {
    return Optional.ofNullable(references.get(new Key(cell, path)));
  }
}
