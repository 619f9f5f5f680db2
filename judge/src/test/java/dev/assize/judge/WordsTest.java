package dev.assize.judge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {
  @ParameterizedTest
  @CsvSource({
    "0.712, +71.2 %",
    "-0.0999, -10.0 %",
    "0.00951, +1.0 %",
    "0.0042, +0.42 %",
    "-0.00064, -0.064 %",
    "11.5, +1150 %",
    "10, +1000 %",
    "0.0095, +1.0 %",
    "0.00095, +0.10 %",
    "0, 0.000 %"
  })
  void percentages(double fraction, String text) {
    assertThat(Words.signedPercent(fraction)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, ns, 0 ns",
    "999, ns, 999 ns",
    "1500, ns, 1.5 µs",
    "2915700000, ns, 2.92 s",
    "7200000000000, ns, 7200 s",
    "4194304, B, 4 MiB",
    "12, count, 12",
    "1234.4, req/s, 1234 req/s",
    "0.12345, x, 0.123 x"
  })
  void amounts(double value, String unit, String text) {
    assertThat(Words.amount(value, unit)).isEqualTo(text);
  }

  @Test
  void levelsKeepTheirDecimals() {
    assertThat(Words.level(0.95)).isEqualTo("95 %");
    assertThat(Words.level(1 - 0.05 / 3)).isEqualTo("98.33 %");
    assertThat(Words.level(0.9)).isEqualTo("90 %");
  }
}
