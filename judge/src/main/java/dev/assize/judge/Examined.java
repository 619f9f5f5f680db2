package dev.assize.judge;

import dev.assize.evidence.TrialRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * An attempt and what the judge found wrong with it.
 *
 * @param sequence of its end in the journal: the order in which attempts were made
 * @param observed what its observations come to
 */
record Examined(TrialRecord record, long sequence, List<Fault> faults, Observed observed) {
  Examined {
    faults = List.copyOf(faults);
  }

  boolean valid() {
    return faults.stream().noneMatch(Fault::voiding);
  }

  /** True when the command itself failed; noise around it does not count here. */
  boolean failed() {
    return faults.stream().anyMatch(f -> f.voiding() && f.own());
  }

  Examined with(Fault fault) {
    List<Fault> more = new ArrayList<>(faults);
    more.add(fault);
    return new Examined(record, sequence, more, observed);
  }

  /** Returns {@code trial 7-1 (copy/default, new, block 3)}. */
  String name() {
    return "trial "
        + record.attempt()
        + " ("
        + record.cell()
        + ", "
        + record.arm()
        + (record.measured() ? ", block " : ", warm-up block ")
        + record.block()
        + ")";
  }
}
