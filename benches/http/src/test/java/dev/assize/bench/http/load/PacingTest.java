package dev.assize.bench.http.load;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;

class PacingTest {
  @Property
  void whatIsDueBeforeAnInstantIsCountedExactly(
      @ForAll @DoubleRange(min = 0.1, max = 1e6) double rate,
      @ForAll @LongRange(min = 0, max = 20_000_000_000L) long length) {
    Pacing.Open open = new Pacing.Open(rate);
    long begin = 987_654_321_012_345L;
    long count = open.dueBefore(begin, begin + length);
    assertThat(open.due(begin, count)).isGreaterThanOrEqualTo(begin + length);
    if (count > 0) {
      assertThat(open.due(begin, count - 1)).isLessThan(begin + length);
    }
  }
}
