package dev.assize.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantitiesTest {
  @ParameterizedTest
  @CsvSource({
    "1ns, 1",
    "500us, 500000",
    "500µs, 500000",
    "20ms, 20000000",
    "1.5s, 1500000000",
    "0.1 s, 100000000",
    "10min, 600000000000",
    "2h, 7200000000000",
    "0s, 0"
  })
  void durationsAreExact(String text, long nanoseconds) {
    assertThat(Quantities.duration(text)).contains(new Nanos(nanoseconds));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1",
        "s",
        "-1s",
        "1 sec",
        "1m",
        "1e3s",
        "1,5s",
        ".5s",
        "0.1ns",
        "9999999999h",
        "1%"
      })
  void otherDurationsAreNone(String text) {
    assertThat(Quantities.duration(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1B, 1",
    "64MB, 64000000",
    "1.5GiB, 1610612736",
    "1kB, 1000",
    "1TiB, 1099511627776"
  })
  void sizesAreExact(String text, long bytes) {
    assertThat(Quantities.size(text)).contains(new Bytes(bytes));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "1 gigabyte", "1.5B", "-1B", "1K", "1g", "99999999TiB"})
  void otherSizesAreNone(String text) {
    assertThat(Quantities.size(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1%, 0.01", "0.5%, 0.005", "100%, 1", "0%, 0", "33.3 %, 0.333"})
  void percentagesAreFractions(String text, double fraction) {
    assertThat(Quantities.percent(text)).contains(fraction);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "%", "1,5%", "-1%", "1%%", "NaN%"})
  void otherPercentagesAreNone(String text) {
    assertThat(Quantities.percent(text)).isEmpty();
  }

  @Property
  void wholeNanosecondsComeBack(@ForAll @LongRange(max = 999_999_999_999_999L) long value) {
    assertThat(Quantities.duration(value + "ns")).contains(new Nanos(value));
  }
}
