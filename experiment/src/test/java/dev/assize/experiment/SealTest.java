package dev.assize.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SealTest {
  private static final Seal SEAL =
      new Seal(
          1,
          "assize 1.2.3",
          "ab".repeat(32),
          "cd".repeat(32),
          "/specs/a \"b\" é",
          7,
          Instant.parse("2026-01-31T12:00:00.5Z"));

  private static String json(Seal seal) {
    return new String(seal.toJson(), StandardCharsets.UTF_8);
  }

  @Test
  void theBytesAreCanonical() {
    assertThat(json(SEAL))
        .isEqualTo(
            """
            {"schema":1,
            "tool":"assize 1.2.3",
            "spec":"%s",
            "plan":"%s",
            "directory":"/specs/a \\"b\\" é",
            "seed":7,
            "at":"2026-01-31T12:00:00.500Z"}
            """
                .formatted("ab".repeat(32), "cd".repeat(32)));
    assertThat(Seal.fromJson(SEAL.toJson())).isEqualTo(SEAL);
  }

  @Test
  void itSealsSpecPlanAndTool() throws SpecException {
    Spec spec = SpecTest.parse(SpecTest.SMALLEST);
    Plan plan = Planner.plan(spec.experiment(), 5);
    Seal seal = Seal.of(spec, plan, Instant.EPOCH);

    assertThat(seal.tool()).matches("assize [0-9]+\\.[0-9]+\\.[0-9]+.*");
    assertThat(seal.spec()).isEqualTo(spec.sha256());
    assertThat(seal.plan()).isEqualTo(Spec.sha256(plan.toJson()));
    assertThat(seal.directory()).isEqualTo("/specs");
    assertThat(seal.seed()).isEqualTo(5);
    assertThat(Seal.fromJson(seal.toJson())).isEqualTo(seal);
  }

  @Test
  void damagedOrNewerSealsAreRefused() {
    String json = json(SEAL);
    assertThatThrownBy(() -> read(json.replace("\"schema\":1", "\"schema\":9")))
        .isInstanceOf(NewerSchemaException.class);
    assertThatThrownBy(() -> read(json.replace("2026", "MMXXVI")))
        .hasMessageContaining("seal.json: at: expected an instant");
    assertThatThrownBy(() -> read(json.replace("\"seed\":7", "\"seed\":7.5")))
        .hasMessage("seal.json: seed: expected a whole number, found 7.5; restore the file");
  }

  private static Seal read(String json) {
    return Seal.fromJson(json.getBytes(StandardCharsets.UTF_8));
  }
}
