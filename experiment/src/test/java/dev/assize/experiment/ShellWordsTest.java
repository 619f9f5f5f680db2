package dev.assize.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class ShellWordsTest {
  @Test
  void blanksSeparateAndQuotesKeep() {
    assertThat(ShellWords.split("  grep -c 'foo bar'\t\"a b\"c d\\ e '' \"\" $HOME *.c "))
        .containsExactly("grep", "-c", "foo bar", "a bc", "d e", "", "", "$HOME", "*.c");
    assertThat(ShellWords.split("a\\\nb \"c\\\nd\" 'e\\\nf'"))
        .containsExactly("ab", "cd", "e\\\nf");
    assertThat(ShellWords.split("\"\\\"\\\\\\$\\`\\n\" 'it'\\''s'"))
        .containsExactly("\"\\$`\\n", "it's");
    assertThat(ShellWords.split(" \t\n")).isEmpty();
  }

  @Test
  void whatIsNotClosedIsAnError() {
    assertThatThrownBy(() -> ShellWords.split("grep 'foo"))
        .hasMessage(
            "command: expected a closing ' for the one at character 6, found the end of 'grep"
                + " 'foo'; add it, or use --shell");
    assertThatThrownBy(() -> ShellWords.split("grep \"foo\\\""))
        .hasMessageContaining("expected a closing \" for the one at character 6");
    assertThatThrownBy(() -> ShellWords.split("grep \\"))
        .hasMessageContaining("expected a character after the last backslash");
  }

  @Property
  void singleQuotedWordsComeBack(@ForAll List<String> words) {
    String line =
        words.stream()
            .map(w -> "'" + w.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
    assertThat(ShellWords.split(line)).isEqualTo(words);
  }

  /** The shell itself is the oracle, on lines in which nothing would be expanded. */
  @Property(tries = 60)
  void splitsLikeTheShell(
      @ForAll @Chars({'a', 'b', '\'', '"', '\\', ' ', '\t'}) @StringLength(max = 20) String line)
      throws IOException, InterruptedException {
    List<String> ours;
    try {
      ours = ShellWords.split(line);
    } catch (IllegalArgumentException e) {
      return;
    }
    Process shell =
        new ProcessBuilder("/bin/sh", "-c", "for w in " + line + "\ndo printf '%s\\n' \"$w\"\ndone")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.waitFor()).isZero();
    assertThat(printed).isEqualTo(ours.stream().map(w -> w + "\n").collect(Collectors.joining()));
  }
}
