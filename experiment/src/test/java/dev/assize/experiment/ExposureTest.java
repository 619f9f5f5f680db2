package dev.assize.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExposureTest {
  private static Spec spec(String exposure) throws SpecException {
    String yaml =
        """
        assize: 1
        name: exposed
        question: Is new faster than old?
        arms:
          old: {}
          new: { args: [--fast] }
        scenarios:
          work:
            command: [work]
            checks: [ { stdout: equal } ]
        metrics:
          wall: { primary: true }
          hits: { stdout: 'hits ([0-9]+)', better: higher, scale: difference }
        """;
    return Spec.parse(
        (yaml + exposure + "\n").getBytes(StandardCharsets.UTF_8),
        Path.of("test.yaml"),
        Path.of("/specs"));
  }

  @Test
  void isReadInTheOrderOfTheSpec() throws SpecException {
    Experiment e =
        spec("""
                exposure:
                  - { arm: new, metric: hits, is: above-zero }
                  - { arm: old, metric: hits, is: zero }
                """)
            .experiment();

    assertThat(e.exposures())
        .containsExactly(
            new Exposure(
                Optional.of(new ArmName("new")),
                new Exposure.Condition.MetricBound(
                    new MetricName("hits"), Exposure.Bound.ABOVE_ZERO)),
            new Exposure(
                Optional.of(new ArmName("old")),
                new Exposure.Condition.MetricBound(new MetricName("hits"), Exposure.Bound.ZERO)));
    assertThat(spec("").experiment().exposures()).isEmpty();
  }

  @Test
  void mistakesAreNamed() {
    assertThatThrownBy(() -> spec("exposure: [ { arm: nev, metric: hits, is: zero } ]"))
        .hasMessageContaining("exposure.arm: expected one of")
        .hasMessageContaining("did you mean 'new'?");
    assertThatThrownBy(() -> spec("exposure: [ { arm: new, metric: hit, is: zero } ]"))
        .hasMessageContaining("did you mean 'hits'?");
    assertThatThrownBy(() -> spec("exposure: [ { arm: new, metric: hits, is: none } ]"))
        .hasMessageContaining("exposure.is: expected");
    assertThatThrownBy(() -> spec("exposure: [ { arm: new, metric: hits } ]"))
        .hasMessageContaining("the key 'is'");
    assertThatThrownBy(
            () ->
                spec(
                    "exposure: [ { arm: new, metric: hits, is: zero },"
                        + " { arm: new, metric: hits, is: above-zero } ]"))
        .hasMessageContaining("each arm and metric once");
  }
}
