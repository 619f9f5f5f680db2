package dev.assize.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.evidence.Observation;
import dev.assize.evidence.Reading;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A sink that keeps what it takes. */
final class Seen implements Sink {
  private final List<Observation> all = Collections.synchronizedList(new ArrayList<>());

  @Override
  public void accept(Observation observation) {
    all.add(observation);
  }

  List<Observation> all() {
    synchronized (all) {
      return List.copyOf(all);
    }
  }

  List<Observation.Sample> samples(String source) {
    return of(Observation.Sample.class).stream().filter(s -> s.source().equals(source)).toList();
  }

  Observation.Ended ended(String source) {
    List<Observation.Ended> found =
        of(Observation.Ended.class).stream().filter(e -> e.source().equals(source)).toList();
    assertThat(found).as("last lines of " + source).hasSize(1);
    return found.getFirst();
  }

  <T extends Observation> List<T> of(Class<T> type) {
    return all().stream().filter(type::isInstance).map(type::cast).toList();
  }

  static long whole(Observation.Sample sample, String name) {
    Reading reading = sample.readings().get(name);
    assertThat(reading).as(name + " of " + sample).isInstanceOf(Reading.Whole.class);
    return reading instanceof Reading.Whole(long value) ? value : -1;
  }

  static double seconds(Observation.Sample sample, String name) {
    Reading reading = sample.readings().get(name);
    assertThat(reading).as(name + " of " + sample).isInstanceOf(Reading.Decimal.class);
    return reading instanceof Reading.Decimal decimal ? decimal.value() : -1;
  }
}
