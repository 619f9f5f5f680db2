package dev.assize.report;

import dev.assize.evidence.Entry;
import dev.assize.evidence.HostRecord;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Plan;
import dev.assize.experiment.Seal;
import dev.assize.judge.Verdict;
import java.util.List;

/**
 * Everything a report is made from, already read.
 *
 * @param runId the last part of the run directory's path
 * @param host the machine when the run began
 */
record Material(
    String runId,
    Experiment experiment,
    Seal seal,
    Plan plan,
    List<Entry> entries,
    HostRecord host,
    Verdict verdict) {
  Material {
    entries = List.copyOf(entries);
  }
}
