package dev.assize.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The conformance test of the counter protocol, pointed at Python processes. */
class ConformTest {
  @TempDir Path temp;
  private Assize assize;

  @BeforeEach
  void here() {
    assize = new Assize(temp);
  }

  /** The example of docs/counter-protocol.md, which is said to be complete. */
  private String example() throws Exception {
    String page = Files.readString(Path.of("..", "docs", "counter-protocol.md"));
    String after = page.substring(page.indexOf("```python\n") + "```python\n".length());
    return after.substring(0, after.indexOf("```"));
  }

  private Assize.Result conform(String code, String... options) throws Exception {
    Files.writeString(temp.resolve("process.py"), code);
    List<String> arguments = new ArrayList<>(List.of("conform"));
    arguments.addAll(List.of(options));
    arguments.addAll(List.of("--", "python3", "process.py"));
    return assize.run(arguments.toArray(String[]::new));
  }

  @Test
  void theHandbooksExampleConforms() throws Exception {
    Assize.Result result = conform(example());

    assertThat(result.status()).as("%s", result).isZero();
    assertThat(result.out()).contains("kept   ").doesNotContain("BROKEN");
    assertThat(result.err()).isEmpty();
  }

  @Test
  void aMissingFinalRecordAndAWrongTokenAreBrokenRules() throws Exception {
    Assize.Result noFinal = conform(example().replace("== 2", "== 99"), "--json");
    assertThat(noFinal.status()).as("%s", noFinal).isEqualTo(1);
    JsonNode rules = noFinal.json().get("rules");
    assertThat(rules.valueStream().filter(r -> !r.get("kept").booleanValue()))
        .singleElement()
        .satisfies(r -> assertThat(r.get("found").stringValue()).contains("no final record"));

    Assize.Result wrong =
        conform(example().replace("line.split()[1]", "'other'"), "--patience", "1");
    assertThat(wrong.status()).as("%s", wrong).isEqualTo(1);
    assertThat(wrong.out()).contains("BROKEN ").contains("other");
  }

  @Test
  void whatDoesNotStartOrSpeakIsSaid() throws Exception {
    Assize.Result silent = conform("pass\n", "--patience", "1");
    assertThat(silent.status()).as("%s", silent).isEqualTo(1);
    assertThat(silent.out()).contains("BROKEN registers").contains("no 'ready' came");

    Assize.Result missing = assize.run("conform", "--", "no-such-command-anywhere");
    assertThat(missing.status()).as("%s", missing).isEqualTo(ExitCode.CANNOT_RUN);
    assertThat(missing.err()).contains("no-such-command-anywhere");

    Assize.Result patience = assize.run("conform", "--patience", "0", "--", "true");
    assertThat(patience.status()).as("%s", patience).isEqualTo(ExitCode.USAGE);
    assertThat(patience.err()).contains("--patience: expected 1 second or more, found 0");
  }
}
