package dev.assize.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlaceholdersTest {
  private static final Map<String, String> VALUES = Map.of("cache", "/runs/c $1", "arm", "new");

  @Test
  void fillsInWhatItKnowsAndLeavesTheRest() {
    assertThat(Placeholders.expand("${cache}/x ${arm}${arm} ${HOME} $arm ${}", VALUES))
        .isEqualTo("/runs/c $1/x newnew ${HOME} $arm ${}");
    assertThat(Placeholders.expand(Path.of("${cache}/x"), VALUES))
        .isEqualTo(Path.of("/runs/c $1/x"));
    assertThat(Placeholders.expand(new Command.Argv(List.of("a", "${arm}")), VALUES))
        .isEqualTo(new Command.Argv(List.of("a", "new")));
  }

  @Test
  void aSecondDollarKeepsTheText() {
    assertThat(Placeholders.expand("$${arm} $$${arm}", VALUES)).isEqualTo("${arm} $${arm}");
    assertThat(Placeholders.substitute("$${arm} ${arm}", VALUES)).isEqualTo("$${arm} new");
    assertThat(Placeholders.names("$${a} ${b} ${c.d}")).containsExactly("b", "c.d");
  }

  @Test
  void argumentsOfAnArmReachAShellQuoted() {
    assertThat(new Command.Shell("wc").with(List.of("a b", "it's")))
        .isEqualTo(new Command.Shell("wc 'a b' 'it'\\''s'"));
    assertThat(new Command.Argv(List.of("wc")).with(List.of("a b")))
        .isEqualTo(new Command.Argv(List.of("wc", "a b")));
  }
}
