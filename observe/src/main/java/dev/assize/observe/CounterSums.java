package dev.assize.observe;

import dev.assize.evidence.Observation;
import dev.assize.evidence.Reading;
import dev.assize.linux.Clock;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/** The counters of a component: the sums over its instances. */
final class CounterSums {
  private CounterSums() {}

  /** A sample as of now, of what was last heard of each instance. */
  static Observation.Sample sample(String source, String component, List<Instance> instances) {
    Map<String, BigDecimal> sums = new TreeMap<>();
    OptionalInt pid = OptionalInt.empty();
    int count = 0;
    for (Instance instance : instances) {
      if (instance.registered() && instance.component().equals(component)) {
        pid = ++count == 1 ? OptionalInt.of(instance.pid()) : OptionalInt.empty();
        instance
            .latest()
            .forEach((name, value) -> sums.merge(name, number(value), BigDecimal::add));
      }
    }
    Map<String, Reading> readings = new TreeMap<>();
    sums.forEach(
        (name, sum) -> readings.put(name, CounterDocument.number(sum, sum.toPlainString())));
    return new Observation.Sample(
        source, Clock.monotonicNanos(), OptionalLong.empty(), pid, readings);
  }

  private static BigDecimal number(Reading reading) {
    return switch (reading) {
      case Reading.Whole(long value) -> BigDecimal.valueOf(value);
      case Reading.Decimal(String text) -> new BigDecimal(text);
      default -> throw new IllegalStateException("expected a number, found " + reading);
    };
  }
}
