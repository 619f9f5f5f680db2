package dev.assize.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.judge.Synthetic;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Commands on runs with known answers: nothing is measured here. */
final class VerdictStatusTest {
  @TempDir static Path temp;
  static Assize assize = new Assize(Path.of("."));

  @BeforeAll
  static void write() throws Exception {
    for (Synthetic.Known known :
        List.of(Synthetic.Known.WIN, Synthetic.Known.LOSS, Synthetic.Known.VOID)) {
      Synthetic.write(known, temp.resolve("runs").resolve(known.name()).resolve("r-" + known));
    }
    assize = new Assize(temp);
  }

  @Test
  void lossFailsOnlyWhenAskedTo() throws Exception {
    assertThat(assize.run("judge", "LOSS").status()).isEqualTo(0);
    assertThat(assize.run("judge", "--fail-on", "loss", "LOSS").status()).isEqualTo(1);
    assertThat(assize.run("judge", "--fail-on", "loss", "WIN").status()).isEqualTo(0);
  }

  @Test
  void voidIsThreeForJudgeAndReport() throws Exception {
    assertThat(assize.run("judge", "VOID").status()).isEqualTo(3);
    assertThat(assize.run("report", "VOID").status()).isEqualTo(3);
  }

  @Test
  void judgingAgainGivesTheSameBytesAndStdoutIsTheFile() throws Exception {
    Path file = temp.resolve("runs/WIN/r-WIN/verdict.json");
    Assize.Result first = assize.run("judge", "--json", "WIN");
    String kept = Files.readString(file);
    Assize.Result second = assize.run("judge", "--json", "WIN");
    assertThat(first.out()).isEqualTo(kept).isEqualTo(second.out());
    assertThat(Files.readString(file)).isEqualTo(kept);
    assertThat(first.json().get("outcome").asString()).isEqualTo("WIN");
    assertThat(first.err()).isEmpty();
  }

  @Test
  void everyCommandOnRunsPrintsOneJsonDocument() throws Exception {
    JsonNode shown = assize.run("show", "--json", "WIN").json();
    assertThat(shown.get("complete").asBoolean()).isTrue();
    assertThat(shown.get("attempts").size()).isEqualTo(shown.get("plannedTrials").asInt());
    assertThat(assize.run("report", "--json", "WIN").json().get("outcome").asString())
        .isEqualTo("WIN");
    Assize.Result ls = assize.run("ls", "--json");
    assertThat(ls.json().get("runs").size()).isEqualTo(3);
    assertThat(ls.err()).isEmpty();
    assertThat(assize.run("verify", "--json", "WIN").json().get("intact").asBoolean()).isTrue();
  }

  @Test
  void lsListsADamagedRunBesideTheOthers() throws Exception {
    Path damaged = temp.resolve("damaged/X/r-X");
    Synthetic.write(Synthetic.Known.WIN, damaged);
    Synthetic.write(Synthetic.Known.WIN, temp.resolve("damaged/Y/r-Y"));
    Files.delete(damaged.resolve("seal.json"));
    Assize.Result ls = assize.run("ls", "--runs", "damaged");
    assertThat(ls.status()).as("%s", ls).isEqualTo(0);
    assertThat(ls.out()).containsPattern("r-X +X +damaged").containsPattern("r-Y +Y +complete");
  }

  @Test
  void anEditedJournalIsFourAndItsLineIsNamed() throws Exception {
    Path run = temp.resolve("edited/E/r-E");
    Synthetic.write(Synthetic.Known.WIN, run);
    Path journal = run.resolve("journal.jsonl");
    List<String> lines = Files.readAllLines(journal);
    int line = 9;
    Matcher digit = Pattern.compile("[0-9](?=[^0-9]*$)").matcher(lines.get(line));
    assertThat(digit.find()).isTrue();
    String edited = digit.replaceFirst(digit.group().equals("1") ? "2" : "1");
    lines.set(line, edited);
    Files.writeString(journal, String.join("\n", lines) + "\n");

    Assize.Result verify = assize.run("verify", run.toString());
    assertThat(verify.status()).as("%s", verify).isEqualTo(4);
    assertThat(verify.out()).containsPattern("journal\\.jsonl:1[01]: ").contains("damaged: ");
    JsonNode json = assize.run("verify", "--json", run.toString()).json();
    assertThat(json.get("intact").asBoolean()).isFalse();
    assertThat(json.get("findings").get(0).get("line").asInt()).isBetween(10, 11);
    Assize.Result judge = assize.run("judge", run.toString());
    assertThat(judge.status()).as("%s", judge).isEqualTo(4);
    assertThat(judge.out()).isEmpty();
    assertThat(judge.err()).startsWith("assize: ").doesNotContain("\tat ");
  }

  @Test
  void anUnknownRunIsAUsageErrorThatSaysHowRunsAreNamed() throws Exception {
    Assize.Result result = assize.run("show", "nope");
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains("found none named 'nope'").contains("assize ls");
  }

  @Test
  void aRunIsNamedByDirectoryIdPrefixExperimentOrLatest() throws Exception {
    for (String name : List.of("runs/WIN/r-WIN", "r-WIN", "r-W", "WIN", "latest")) {
      Assize.Result result = assize.run("show", name);
      assertThat(result.status()).as("%s: %s", name, result).isEqualTo(0);
      assertThat(result.out()).contains("r-WIN");
    }
    Assize.Result several = assize.run("show", "r-");
    assertThat(several.status()).isEqualTo(2);
    assertThat(several.err()).contains("found 3 whose id starts with 'r-'");
    assertThat(new Assize(Path.of("/")).with("ASSIZE_RUNS", temp + "/runs").run("ls").out())
        .contains("r-VOID");
  }

  @Test
  void aResultThatCannotBeWrittenIsFour() throws Exception {
    List<String> line = Assize.command("show", "WIN");
    Process full =
        new ProcessBuilder(line)
            .directory(temp.toFile())
            .redirectOutput(Path.of("/dev/full").toFile())
            .start();
    String err = new String(full.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(full.waitFor()).isEqualTo(4);
    assertThat(err).contains("stdout: expected to write the result");
  }

  @Test
  void colourIsForTerminalsWithoutNoColor() throws Exception {
    assertThat(assize.run("report", "--format", "text", "WIN").out()).doesNotContain("\033");
    assertThat(assize.onTerminal("report", "--format", "text", "WIN").out()).contains("\033[");
    Assize plain = new Assize(temp).with("NO_COLOR", "1");
    assertThat(plain.onTerminal("report", "--format", "text", "WIN").out())
        .contains("WIN")
        .doesNotContain("\033[");
  }
}
