package dev.assize.judge;

import dev.assize.evidence.Entry;
import dev.assize.evidence.Event;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Overrides;
import dev.assize.experiment.Plan;
import java.util.List;
import java.util.stream.Stream;

/** All that the judge looks at: what was sealed and what the journal says happened. */
record Docket(
    String run,
    Experiment experiment,
    Plan plan,
    List<Entry> entries,
    ObservationSource observations,
    Overrides overrides) {
  Docket {
    entries = List.copyOf(entries);
  }

  /** One in which nothing was observed. */
  Docket(String run, Experiment experiment, Plan plan, List<Entry> entries) {
    this(run, experiment, plan, entries, ObservationSource.NONE, Overrides.NONE);
  }

  <E extends Event> Stream<E> events(Class<E> kind) {
    return entries.stream().map(Entry::event).filter(kind::isInstance).map(kind::cast);
  }

  boolean closed() {
    return events(Event.Closed.class).findAny().isPresent();
  }
}
