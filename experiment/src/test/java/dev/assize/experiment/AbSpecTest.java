package dev.assize.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.NotBlank;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AbSpecTest {
  private static final Path HERE = Path.of("/home/me/my project");

  private static AbRequest request(String... commands) {
    return AbRequest.of(List.of(commands), HERE);
  }

  private static Experiment read(AbRequest request) throws SpecException {
    return Spec.parse(
            AbSpec.yaml(request).getBytes(StandardCharsets.UTF_8), Path.of("ab.yaml"), HERE)
        .experiment();
  }

  private static AbRequest with(
      AbRequest r, boolean shell, List<String> checks, Map<String, List<String>> parameters) {
    return new AbRequest(
        r.commands(),
        r.names(),
        r.blocks(),
        r.warmups(),
        r.setup(),
        r.prepare(),
        r.cleanup(),
        checks,
        shell,
        r.minimumEffect(),
        parameters,
        r.directory(),
        r.timeout(),
        r.output(),
        r.order(),
        r.environment(),
        r.descriptive());
  }

  /** What the lab will execute for an arm, in the cell of the scenario. */
  private static Command executed(Experiment e, String arm, Scenario scenario) {
    Cell cell = new Cell(scenario.name(), new VariantName("default"));
    return Placeholders.expand(e.command(cell, new ArmName(arm)), Map.of());
  }

  private static Command executed(Experiment e, String arm) {
    return executed(e, arm, e.scenarios().getFirst());
  }

  @Test
  void theTextIsReadable() {
    assertThat(AbSpec.yaml(request("sleep 0.1", "sleep 0.2")))
        .isEqualTo(
            """
            # Written by assize ab.
            assize: 1
            name: ab-sleep
            question: "How do the others compare with 'sleep 0.1'?"
            arms:
              a: { role: baseline }
              b:
                command: "sleep 0.2"
                shell: true
            scenarios:
              ab:
                workspace: { directory: "/home/me/my project" }
                shell: true
                command: "sleep 0.1"
                checks:
                  - { stdout: equal }
            metrics:
              wall: { primary: true, better: lower }
            design:
              blocks: 20
              warmups: 1
              order: balanced
            isolation:
              environment: inherit-all
            """);
  }

  @Test
  void commandsRunInPlaceInAShellWithTheWholeEnvironment() throws SpecException {
    Experiment e =
        read(request("grep -c 'a b' x | cat", "rg \"a b\" ${HOME}/x", "awk '{print $1}'"));

    assertThat(e.name()).isEqualTo("ab-grep-vs-rg-vs-awk");
    assertThat(executed(e, "a")).isEqualTo(new Command.Shell("grep -c 'a b' x | cat"));
    assertThat(executed(e, "b")).isEqualTo(new Command.Shell("rg \"a b\" ${HOME}/x"));
    assertThat(executed(e, "c")).isEqualTo(new Command.Shell("awk '{print $1}'"));
    assertThat(e.scenarios().getFirst().workspace()).isEqualTo(new Workspace.InPlace(HERE));
    assertThat(e.isolation().environment()).isEmpty();
    assertThat(e.families().getFirst().contrasts())
        .extracting(Contrast::toString)
        .containsExactly("b vs a", "c vs a");
  }

  @Test
  void everyOptionIsInTheSpec() throws SpecException {
    Experiment e =
        read(
            new AbRequest(
                List.of("cp {size} x", "cp --reflink {size} x"),
                List.of("plain copy", "reflink"),
                12,
                0,
                List.of("make {size}", "sync"),
                List.of("rm -f x"),
                List.of("rm -rf out"),
                List.of("exit", "file=x", "command=cmp x y", "stderr"),
                false,
                Optional.of("2.5%"),
                Map.of("size", List.of("4k", "a/b")),
                HERE,
                Optional.of("90s"),
                Scenario.Output.PIPE,
                Design.Order.ABBA,
                Optional.of(List.of("PATH")),
                true));

    assertThat(e.arms()).extracting(a -> a.name().value()).containsExactly("plain-copy", "reflink");
    assertThat(e.scenarios())
        .extracting(s -> s.name().value())
        .containsExactly("ab+size=4k", "ab+size=a_b");
    Scenario second = e.scenarios().getLast();
    assertThat(executed(e, "plain-copy", second))
        .isEqualTo(new Command.Argv(List.of("cp", "a/b", "x")));
    assertThat(executed(e, "reflink", second))
        .isEqualTo(new Command.Argv(List.of("cp", "--reflink", "a/b", "x")));
    assertThat(second.setup())
        .containsExactly(
            new Command.Argv(List.of("make", "a/b")), new Command.Argv(List.of("sync")));
    assertThat(second.prepare()).containsExactly(new Command.Argv(List.of("rm", "-f", "x")));
    assertThat(second.cleanup()).containsExactly(new Command.Argv(List.of("rm", "-rf", "out")));
    assertThat(second.checks())
        .containsExactly(
            new Check.Exit(0),
            new Check.FileEqual("x"),
            new Check.ByCommand(new Command.Argv(List.of("cmp", "x", "y"))),
            new Check.StreamEqual(Check.Stream.STDERR));
    assertThat(second.timeout()).isEqualTo(new Nanos(90_000_000_000L));
    assertThat(second.output()).isEqualTo(Scenario.Output.PIPE);
    assertThat(e.design().blocks()).isEqualTo(12);
    assertThat(e.design().warmups()).isZero();
    assertThat(e.design().order()).isEqualTo(Design.Order.ABBA);
    assertThat(e.design().descriptive()).isTrue();
    assertThat(e.isolation().environment()).contains(List.of("PATH"));
    assertThat(e.metric(new MetricName("wall")).minimumEffect()).isEqualTo(0.025);
  }

  @Test
  void theSameCommandTwiceIsATwin() throws SpecException {
    Experiment e = read(request("sleep 0.1", "sleep 0.1"));
    assertThat(e.arms().getLast().twinOf()).contains(new ArmName("a"));
    assertThat(e.families().getFirst().contrasts())
        .containsExactly(new Contrast(new ArmName("b"), new ArmName("a")));
    assertThat(e.question()).isEqualTo("Does 'sleep 0.1' differ from itself?");
  }

  @Test
  void whatOnlyLooksLikeAPlaceholderStaysText() throws SpecException {
    AbRequest r = request("echo ${cache} $${x} ${x} {x} {n}", "echo '${HOME}' ${n}");
    Map<String, List<String>> parameters = Map.of("n", List.of("1"));
    Experiment inShell = read(with(r, true, List.of(), parameters));
    assertThat(executed(inShell, "a"))
        .isEqualTo(new Command.Shell("echo ${cache} $${x} ${x} {x} 1"));
    assertThat(executed(inShell, "b")).isEqualTo(new Command.Shell("echo '${HOME}' ${n}"));
    Experiment direct = read(with(r, false, List.of(), parameters));
    assertThat(executed(direct, "a"))
        .isEqualTo(new Command.Argv(List.of("echo", "${cache}", "$${x}", "${x}", "{x}", "1")));
    assertThat(executed(direct, "b"))
        .isEqualTo(new Command.Argv(List.of("echo", "${HOME}", "${n}")));
  }

  @Property(tries = 300)
  void anyTextReachesTheShellUnchanged(
      @ForAll @NotBlank @StringLength(min = 1, max = 40) String command) throws SpecException {
    String text = command.replaceAll("[\\x00\\ud800-\\udfff]", "x");
    if (text.isBlank()) {
      return;
    }
    assertThat(executed(read(request("true", text)), "b"))
        .isEqualTo(text.equals("true") ? new Command.Shell("true") : new Command.Shell(text));
  }

  @Test
  void checksAreThoseOfTheOption() throws SpecException {
    AbRequest r = request("a", "b");
    assertThat(read(with(r, true, List.of("exit"), Map.of())).scenarios().getFirst().checks())
        .containsExactly(new Check.Exit(0), new Check.None("only the exit status was asked for"));
    assertThat(
            read(with(r, true, List.of("none=prints the time"), Map.of()))
                .scenarios()
                .getFirst()
                .checks())
        .containsExactly(new Check.Exit(0), new Check.None("prints the time"));
    assertThat(
            read(with(r, true, List.of("command=cmp a b | wc"), Map.of()))
                .scenarios()
                .getFirst()
                .checks())
        .containsExactly(new Check.Exit(0), new Check.ByCommand(new Command.Shell("cmp a b | wc")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "stdot", "file", "file=", "command", "none", "none= ", "stdout=x"})
  void otherChecksAreRefused(String check) {
    AbRequest r = with(request("a", "b"), true, List.of(check), Map.of());
    assertThatThrownBy(() -> AbSpec.yaml(r))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("check: expected stdout, stderr, exit, file=PATH")
        .hasMessageContaining("found '" + check + "'");
  }

  @Test
  void requestsThatCantBeMetAreRefused() {
    assertThatThrownBy(() -> AbSpec.yaml(request("a")))
        .hasMessage(
            "ab: expected at least two commands, found 1; give the same one twice for an A/A"
                + " experiment");
    assertThatThrownBy(() -> AbSpec.yaml(request("a", " ")))
        .hasMessage("ab: expected a command, found an empty one; remove it");
    assertThatThrownBy(() -> AbSpec.yaml(with(request("a 'b", "c"), false, List.of(), Map.of())))
        .hasMessageContaining("expected a closing '");
  }

  /** Where output goes changes what some programs do, so it stands in the spec, for all arms. */
  @ParameterizedTest
  @EnumSource(Scenario.Output.class)
  void theSinkIsPartOfTheSpec(Scenario.Output output) throws SpecException {
    AbRequest r = request("grep 1 x", "grep 1 x | cat");
    AbRequest sunk =
        new AbRequest(
            r.commands(),
            r.names(),
            20,
            1,
            List.of(),
            List.of(),
            List.of(),
            List.of("exit"),
            true,
            Optional.empty(),
            Map.of(),
            HERE,
            Optional.empty(),
            output,
            Design.Order.BALANCED,
            Optional.empty(),
            false);
    assertThat(read(sunk).scenarios()).extracting(Scenario::output).containsExactly(output);
  }
}
