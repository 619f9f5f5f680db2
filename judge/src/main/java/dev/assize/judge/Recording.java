package dev.assize.judge;

import dev.assize.evidence.Observation;
import dev.assize.evidence.Observation.Clocks;
import dev.assize.evidence.Observation.Ended;
import dev.assize.evidence.Observation.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The observations of one attempt, by source. */
final class Recording {
  static final Recording NONE = new Recording(List.of());

  private final List<Clocks> clocks = new ArrayList<>();
  private final Map<String, List<Sample>> samples = new TreeMap<>();
  private final Map<String, Ended> ended = new TreeMap<>();

  Recording(List<Observation> observations) {
    for (Observation observation : observations) {
      switch (observation) {
        case Clocks c -> clocks.add(c);
        case Sample s -> samples.computeIfAbsent(s.source(), _ -> new ArrayList<>()).add(s);
        case Ended e -> ended.putIfAbsent(e.source(), e);
        case Observation.Registered _,
            Observation.Checkpoint _,
            Observation.Final _,
            Observation.ProtocolFault _ -> {
          // The lab's gates speak of these; what was counted also stands in samples.
        }
      }
    }
    // Sources are sampled by threads of their own, and lines stand in the order of writing.
    samples.values().forEach(s -> s.sort(Comparator.comparingLong(Sample::at)));
  }

  Optional<Clocks> first() {
    return clocks.isEmpty() ? Optional.empty() : Optional.of(clocks.getFirst());
  }

  Optional<Clocks> last() {
    return clocks.isEmpty() ? Optional.empty() : Optional.of(clocks.getLast());
  }

  /** In the order of time. */
  List<Sample> samples(String source) {
    return samples.getOrDefault(source, List.of());
  }

  Optional<Ended> ended(String source) {
    return Optional.ofNullable(ended.get(source));
  }

  /** Those that were sampled, and those whose sampling failed before the first sample. */
  Set<String> sources() {
    Set<String> all = new java.util.TreeSet<>(samples.keySet());
    all.addAll(ended.keySet());
    return all;
  }

  /** The lab's Unix time in ns at a time of CLOCK_MONOTONIC. */
  Optional<Long> realtime(long at) {
    return first().map(c -> c.realtime() + (at - c.monotonic()));
  }

  /** By how many ns the lab's Unix time moved against CLOCK_MONOTONIC over the attempt. */
  long stepped() {
    if (clocks.isEmpty()) {
      return 0;
    }
    Clocks a = clocks.getFirst();
    Clocks b = clocks.getLast();
    return (b.realtime() - a.realtime()) - (b.monotonic() - a.monotonic());
  }
}
