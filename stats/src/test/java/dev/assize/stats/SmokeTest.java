package dev.assize.stats;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class SmokeTest {
  @Test
  void works() {
    assertThat(Quantiles.median(new double[] {3, 1, 2})).isEqualTo(2);
  }

  @Property
  void medianOfOneIsItself(@ForAll int x) {
    assertThat(Quantiles.median(new double[] {x})).isEqualTo(x);
  }
}
