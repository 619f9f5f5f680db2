package dev.assize.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Profiles, selected cells and variables of arms. */
class OverridesTest {
  private static final byte[] YAML = ObservedSpecTest.observed().getBytes(StandardCharsets.UTF_8);

  private static Spec spec(Overrides overrides) throws SpecException {
    return Spec.parse(YAML, Path.of("x.yaml"), Path.of("/specs"), overrides);
  }

  private static Overrides cells(String patterns) {
    return new Overrides(Optional.empty(), Optional.of(patterns), List.of());
  }

  private static Overrides environment(String... variables) {
    return new Overrides(Optional.empty(), Optional.empty(), List.of(variables));
  }

  private static Overrides profile(String name) {
    return new Overrides(Optional.of(name), Optional.empty(), List.of());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "echo#echo/epoll, echo/uring",
        "*ring#echo/uring, json/uring",
        "!json#echo/epoll, echo/uring",
        "e*,!*/uring#echo/epoll, json/epoll",
        "echo/uring#echo/uring",
        "*#echo/epoll, echo/uring, json/epoll, json/uring",
        "json,echo/uring#echo/uring, json/epoll, json/uring",
      })
  void cellsAreSelected(String patterns, String expected) throws SpecException {
    Experiment e = spec(cells(patterns)).experiment();

    assertThat(CellPatterns.list(e.cells())).isEqualTo(expected);
    assertThat(e.families().getFirst().cells()).isEqualTo(e.cells());
    assertThat(Planner.plan(e, 1).trials())
        .extracting(PlannedTrial::cell)
        .hasSameElementsAs(e.cells());
    assertThat(e.scenarios()).allMatch(s -> expected.contains(s.name() + "/"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "ech#--cells: expected patterns that match a cell, found 'ech'; cells: echo/epoll",
        "echo,!echo#--cells: expected at least one cell after exclusions, found none by 'echo,!echo'; cells: echo/epoll, echo/uring, json/epoll, json/uring",
        "echo,#expected patterns with single commas and no spaces",
        "echo, json#expected patterns with single commas and no spaces",
        "!#expected patterns with single commas",
      })
  void cellsThatSelectNothingAreRefused(String patterns, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> spec(cells(patterns)))
        .withMessageContaining(message);
  }

  @Test
  void variablesAreSetForAllArmsOrOne() throws SpecException {
    Experiment all = spec(environment("TRACE=a=b:c")).experiment();
    assertThat(all.arms()).allMatch(a -> "a=b:c".equals(a.environment().get("TRACE")));
    Experiment one = spec(environment("on:TRACE=", "off:TRACE=1")).experiment();
    assertThat(one.arm(new ArmName("on")).environment())
        .isEqualTo(Map.of("MODE", "zc", "TRACE", ""));
    assertThat(one.arm(new ArmName("off")).environment()).isEqualTo(Map.of("TRACE", "1"));
    assertThat(one.arm(new ArmName("off2")).environment()).isEqualTo(Map.of("TRACE", "1"));
    assertThat(spec(environment("on:MODE=copy")).experiment().arm(new ArmName("on")).environment())
        .isEqualTo(Map.of("MODE", "copy"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '~',
      value = {
        "LD_PRELOAD=x#expected no variable that changes which code is loaded, found LD_PRELOAD",
        "on:LD_LIBRARY_PATH=x#found LD_LIBRARY_PATH",
        "GLIBC_TUNABLES=x#found GLIBC_TUNABLES",
        "PATH=/bin#expected no variable that changes which programs run, found PATH",
        "ASSIZE_CLOCK=x#expected a name outside ASSIZE_*",
        "A=1,B=2#found at character 4 of 'A=1,B=2' a comma; repeat --arm-env",
        "A=1,#found at character 4 of 'A=1,' a comma",
        "A=b c#a space or control character",
        "A='b'#found at character 3 of 'A='b'' a quote",
        "A=\"b\"#a quote",
        "A=$HOME#found at character 3 of 'A=$HOME' '$'; nothing is expanded",
        "A#without '='",
        "=1#expected a variable name",
        "1A=1#expected a variable name",
        "a-b=1#expected a variable name",
        ":A=1#without an arm before ':'",
        "onn:A=1#expected one of the arms off, on, off2, found 'onn'; did you mean 'on'?",
        "off2:A=1#expected an arm that is no twin, found 'off2'",
      })
  void variablesAreReadWithoutLeniency(String text, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> spec(environment(text)))
        .withMessageStartingWith("--arm-env: ")
        .withMessageContaining(message);
  }

  @Test
  void aVariableIsGivenOnce() throws SpecException {
    for (List<String> twice :
        List.of(List.of("A=1", "A=2"), List.of("A=1", "on:A=2"), List.of("on:A=1", "on:A=1"))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> spec(new Overrides(Optional.empty(), Optional.empty(), twice)))
          .withMessageContaining("expected each variable of an arm once, found A twice");
    }
  }

  @Test
  void aProfileChangesWhatItNames() throws SpecException {
    Experiment smoke = spec(profile("smoke")).experiment();
    assertThat(smoke.design().blocks()).isEqualTo(1);
    assertThat(smoke.design().warmups()).isZero();
    assertThat(smoke.design().order()).isEqualTo(Design.Order.A1_B_A2);
    assertThat(CellPatterns.list(smoke.cells())).isEqualTo("echo/epoll, json/epoll");
    assertThat(smoke.scenario(new ScenarioName("echo")).command().toString()).contains("2");
    Experiment slow = spec(profile("slow")).experiment();
    Scenario echo = slow.scenario(new ScenarioName("echo"));
    assertThat(echo.warmUp()).isEqualTo(new Nanos(10_000_000_000L));
    assertThat(echo.command())
        .isEqualTo(
            new Command.Argv(List.of("./load", "--seconds", "60", "${address}:${port.http}")));
    assertThat(slow.design()).isEqualTo(spec(Overrides.NONE).experiment().design());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> spec(profile("smok")))
        .withMessage(
            "--profile: expected one of the profiles of the spec: smoke, slow, found 'smok'; did"
                + " you mean 'smoke'?");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Spec.parse(
                    SpecTest.SMALLEST.getBytes(StandardCharsets.UTF_8),
                    Path.of("x.yaml"),
                    Path.of("/specs"),
                    profile("smoke")))
        .withMessageContaining("which has none");
  }

  @Test
  void theSealKeepsThemAndTheSameExperimentIsReadAgain() throws SpecException {
    Overrides overrides =
        new Overrides(Optional.of("smoke"), Optional.of("echo"), List.of("on:A=1"));
    Spec spec = spec(overrides);
    Seal seal = Seal.of(spec, Planner.plan(spec.experiment(), 1), Instant.EPOCH);
    Seal read = Seal.fromJson(seal.toJson());

    assertThat(read).isEqualTo(seal);
    assertThat(read.overrides()).isEqualTo(overrides);
    assertThat(Spec.parse(YAML, Path.of("x.yaml"), read).experiment())
        .isEqualTo(spec.experiment())
        .isNotEqualTo(spec(Overrides.NONE).experiment());
    assertThat(overrides.deviations())
        .containsExactly(
            "only the cells --cells 'echo' were planned",
            "--arm-env on:A=1 was set beside what the spec says");
    Seal plain = Seal.of(spec(Overrides.NONE), Planner.plan(spec.experiment(), 1), Instant.EPOCH);
    assertThat(new String(plain.toJson(), StandardCharsets.UTF_8))
        .endsWith("\"at\":\"1970-01-01T00:00:00Z\"}\n");
  }
}
